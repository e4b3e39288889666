// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace starnuma::timing {
namespace {

using base::Time;

/// Books in units of a picosecond; kernel time remains zero unless the test advances it.
struct Resource {
  std::int64_t book(std::int64_t at, std::int64_t service, std::int64_t horizon = 0) {
    return window.book(Time(at), Time(service), Time(horizon)).ps();
  }
  BusyWindow window;
};

TEST(BusyWindow, AnIdleResourceServesAtOnce) {
  Resource link;
  EXPECT_EQ(link.book(100, 10), 0);
  EXPECT_EQ(link.window.unserved(Time(109)), 1u);
  EXPECT_EQ(link.window.unserved(Time(110)), 0u);
}

TEST(BusyWindow, ABookingWaitsForTheRestOfThePeriodItFallsInto) {
  Resource link;
  link.book(100, 10);
  EXPECT_EQ(link.book(103, 10), 7);   // [100, 120) now
  EXPECT_EQ(link.book(100, 10), 20);  // [100, 130)
  EXPECT_EQ(link.book(129, 1), 1);
}

TEST(BusyWindow, OnePicosecondBeforeTheEndWaitsOneAndOnTimeNone) {
  Resource early;
  early.book(100, 10);
  EXPECT_EQ(early.book(109, 10), 1);
  Resource on_time;
  on_time.book(100, 10);
  EXPECT_EQ(on_time.book(110, 10), 0);
}

TEST(BusyWindow, BackToBackBookingsLeaveNoGap) {
  Resource link;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(link.book(100 + 10 * i, 10), 0);
  EXPECT_EQ(link.book(100, 10), 10 + 9 * 10);  // waits for the first, pushes the nine others
}

TEST(BusyWindow, ABookingThatFitsIntoAGapCostsNothing) {
  Resource link;
  link.book(100, 10);
  link.book(200, 10);
  EXPECT_EQ(link.book(150, 20), 0);
}

TEST(BusyWindow, ABookingThatFillsAGapExactlyJoinsBothSides) {
  Resource link;
  link.book(100, 10);
  link.book(130, 10);
  EXPECT_EQ(link.book(110, 20), 0);
  EXPECT_EQ(link.book(100, 1), 10 + 1 + 1);  // waits 10, pushes both others by 1
}

TEST(BusyWindow, LateBookingPaysTheWaitItCauses) {
  Resource link;
  link.book(110, 10);
  EXPECT_EQ(link.book(100, 10), 0);  // fits before
  Resource tight;
  tight.book(105, 10);
  EXPECT_EQ(tight.book(100, 10), 5);  // pushes one message back by 5
}

TEST(BusyWindow, PushingBackAPeriodCostsAsOftenAsItHasMessages) {
  Resource link;
  link.book(105, 10);
  link.book(115, 10);
  link.book(125, 10);
  EXPECT_EQ(link.book(100, 10), 3 * 5);
}

TEST(BusyWindow, ASmallMessageAmongLargeOnesPaysItsOwnLengthForEach) {
  Resource link;
  link.book(100, 30);                        // [100, 130)
  link.book(110, 30);                        // [130, 160)
  link.book(120, 30);                        // [160, 190)
  EXPECT_EQ(link.book(105, 2), 25 + 2 * 2);  // waits for the first, pushes two by 2
}

TEST(BusyWindow, ALargeMessageAmongSmallOnesPaysItsOwnLengthForEach) {
  Resource link;
  link.book(100, 30);
  link.book(110, 2);
  link.book(120, 2);
  EXPECT_EQ(link.book(105, 30), 25 + 2 * 30);
}

TEST(BusyWindow, MessagesOfALongPeriodCountAndNotItsLength) {
  Resource one_long;
  one_long.book(105, 30);
  EXPECT_EQ(one_long.book(100, 10), 5);
}

TEST(BusyWindow, APeriodPushedIntoTheNextPushesThatByWhatIsLeft) {
  Resource link;
  link.book(105, 10);                // [105, 115)
  link.book(117, 10);                // [117, 127)
  EXPECT_EQ(link.book(100, 10), 8);  // the first is pushed by 5, the gap of 2 leaves 3
  EXPECT_EQ(link.book(129, 1), 1);   // ends at 130
}

TEST(BusyWindow, OwnWaitAndInflictedWaitAddUp) {
  Resource link;
  link.book(100, 10);                    // [100, 110)
  link.book(112, 10);                    // [112, 122)
  EXPECT_EQ(link.book(105, 10), 5 + 8);  // waits 5, has 2 before the next, pushes it by 8
}

TEST(BusyWindow, APeriodBeyondThePushIsLeftAlone) {
  Resource link;
  link.book(105, 10);
  link.book(500, 10);
  EXPECT_EQ(link.book(100, 10), 5);
  EXPECT_EQ(link.book(490, 10), 0);  // still [500, 510)
}

TEST(BusyWindow, TotalWaitIsTheSameInAnyCallOrderAndMixOfServices) {
  const std::vector<std::int64_t> arrivals{0, 3, 4, 14, 30, 31, 39, 70};
  const std::vector<std::int64_t> services{10, 2, 10, 25, 2, 2, 10, 10};
  std::vector<std::size_t> order(arrivals.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::int64_t served_in_order = 0;
  std::int64_t free = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    free = std::max(free, arrivals[i]);
    served_in_order += free - arrivals[i];
    free += services[i];
  }
  do {
    Resource link;
    std::int64_t total = 0;
    for (const std::size_t i : order) total += link.book(arrivals[i], services[i]);
    ASSERT_EQ(total, served_in_order);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(BusyWindow, AMessageInServiceAtKernelTimeStillCounts) {
  Resource link;
  link.book(100, 10);
  EXPECT_EQ(link.book(105, 10, 105), 5);
}

TEST(BusyWindow, TheListStaysShortHoweverLongTheRun) {
  Resource link;
  for (int i = 0; i < 100'000; ++i) EXPECT_EQ(link.book(100 * i, 10, 100 * i), 0);
  EXPECT_EQ(link.window.capacity(), 4u);
}

TEST(BusyWindow, ForgettingWhatIsServedKeepsTheOthers) {
  Resource link;
  for (int i = 0; i < 1000; ++i) link.book(100 * i, 10);
  EXPECT_EQ(link.window.unserved(Time(70'000)), 300u);
  for (int i = 0; i < 1000; ++i) link.book(100'000 + 100 * i, 10, 70'000);
  EXPECT_EQ(link.window.capacity(), 2048u);
  EXPECT_EQ(link.book(99'905, 1, 70'000), 5);
  EXPECT_EQ(link.book(70'005, 1, 70'000), 5 + 0);
}

TEST(BusyWindow, TheFirstOfManyIsFoundPlaceFor) {
  Resource link;
  for (int i = 100; i > 0; --i) EXPECT_EQ(link.book(100 * i, 10), 0);
  EXPECT_EQ(link.book(0, 10), 0);
  EXPECT_EQ(link.book(5, 1), 5);
}

}  // namespace
}  // namespace starnuma::timing
