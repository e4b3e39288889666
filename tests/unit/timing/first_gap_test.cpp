// SPDX-License-Identifier: Apache-2.0
#include "models/timing/first_gap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"

namespace starnuma::timing {
namespace {

using namespace base::literals;
using base::Time;

constexpr Time kService = 10_ns;

TEST(FirstGap, AnIdleResourceServesAtOnce) {
  FirstGap line;
  EXPECT_EQ(line.book(5_ns, kService, 0_ns), 0_ns);
}

TEST(FirstGap, ABookingOnePicosecondEarlyWaitsAndOneOnTimeDoesNot) {
  FirstGap early;
  early.book(0_ns, kService, 0_ns);
  EXPECT_EQ(early.book(kService - Time(1), kService, 0_ns), Time(1));
  FirstGap on_time;
  on_time.book(0_ns, kService, 0_ns);
  EXPECT_EQ(on_time.book(kService, kService, 0_ns), 0_ns);
}

TEST(FirstGap, BookingsOfOneInstantFollowEachOther) {
  FirstGap line;
  for (int before = 0; before < 5; ++before) {
    EXPECT_EQ(line.book(3_ns, kService, 0_ns), kService * before);
  }
}

TEST(FirstGap, AnEarlierBookingThatComesLaterTakesTheGapBefore) {
  FirstGap line;
  line.book(50_ns, kService, 0_ns);
  EXPECT_EQ(line.book(0_ns, kService, 0_ns), 0_ns);
  EXPECT_EQ(line.book(40_ns, kService, 0_ns), 0_ns);
  EXPECT_EQ(line.book(35_ns, kService, 0_ns), 25_ns);  // the gap before 40 ns is too short
}

TEST(FirstGap, WhatIsOverIsForgotten) {
  FirstGap line;
  for (int i = 0; i < 100; ++i) line.book(20_ns * i, kService, 20_ns * i);
  EXPECT_EQ(line.book(0_ns, kService, 0_ns), 0_ns);
}

TEST(FirstGap, NeverServesTwoAtOnce) {
  FirstGap line;
  base::Random random(3);
  std::vector<Time> starts;
  for (int i = 0; i < 2000; ++i) {
    const Time at(static_cast<std::int64_t>(random.below(20'000'000)));
    starts.push_back(at + line.book(at, kService, 0_ns));
  }
  std::sort(starts.begin(), starts.end());
  for (std::size_t i = 1; i < starts.size(); ++i) {
    ASSERT_GE(starts[i] - starts[i - 1], kService);
  }
}

}  // namespace
}  // namespace starnuma::timing
