// SPDX-License-Identifier: Apache-2.0
#include "models/observers/page_touches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/base/random.h"

namespace starnuma::observers {
namespace {

using base::Time;

constexpr Time kInterval(10'000);

std::vector<std::uint64_t> touched(const PageTouches& touches, Time end) {
  std::vector<std::uint64_t> counts;
  for (const PageTouches::Interval& interval : touches.intervals(end)) {
    counts.push_back(interval.touched);
  }
  return counts;
}

std::vector<std::uint64_t> first(const PageTouches& touches, Time end) {
  std::vector<std::uint64_t> counts;
  for (const PageTouches::Interval& interval : touches.intervals(end)) {
    counts.push_back(interval.first);
  }
  return counts;
}

using TouchCounts = std::vector<std::uint64_t>;

TEST(PageTouches, APageCountsOnceInEachIntervalAndFirstInTheEarliest) {
  PageTouches touches(100, kInterval);
  touches.begin(Time(1000));
  touches.touch(7, Time(1000));
  touches.touch(7, Time(10'999));
  touches.touch(70, Time(9000));
  touches.touch(7, Time(11'000));
  EXPECT_EQ(touched(touches, Time(25'000)), (TouchCounts{2, 1, 0}));
  EXPECT_EQ(first(touches, Time(25'000)), (TouchCounts{2, 0, 0}));
  EXPECT_EQ(touches.touched(), 2U);
}

TEST(PageTouches, AnIntervalStaysOpenForOneMore) {
  PageTouches touches(8, kInterval);
  touches.begin(Time(0));
  touches.touch(1, Time(15'000));
  touches.close(Time(19'999));
  touches.touch(2, Time(5000));
  touches.close(Time(20'000));
  touches.touch(3, Time(5000));  // too late for the first
  touches.touch(1, Time(5000));
  EXPECT_EQ(touched(touches, Time(20'000)), (TouchCounts{1, 2}));
  EXPECT_EQ(first(touches, Time(20'000)), (TouchCounts{1, 2}));
}

TEST(PageTouches, WhatIsAskedAfterTheEndCountsInTheLastInterval) {
  PageTouches touches(8, kInterval);
  touches.begin(Time(0));
  for (const std::int64_t time : {11'000, 21'000, 31'000}) touches.touch(4, Time(time));
  touches.touch(5, Time(40'000));
  touches.close(Time(20'000));
  EXPECT_EQ(touched(touches, Time(20'000)), (TouchCounts{0, 2}));
  EXPECT_EQ(first(touches, Time(20'000)), (TouchCounts{0, 2}));
}

TEST(PageTouches, BeginForgetsWhatWasBefore) {
  PageTouches touches(8, kInterval);
  touches.begin(Time(0));
  touches.touch(1, Time(5000));
  touches.begin(Time(7000));
  touches.touch(2, Time(7000));
  EXPECT_EQ(touched(touches, Time(8000)), (TouchCounts{1}));
  EXPECT_EQ(touches.touched(), 1U);
  EXPECT_TRUE(touches.intervals(Time(7000)).empty());
}

/// Cores that run ahead of each other, compared with sets of all touches.
TEST(PageTouches, AreAsManyAsABruteForceCountFinds) {
  constexpr std::uint64_t kPages = 777;
  constexpr int kIntervals = 60;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    base::Random random(seed);
    const Time start(static_cast<std::int64_t>(random.below(100'000)));
    PageTouches touches(kPages, kInterval);
    touches.begin(start);
    std::vector<std::set<std::uint64_t>> all(kIntervals);
    for (int now = 0; now < kIntervals; ++now) {
      touches.close(start + now * kInterval);
      for (std::uint64_t n = random.below(400); n > 0; --n) {
        const std::uint64_t page = random.below(random.below(kPages) + 1);
        const auto at = static_cast<std::int64_t>(random.below(25'000));
        touches.touch(page, start + now * kInterval + Time(at));
        const auto interval = static_cast<std::size_t>(now + at / kInterval.ps());
        all[std::min<std::size_t>(interval, kIntervals - 1)].insert(page);
      }
    }
    const auto found = touches.intervals(start + kIntervals * kInterval);
    ASSERT_EQ(found.size(), all.size());
    std::set<std::uint64_t> before;
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(found[i].touched, all[i].size()) << "seed " << seed << ", interval " << i;
      const std::size_t known = before.size();
      before.insert(all[i].begin(), all[i].end());
      EXPECT_EQ(found[i].first, before.size() - known) << "seed " << seed << ", interval " << i;
    }
    EXPECT_EQ(touches.touched(), before.size());
  }
}

}  // namespace
}  // namespace starnuma::observers
