// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/module/observers/recorded_machine.h"

namespace starnuma::test {
namespace {

using base::Time;
using observers::Hop;
using observers::HopTrigger;
using observers::HopTriggerKind;

run::Recording around(HopTriggerKind kind) {
  run::Recording wanted;
  wanted.selection.trigger.kind = kind;
  wanted.selection.trigger.before = Time(1'000'000);
  wanted.selection.trigger.after = Time(500'000);
  return wanted;
}

bool has_message(const observers::HopLog& log, const std::string& name, Time at) {
  return std::any_of(log.hops.begin(), log.hops.end(), [&](const Hop& hop) {
    return hop.name == name && hop.begin <= at && hop.end >= at;
  });
}

TEST(HopTrigger, TheFirstMessageOfANameIsKeptWithWhatWasBeforeIt) {
  run::Recording wanted = around(HopTriggerKind::kMessage);
  wanted.selection.trigger.message = "BISnpInv";
  const RecordedMachine run(wanted, 400);
  const observers::HopLog& log = run.log;
  ASSERT_TRUE(log.fired);
  EXPECT_EQ(log.to, log.fired_at + Time(500'000));
  EXPECT_EQ(log.from, std::max(Time(0), log.fired_at - Time(1'000'000)));
  EXPECT_TRUE(has_message(log, "BISnpInv", log.fired_at));
  EXPECT_LE(log.hops.front().begin, log.fired_at - Time(100'000));
}

TEST(HopTrigger, AWindowSaysWhenATriggerCounts) {
  run::Recording wanted = around(HopTriggerKind::kMessage);
  wanted.selection.trigger.message = "MemRdOwn";
  wanted.selection.from = Time(3'000'000);
  const RecordedMachine run(wanted);
  const observers::HopLog& log = run.log;
  ASSERT_TRUE(log.fired);
  EXPECT_GE(log.fired_at, Time(3'000'000));
  EXPECT_EQ(log.from, log.fired_at - Time(1'000'000));
  EXPECT_LT(log.hops.front().begin, Time(3'000'000));
}

TEST(HopTrigger, OfASignalBeforeTheWindowOnlyTheLastValueIsKept) {
  run::Recording wanted = around(HopTriggerKind::kMessage);
  wanted.selection.trigger.message = "MemRdOwn";
  wanted.selection.from = Time(3'000'000);
  const RecordedMachine run(wanted);
  std::map<std::uint32_t, int> before;
  for (const observers::Sample& sample : run.log.samples) {
    if (sample.time < run.log.from) ++before[sample.signal];
  }
  EXPECT_FALSE(before.empty());
  for (const auto& [signal, count] : before) EXPECT_EQ(count, 1) << signal;
}

TEST(HopTrigger, TheFirstSlowMissIsKeptFromItsRequestOn) {
  run::Recording wanted = around(HopTriggerKind::kLatency);
  wanted.selection.trigger.latency = Time(700'000);
  wanted.selection.misses = true;
  const RecordedMachine run(wanted);
  ASSERT_TRUE(run.log.fired);
  const auto slow = std::find_if(
      run.log.misses.begin(), run.log.misses.end(), [&](const observers::MissRecord& miss) {
        return miss.done == run.log.fired_at && miss.latency() > Time(700'000);
      });
  ASSERT_NE(slow, run.log.misses.end());
  EXPECT_LE(run.log.from, slow->issued);
}

TEST(HopTrigger, ALineIsKeptFromItsFirstUse) {
  run::Recording wanted = around(HopTriggerKind::kLine);
  const auto line = base::LineAddress::of(base::NodeId{16}, 3);  // in the pool
  wanted.selection.trigger.line = line;
  wanted.watched_line = line;
  const RecordedMachine run(wanted);
  ASSERT_TRUE(run.log.fired);
  for (const Hop& hop : run.log.hops) {
    if (hop.line == line) {
      EXPECT_LE(run.log.from, hop.begin);
    }
  }
  const auto state = std::find_if(run.log.signals.begin(), run.log.signals.end(),
                                  [](const auto& signal) { return signal.name == "line_state"; });
  ASSERT_NE(state, run.log.signals.end());
  EXPECT_EQ(state->object, "machine.pool.device");
  const auto index = static_cast<std::uint32_t>(state - run.log.signals.begin());
  EXPECT_TRUE(std::any_of(run.log.samples.begin(), run.log.samples.end(),
                          [&](const auto& sample) { return sample.signal == index; }));
}

TEST(HopTrigger, ARisingCounterSetsItOff) {
  run::Recording wanted = around(HopTriggerKind::kCounter);
  std::uint64_t handled = 0;
  wanted.selection.trigger.counter = [&] { return ++handled < 1000 ? 0U : 1U; };
  const RecordedMachine run(wanted);
  EXPECT_TRUE(run.log.fired);
  EXPECT_EQ(handled, 1000u);
}

TEST(HopTrigger, WithoutTheEventNothingIsKept) {
  run::Recording wanted = around(HopTriggerKind::kLatency);
  wanted.selection.trigger.latency = Time(1'000'000'000'000);
  const RecordedMachine run(wanted);
  EXPECT_FALSE(run.log.fired);
  EXPECT_TRUE(run.log.hops.empty());
}

TEST(HopTrigger, AnErrorKeepsTheTimeBeforeIt) {
  run::Recording wanted = around(HopTriggerKind::kError);
  wanted.selection.trigger.before = Time(1'000'000);
  observers::HopRecorder recorder(wanted.selection);
  recorder.buffer.on_error();
  EXPECT_TRUE(recorder.buffer.take().fired);
}

TEST(HopTrigger, TooManyHopsCutTheWindow) {
  run::Recording wanted;
  wanted.selection.most = 1000;
  const RecordedMachine run(wanted);
  EXPECT_TRUE(run.log.cut);
  EXPECT_LE(run.log.hops.size(), 1100u);
}

}  // namespace
}  // namespace starnuma::test
