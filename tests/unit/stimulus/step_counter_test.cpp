// SPDX-License-Identifier: Apache-2.0
#include "stimulus/step_counter.h"

#include <gtest/gtest.h>

#include "stimulus/calibration/native_thread.h"

namespace starnuma::stimulus {
namespace {

class StepCounterPair : public testing::Test {
 protected:
  base::Arena arena{2};
  base::SimArray<std::uint64_t> words =
      arena.allocate<std::uint64_t>("counters", 2 * StepCounter::kWords);
  NativeTeam team{1};
  NativeThread thread{team};
  StepCounter first{words, 1};
  StepCounter second{words, 1};
};

TEST_F(StepCounterPair, EveryThreadReadsTheSumOfTheStep) {
  for (std::uint64_t step = 1; step <= 5; ++step) {
    EXPECT_EQ(first.add(thread, step), 0u);
    EXPECT_EQ(second.add(thread, 10), step);
    EXPECT_EQ(first.total(thread), step + 10);
    EXPECT_EQ(second.total(thread), step + 10);
  }
}

TEST_F(StepCounterPair, AThreadThatRunsAheadDoesNotDisturbTheSumOthersStillRead) {
  first.add(thread, 3);
  second.add(thread, 4);
  EXPECT_EQ(first.total(thread), 7u);
  EXPECT_EQ(first.add(thread, 100), 0u);
  EXPECT_EQ(second.total(thread), 7u);
  EXPECT_EQ(second.total(thread), 100u);
}

TEST_F(StepCounterPair, CountersLieOnLinesOfTheirOwn) {
  StepCounter other(words, 0);
  first.add(thread, 1);
  other.add(thread, 1);
  EXPECT_EQ(words.data[0], 1u);
  EXPECT_EQ(words.data[StepCounter::kWords], 1u);
}

}  // namespace
}  // namespace starnuma::stimulus
