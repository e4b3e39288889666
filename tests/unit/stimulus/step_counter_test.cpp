// SPDX-License-Identifier: Apache-2.0
#include "stimulus/calibration/step_counter.h"

#include <gtest/gtest.h>

#include "stimulus/calibration/native_hart.h"

namespace starnuma::stimulus {
namespace {

class StepCounterPair : public testing::Test {
 protected:
  base::Arena arena{2};
  base::SimArray<std::uint64_t> words =
      arena.allocate<std::uint64_t>("counters", 2 * StepCounter::kWords);
  NativeTeam team{1};
  NativeHart hart{team};
  StepCounter first{words, 1};
  StepCounter second{words, 1};
};

TEST_F(StepCounterPair, EveryThreadReadsTheSumOfTheStep) {
  for (std::uint64_t step = 1; step <= 5; ++step) {
    EXPECT_EQ(first.add(hart, step), 0u);
    EXPECT_EQ(second.add(hart, 10), step);
    EXPECT_EQ(first.total(hart), step + 10);
    EXPECT_EQ(second.total(hart), step + 10);
  }
}

TEST_F(StepCounterPair, AThreadThatRunsAheadDoesNotDisturbTheSumOthersStillRead) {
  first.add(hart, 3);
  second.add(hart, 4);
  EXPECT_EQ(first.total(hart), 7u);
  EXPECT_EQ(first.add(hart, 100), 0u);
  EXPECT_EQ(second.total(hart), 7u);
  EXPECT_EQ(second.total(hart), 100u);
}

TEST_F(StepCounterPair, CountersLieOnLinesOfTheirOwn) {
  StepCounter other(words, 0);
  first.add(hart, 1);
  other.add(hart, 1);
  EXPECT_EQ(words.data[0], 1u);
  EXPECT_EQ(words.data[StepCounter::kWords], 1u);
}

}  // namespace
}  // namespace starnuma::stimulus
