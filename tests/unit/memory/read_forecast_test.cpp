// SPDX-License-Identifier: Apache-2.0
// Answers to reads whose schedule is not known yet: their sum is that of the schedule.
#include "models/memory/read_forecast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"
#include "models/memory/subchannel.h"
#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using base::Time;

constexpr Time kShortest = kClock * 4;

ReadForecast forecast() { return ReadForecast(kShortest, kClock * 300); }

/// Settles a read that was expected to wait for `expected` and waited for `scheduled`.
void settle(ReadForecast& reads, Time expected, Time scheduled) {
  const Time ready = kClock * 1'000'000;
  reads.settle(ready, ready + scheduled, ready + expected);
}

TEST(ReadForecast, AnswersTheExpectedWaitAsLongAsItWasRight) {
  ReadForecast reads = forecast();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(reads.charge(kClock * i), kClock * i);
    settle(reads, kClock * i, kClock * i);
  }
}

TEST(ReadForecast, AddsADifferenceOnce) {
  ReadForecast reads = forecast();
  settle(reads, kClock * 10, kClock * 13);
  EXPECT_EQ(reads.charge(kClock * 20), kClock * 23);
  EXPECT_EQ(reads.charge(kClock * 20), kClock * 20);
  settle(reads, kClock * 10, kClock * 8);
  EXPECT_EQ(reads.charge(kClock * 20), kClock * 18);
  EXPECT_EQ(reads.charge(kClock * 20), kClock * 20);
}

TEST(ReadForecast, SpreadsALargeDifferenceOverSeveralAnswers) {
  ReadForecast reads = forecast();
  Time owed = kClock * 800;
  settle(reads, Time(0), owed);
  for (int i = 0; i < 4; ++i) {
    const Time part = reads.charge(Time(0));
    EXPECT_GT(part, kShortest);
    EXPECT_LE(part, owed / 4);
    owed -= part;
  }
}

TEST(ReadForecast, AddsAtMostTheShortestSpacingOfASmallDifferenceToAShortAnswer) {
  ReadForecast reads = forecast();
  settle(reads, Time(0), kClock * 10);
  EXPECT_EQ(reads.charge(Time(0)), kShortest);
  EXPECT_EQ(reads.charge(kClock * 80),
            kClock * 86);  // an eighth of the wait, but at most the difference
  EXPECT_EQ(reads.charge(Time(0)), Time(0));
}

TEST(ReadForecast, AnswersNoNegativeWait) {
  ReadForecast reads = forecast();
  settle(reads, kClock * 1000, Time(0));
  EXPECT_EQ(reads.charge(kClock * 3), Time(0));
  EXPECT_EQ(reads.charge(Time(0)), Time(0));
  const Time reduced = reads.charge(kClock * 1000);
  EXPECT_GT(reduced, kClock * 500);
  EXPECT_LT(reduced, kClock * 1000);
}

TEST(ReadForecast, SumOfAnswersIsTheSumOfScheduledWaits) {
  ReadForecast reads = forecast();
  base::Random random(9);
  const auto clocks = [&] { return kClock * static_cast<std::int64_t>(random.below(200)); };
  Time answers;
  Time scheduled;
  for (int i = 0; i < 10'000; ++i) {
    const Time expected = clocks();
    const Time wait = clocks();
    answers += reads.charge(expected);
    scheduled += wait;
    settle(reads, expected, wait);
  }
  for (int i = 0; i < 1000; ++i) {  // the last difference is added to later answers
    answers += reads.charge(kClock * 200);
    scheduled += kClock * 200;
  }
  EXPECT_EQ(answers, scheduled);
}

/// Reads of random banks in bursts, at six tenths of the bandwidth of the bus.
TEST(ReadForecast, SumOfAnswersOfASubchannelIsThatOfItsSchedule) {
  timing::DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(4);
  timings.t_ccd_l = base::Cycles(6);
  timings.t_ras = base::Cycles(40);
  const timing::DramRules rules(timings, kGigahertz);
  const timing::DramPolicies policies{};
  Subchannel subchannel(kShape, rules, policies, {}, rules.refi);
  timing::DramScheduler schedule(kShape, rules, policies, rules.refi);

  base::Random random(9);
  Time answers;
  Time scheduled;
  std::int64_t differ = 0;
  std::vector<Time> answer_of;
  timing::DramScheduler::Served served{};
  const auto run = [&](Time until) {
    while (schedule.next_column(until, served)) {
      const Time wait = served.column - served.arrival - rules.rcd;
      differ += wait != answer_of[static_cast<std::size_t>(served.tag)];
      scheduled += wait;
    }
  };
  constexpr int kReads = 60'000;
  for (int i = 0; i < kReads; ++i) {
    const int of_load = std::min(i, kReads * 5 / 6);  // the last reads arrive far apart, in pairs
    const Time at = kClock * (of_load / 50 * 333 + (i - of_load) / 2 * 500);
    const timing::DramAccess access{static_cast<int>(random.below(32)), 0, false};
    run(at);
    answer_of.push_back(subchannel.read(static_cast<std::uint64_t>(i), access, at, at).wait);
    answers += answer_of.back();
    schedule.add(access, at, i);
  }
  run(timing::DramScheduler::kForever);
  EXPECT_GT(differ, kReads / 10);  // single waits are not those of the schedule
  EXPECT_NEAR(answers.ns() / scheduled.ns(), 1, 1e-4);
}

}  // namespace
}  // namespace starnuma::memory
