// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/calendar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"

namespace starnuma::kernel {
namespace {

using namespace base::literals;
using base::Time;

using Numbers = Calendar<int>;

std::vector<int> all_due(Numbers& calendar, Time time) {
  std::vector<int> entries;
  for (Numbers::Due due; calendar.pop(time, due);) entries.push_back(due.entry);
  return entries;
}

TEST(Calendar, EntriesLeaveInOrderOfTimeAndThenOfNumber) {
  Numbers calendar;
  calendar.push({20_ns, 4, 4});
  calendar.push({10_ns, 2, 2});
  calendar.push({10_ns, 3, 3});
  calendar.push({10_ns, 1, 1});
  EXPECT_EQ(all_due(calendar, 20_ns), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_TRUE(calendar.empty());
}

TEST(Calendar, NothingLeavesBeforeItIsDue) {
  Numbers calendar;
  calendar.push({10_ns, 1, 1});
  calendar.push({50'000_ns, 2, 2});
  EXPECT_EQ(calendar.first_time(), 10_ns);
  EXPECT_TRUE(all_due(calendar, Time(9'999)).empty());
  EXPECT_EQ(all_due(calendar, 10_ns), std::vector<int>{1});
  EXPECT_EQ(calendar.first_time(), 50'000_ns);
  EXPECT_TRUE(all_due(calendar, Time(49'999'999)).empty());
  EXPECT_EQ(all_due(calendar, 50'000_ns), std::vector<int>{2});
}

TEST(Calendar, WhatWasFarAheadAndWhatComesLaterForTheSameTimeAreInOrder) {
  Numbers calendar;
  calendar.push({1'000_ns, 1, 1});
  calendar.push({990_ns, 0, 0});
  EXPECT_EQ(all_due(calendar, 990_ns), std::vector<int>{0});
  calendar.push({1'000_ns, 2, 2});
  calendar.push({999_ns, 3, 3});
  EXPECT_EQ(all_due(calendar, 1'000_ns), (std::vector<int>{3, 1, 2}));
}

TEST(Calendar, AnEntryForThePastIsTheFirst) {
  Numbers calendar;
  calendar.push({300_ns, 0, 0});
  EXPECT_EQ(all_due(calendar, 300_ns), std::vector<int>{0});
  calendar.push({300_ns, 1, 1});
  calendar.push({100_ns, 2, 2});
  EXPECT_EQ(all_due(calendar, 300_ns), (std::vector<int>{2, 1}));
}

TEST(Calendar, ItIsAsGoodAsSortingHoweverFarApartEntriesAre) {
  base::Random random(1);
  for (const std::uint64_t span : {50U, 5'000U, 1'000'000U}) {
    Numbers calendar;
    std::vector<std::pair<Time, int>> expected;
    std::vector<std::pair<Time, int>> left;
    Time now;
    for (int i = 0; i < 5'000; ++i) {
      const Time time = now + Time(static_cast<std::int64_t>(random.below(span)));
      calendar.push({time, static_cast<std::uint64_t>(i), i});
      expected.emplace_back(time, i);
      if (i % 100 != 99) continue;
      now = now + Time(static_cast<std::int64_t>(random.below(2 * span)));
      for (Numbers::Due due; calendar.pop(now, due);) left.emplace_back(due.time, due.entry);
    }
    for (Numbers::Due due; calendar.pop(now + Time(2'000'000), due);) {
      left.emplace_back(due.time, due.entry);
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(left, expected) << "span " << span;
  }
}

}  // namespace
}  // namespace starnuma::kernel
