// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/trace_events.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cerrno>

#include "tests/support/kinds.h"
#include "tests/support/scratch_file.h"

namespace starnuma::wave::trace_events_test {
namespace {

using base::Time;
using observers::Hop;
using observers::HopKind;
using observers::HopLog;

/// Returns one access with a miss and a message, a queue value and a phase that began earlier.
HopLog example() {
  HopLog log;
  log.tracks = {{"machine.socket0.core1", "", HopKind::kAccess},
                {"machine.socket1.home", "handles", HopKind::kHandle}};
  log.signals = {{"machine.socket1.home", "credits", 8, {}}};
  log.samples = {{Time(60), 0, 4}};
  log.spans = {{"run.phases", "phase 1", Time(0), Time(150)}};
  Hop access;
  access.begin = Time(10);
  access.end = Time(1'000'110);
  access.transaction = 3;
  access.line = {1};
  access.name = "load";
  access.kind = HopKind::kAccess;
  access.hop_class = observers::hop_class(test::kOneHop);
  Hop handle = access;
  handle.begin = handle.end = Time(50);
  handle.name = "GetS";
  handle.kind = HopKind::kHandle;
  handle.track = 1;
  handle.hop_class = observers::HopClass::kControl;
  log.hops = {access, handle};
  observers::MissRecord miss;
  miss.transaction = 3;
  miss.issued = access.begin;
  miss.done = access.end;
  miss.ledger.add(accounting::LatencyKind::kCache, Time(1'000'000));
  miss.ledger.add(accounting::LatencyKind::kDramQueue, Time(100));
  log.misses = {miss};
  log.from = Time(5);
  log.to = Time(100);
  return log;
}

/// Returns the decompressed text of a file.
std::string text_of(const std::filesystem::path& file) {
  std::string text(1 << 16, '\0');
  gzFile in = gzopen(file.c_str(), "rb");
  text.resize(static_cast<std::size_t>(gzread(in, text.data(), 1 << 16)));
  gzclose(in);
  return text;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(TraceEvents, AnAccessHasItsHopsItsLedgerAndItsFlow) {
  const HopLog log = example();
  const auto file = test::scratch_file("events.json.gz");
  ASSERT_EQ(write_trace_events(log, lay_out(log), file), 0);
  const std::string text = text_of(file);
  EXPECT_EQ(count(text, R"("ts":0.000010,"name":"load","cat":"one_hop","bind_id":3,)"
                        R"("flow_out":true,"args":{"transaction":3,"line":"0x40","wait_ps":0}})"),
            1)
      << text;
  EXPECT_EQ(count(text, R"("ts":0.000050,"name":"GetS","cat":"control","bind_id":3,)"
                        R"("flow_in":true,"args":)"),
            1)
      << text;
  EXPECT_EQ(count(text, R"("cat":"ledger")"), 2) << text;
}

TEST(TraceEvents, HopsOfOneNanosecondFlowInTheOrderOfTheFile) {
  HopLog log = example();
  log.hops[0].begin = Time(60);  // the lane of the access precedes that of the message at 50 ps
  const auto file = test::scratch_file("events.json.gz");
  ASSERT_EQ(write_trace_events(log, lay_out(log), file), 0);
  const std::string text = text_of(file);
  EXPECT_EQ(count(text, R"("name":"load","cat":"one_hop","bind_id":3,"flow_out":true)"), 1) << text;
  EXPECT_EQ(count(text, R"("name":"GetS","cat":"control","bind_id":3,"flow_in":true)"), 1) << text;
}

TEST(TraceEvents, SlicesOfAThreadAreOpenedAndClosedInOrderOfTime) {
  const HopLog log = example();
  const auto file = test::scratch_file("events.json.gz");
  ASSERT_EQ(write_trace_events(log, lay_out(log), file), 0);
  const std::string text = text_of(file);
  std::size_t at = 0;
  for (const char* event :
       {R"("ts":0.000010,"name":"load")", R"("ts":0.000010,"name":"cache","cat":"ledger")",
        R"("ts":1.000010})", R"("ts":1.000010,"name":"dram_queue","cat":"ledger")",
        R"("ts":1.000110})", R"("ts":1.000110})"}) {
    at = text.find(event, at + 1);
    ASSERT_NE(at, std::string::npos) << event << " is missing or out of order in " << text;
  }
  EXPECT_EQ(count(text, R"("ph":"B")"), count(text, R"("ph":"E")"));
  EXPECT_EQ(count(text, R"("ts":0.000051})"), 1) << text;  // end of GetS, which has no duration
}

TEST(TraceEvents, ScopesQueuesSignalsAndPhasesOfTheWindowAreShown) {
  const HopLog log = example();
  const auto file = test::scratch_file("events.json.gz");
  ASSERT_EQ(write_trace_events(log, lay_out(log), file), 0);
  const std::string text = text_of(file);
  for (const char* scope : {"run", "machine.socket0.core1", "machine.socket1.home",
                            "machine.socket1.home.handles", "one_hop0", "control0", "run.phases"}) {
    EXPECT_EQ(count(text, std::string(R"("args":{"name":")") + scope + "\"}"), 1) << scope;
  }
  EXPECT_EQ(count(text, R"("name":"queue","args":{"in_flight":1,"waiting":0})"), 1) << text;
  EXPECT_EQ(count(text, R"("ts":0.000060,"name":"credits","args":{"value":4})"), 1) << text;
  EXPECT_EQ(count(text, R"("ts":0.000005,"name":"phase 1","cat":"run")"), 1) << text;
  EXPECT_EQ(count(text, R"("ts":0.000100})"), 1) << text;
}

TEST(TraceEvents, AFullDiskIsReported) {
  const HopLog log = example();
  EXPECT_EQ(write_trace_events(log, lay_out(log), "/dev/full"), ENOSPC);
}

}  // namespace
}  // namespace starnuma::wave::trace_events_test
