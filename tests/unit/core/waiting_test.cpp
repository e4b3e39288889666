// SPDX-License-Identifier: Apache-2.0
#include "models/core/waiting.h"

#include <gtest/gtest.h>

namespace starnuma::core {
namespace {

TEST(Waiting, IsFromEachArrivalToItsLeaving) {
  WaitingClock clock;
  clock.arrive(100, 10);
  clock.leave(150, 13);
  clock.arrive(200, 40);
  clock.leave(1200, 44);
  const WaitingClock::Sum sum = clock.until(5000, 90);
  EXPECT_EQ(sum.in_barriers, 1050);
  EXPECT_EQ(sum.barrier_instructions, 7);
  EXPECT_EQ(sum.after_end, 0);
}

TEST(Waiting, AThreadThatLeavesBeforeItsOwnAccessesAreDoneHasNotWaited) {
  WaitingClock clock;
  clock.arrive(400, 10);
  clock.leave(150, 13);
  EXPECT_EQ(clock.until(1000, 13).in_barriers, 0);
}

TEST(Waiting, AfterTheEndIsKeptApart) {
  WaitingClock clock;
  clock.arrive(100, 10);
  clock.leave(150, 13);
  clock.end(400);
  EXPECT_EQ(clock.until(1000, 13).after_end, 600);
  EXPECT_EQ(clock.until(1000, 13).in_barriers, 50);
}

TEST(Waiting, AWindowThatOpensDuringAWaitCutsItOff) {
  WaitingClock clock;
  clock.arrive(100, 10);
  clock.leave(200, 15);
  clock.arrive(300, 20);
  clock.open_window(1000, 22);
  EXPECT_EQ(clock.until(1500, 22).in_barriers, 500);
  clock.leave(1600, 25);
  const WaitingClock::Sum sum = clock.until(9000, 99);
  EXPECT_EQ(sum.in_barriers, 600);
  EXPECT_EQ(sum.barrier_instructions, 3);
}

TEST(Waiting, AWindowThatOpensAfterTheEndCountsFromThere) {
  WaitingClock clock;
  clock.end(100);
  clock.open_window(1000, 5);
  EXPECT_EQ(clock.until(1700, 5).after_end, 700);
}

TEST(Waiting, AThreadAheadOfTheWindowWaitsFromItsOwnArrival) {
  WaitingClock clock;
  clock.arrive(1200, 10);
  clock.open_window(1000, 10);
  EXPECT_EQ(clock.until(1100, 10).in_barriers, 0);
  EXPECT_EQ(clock.until(1500, 10).in_barriers, 300);
}

}  // namespace
}  // namespace starnuma::core
