// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/wave_writer.h"

#include <gtest/gtest.h>

#include "platforms/wave/msc.h"
#include "tests/support/fst_reader.h"
#include "tests/support/kinds.h"
#include "tests/support/scratch_file.h"

namespace starnuma::wave::wave_writer_test {
namespace {

using base::Time;
using observers::Hop;
using observers::HopClass;
using observers::HopKind;
using observers::HopLog;

/// Returns two accesses of a core with one message each to a home, and a state change. The second
/// access was recorded first, as by a core that ran ahead.
HopLog example() {
  HopLog log;
  log.tracks = {{"machine.socket0.core1", "", HopKind::kAccess},
                {"machine.socket0.caching_agent", "sends", HopKind::kMessage},
                {"machine.socket1.home", "handles", HopKind::kHandle}};
  log.agents = {"machine.socket0.caching_agent", "machine.socket1.home"};
  log.signals = {{"machine.socket1.home", "line_state", 8, {"uncached", "shared"}}};
  log.samples = {{Time(60), 0, 1}};
  const auto add = [&](std::uint32_t track, HopKind kind, HopClass hop_class, std::int64_t begin,
                       std::int64_t end, std::uint64_t transaction) {
    Hop hop;
    hop.begin = Time(begin);
    hop.end = Time(end);
    hop.transaction = transaction;
    hop.name = kind == HopKind::kAccess ? "load" : "GetS";
    hop.track = track;
    hop.destination = base::AgentId{1};
    hop.kind = kind;
    hop.hop_class = hop_class;
    log.hops.push_back(hop);
  };
  add(0, HopKind::kAccess, observers::hop_class(test::kOneHop), 10, 100, 3);
  add(1, HopKind::kMessage, HopClass::kControl, 20, 50, 3);
  add(2, HopKind::kHandle, HopClass::kControl, 50, 60, 3);
  add(0, HopKind::kAccess, observers::hop_class(test::kOneHop), 100, 180, 8);
  log.to = Time(1000);
  return log;
}

TEST(WaveWriter, EveryHopIsThereOnceUnderItsTransaction) {
  const HopLog log = example();
  const auto file = test::scratch_file("writer.fst");
  EXPECT_EQ(write_fst(log, lay_out(log), file).error, 0);
  const test::FstContents waves(file);
  EXPECT_EQ(waves.numbers("machine.socket0.core1.one_hop0_id"), (std::vector<std::uint64_t>{3, 8}));
  EXPECT_EQ(waves.numbers("machine.socket0.caching_agent.sends.control0_id"),
            std::vector<std::uint64_t>{3});
  EXPECT_EQ(waves.numbers("machine.socket1.home.handles.control0_id"),
            std::vector<std::uint64_t>{3});
  using Change = test::FstContents::Change;
  EXPECT_EQ(waves.changes("machine.socket0.core1.one_hop0"),
            (std::vector<Change>{{9, ""}, {10, "#3 load 0x0"}, {100, "#8 load 0x0"}, {180, ""}}));
  EXPECT_EQ(waves.changes("machine.socket1.home.line_state").back(), Change(60, "1"));
}

TEST(WaveWriter, ALogInWhichNothingChangesSaysSo) {
  const auto file = test::scratch_file("idle.fst");
  HopLog log = example();
  EXPECT_TRUE(write_fst(log, lay_out(log), file).changes);
  log.hops.clear();
  EXPECT_TRUE(write_fst(log, lay_out(log), file).changes);  // the signal, at 60 ps
  log.from = Time(500);
  EXPECT_FALSE(write_fst(log, lay_out(log), file).changes);
  log.fired = true;
  log.fired_at = Time(600);
  EXPECT_FALSE(write_fst(log, lay_out(log), file).changes);
}

TEST(WaveWriter, RtlSignalsLieBesideTheLanesInTheSameTime) {
  const auto rtl = test::scratch_file("rtl.fst");
  {
    FstFile file(rtl);
    file.open_scope("annex");
    const auto state = file.enumeration("state_q", {"kIdle", "kHandOver"});
    const auto count = file.number("count_q", 16);
    file.close_scope();
    file.at(Time(0));
    file.set(state, std::uint64_t{0});
    file.set(count, std::uint64_t{3});
    file.at(Time(30));
    file.set(state, std::uint64_t{1});
    file.at(Time(5000));
    file.set(count, std::uint64_t{4});
  }
  HopLog log = example();
  log.to = Time(1000);
  const auto merged = test::scratch_file("merged.fst");
  FstSources sources;
  sources.push_back(std::make_unique<FstSource>(rtl, Time(20)));
  EXPECT_EQ(write_fst(log, lay_out(log), merged, sources).error, 0);
  const test::FstContents waves(merged);
  using Change = test::FstContents::Change;
  const auto& state = waves.changes("rtl.annex.state_q");
  ASSERT_FALSE(state.empty());
  EXPECT_EQ(state.back(), Change(50, "1"));  // at 30 of its own time, shifted by 20
  EXPECT_EQ(waves.numbers("rtl.annex.count_q"), std::vector<std::uint64_t>{3});
  EXPECT_EQ(waves.numbers("machine.socket1.home.handles.control0_id"),
            std::vector<std::uint64_t>{3});
  EXPECT_EQ(waves.enumerations("rtl.annex.state_q"),
            (std::vector<std::string>{"kIdle", "kHandOver"}));
  const std::string save = gtkw_text(log, lay_out(log), merged, sources);
  EXPECT_NE(save.find("@100000028\nrtl.annex.state_q\n"), std::string::npos) << save;
  EXPECT_NE(save.find("rtl.annex.count_q[15:0]\n"), std::string::npos);
}

TEST(WaveWriter, TheSaveFileGroupsLanesFromCoreToHomeInColours) {
  const HopLog log = example();
  const std::string text = gtkw_text(log, lay_out(log), "waves.fst");
  const std::size_t core = text.find("-cores");
  const std::size_t socket = text.find("-sockets");
  const std::size_t home = text.find("-homes");
  EXPECT_LT(core, socket);
  EXPECT_LT(socket, home);
  EXPECT_NE(home, std::string::npos);
  EXPECT_EQ(text.find("-fabric"), std::string::npos);
  EXPECT_NE(text.find("[color] 3\nmachine.socket0.core1.one_hop0\n"), std::string::npos);
  EXPECT_NE(text.find("[dumpfile] \"waves.fst\""), std::string::npos);
}

TEST(SequenceChart, ShowsEachMessageOnceBetweenItsAgents) {
  HopLog log = example();
  log.hops.pop_back();
  const std::string svg = sequence_chart(log, "#3");
  EXPECT_EQ(svg.find("<svg"), 0u);
  EXPECT_NE(svg.find(">socket0.core1<"), std::string::npos);
  EXPECT_NE(svg.find(">socket1.home<"), std::string::npos);
  const std::size_t message = svg.find(">GetS  0.0 to 0.0 ns<");
  EXPECT_NE(message, std::string::npos);
  EXPECT_EQ(svg.find("GetS", message + 6), std::string::npos);
  EXPECT_EQ(svg, sequence_chart(log, "#3"));
}

}  // namespace
}  // namespace starnuma::wave::wave_writer_test
