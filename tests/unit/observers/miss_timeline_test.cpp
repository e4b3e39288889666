// SPDX-License-Identifier: Apache-2.0
#include "models/observers/miss_timeline.h"
#include "tests/support/kinds.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using accounting::AccessClass;
using accounting::LatencyKind;
using base::Time;

constexpr Time kLength(10'000);

/// Adds a miss whose data arrive at `done`, after `wire` of flight and `queue` of waiting.
void miss(MissTimeline& timeline, std::int64_t done, std::int64_t wire, std::int64_t queue = 0,
          AccessClass access_class = test::kLocal) {
  accounting::Ledger ledger;
  ledger.add(accounting::wire_of(test::kUpi), Time(wire));
  ledger.add(accounting::queue_of(test::kUpi), Time(queue));
  timeline.on_miss({{}, {}, {}, access_class, Time(done), ledger.total(), ledger});
}

TEST(MissTimeline, AMissCountsWhereItsDataArrive) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  miss(timeline, 12'000, 3000, 500, test::kPool);
  const auto intervals = timeline.intervals(Time(20'000));
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_EQ(intervals[0].count(), 0);
  EXPECT_EQ(intervals[1].misses[static_cast<std::size_t>(test::kPool)], 1);
  EXPECT_EQ(intervals[1].latency_ps, 3500);
  EXPECT_EQ(intervals[1].queue_ps, 500);
}

TEST(MissTimeline, AMissIsPendingFromItsRequestToItsData) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  miss(timeline, 32'000, 25'000);
  const auto intervals = timeline.intervals(Time(40'000));
  const std::int64_t expected[] = {3000, 10'000, 10'000, 2000};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(intervals[i].pending_ps, expected[i]) << i;
}

TEST(MissTimeline, AMissIsOutstandingWhileItHoldsAnMshr) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  accounting::Ledger ledger;
  ledger.add(LatencyKind::kMshrQueue, Time(10'000));
  ledger.add(accounting::wire_of(test::kUpi), Time(15'000));
  kernel::Miss waited{{}, {}, {}, test::kLocal, Time(32'000), ledger.total(), ledger};
  waited.registered = Time(17'000);
  waited.released = Time(31'000);  // its data arrive a little later
  timeline.on_miss(waited);
  const auto intervals = timeline.intervals(Time(40'000));
  const std::int64_t pending[] = {3000, 10'000, 10'000, 2000};
  const std::int64_t outstanding[] = {0, 3000, 10'000, 1000};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(intervals[i].pending_ps, pending[i]) << i;
    EXPECT_EQ(intervals[i].outstanding_ps, outstanding[i]) << i;
  }
}

TEST(MissTimeline, AnArrivalOnABoundaryBelongsToTheIntervalThatBeginsThere) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  miss(timeline, 10'000, 1000);
  const auto intervals = timeline.intervals(Time(20'000));
  EXPECT_EQ(intervals[0].count(), 0);
  EXPECT_EQ(intervals[0].pending_ps, 1000);
  EXPECT_EQ(intervals[1].count(), 1);
  EXPECT_EQ(intervals[1].pending_ps, 0);
}

TEST(MissTimeline, TheOrderOfCallsDoesNotMatter) {
  MissTimeline late(kLength);
  MissTimeline early(kLength);
  late.begin(Time(0));
  early.begin(Time(0));
  for (std::int64_t done = 5000; done < 50'000; done += 3000) miss(early, done, 4000);
  for (std::int64_t done = 47'000; done >= 5000; done -= 3000) miss(late, done, 4000);
  const auto a = early.intervals(Time(50'000));
  const auto b = late.intervals(Time(50'000));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].count(), b[i].count());
    EXPECT_EQ(a[i].pending_ps, b[i].pending_ps);
  }
}

TEST(MissTimeline, WhatArrivesAfterTheEndCountsInTheLastInterval) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  miss(timeline, 55'000, 1000);
  const auto intervals = timeline.intervals(Time(25'000));
  ASSERT_EQ(intervals.size(), 3u);
  EXPECT_EQ(intervals[2].count(), 1);
  EXPECT_EQ(intervals[2].pending_ps, 1000);
}

TEST(MissTimeline, BeginForgetsWhatWasBefore) {
  MissTimeline timeline(kLength);
  timeline.begin(Time(0));
  miss(timeline, 5000, 1000);
  timeline.begin(Time(100'000));
  miss(timeline, 104'000, 1000);
  const auto intervals = timeline.intervals(Time(110'000));
  ASSERT_EQ(intervals.size(), 1u);
  EXPECT_EQ(intervals[0].count(), 1);
  EXPECT_TRUE(timeline.intervals(Time(100'000)).empty());
}

}  // namespace
}  // namespace starnuma::observers
