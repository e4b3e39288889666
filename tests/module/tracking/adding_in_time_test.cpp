// SPDX-License-Identifier: Apache-2.0
// Limits of the port to homes that add: the number of additions in flight in queued delivery, hand-
// overs that wait for the queue, and the time without a free entry.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/tracking/adding_bench.h"

namespace starnuma::tracking::adding {
namespace {

/// Hands over one count for each of the first `taken.size()` regions at time zero; stores when the
/// unit took each.
void hand_over_at_once(Bench& bench, kernel::QueuedDispatcher& dispatcher,
                       std::vector<Time>& taken) {
  bench.deliver_in(dispatcher);
  for (std::uint64_t region = 0; region < taken.size(); ++region) {
    dispatcher.spawn([&, region] {
      protocol::TrackerRequest request{{page(region), 1}, Time(0)};
      bench.annex.tracker_side.send(request);
      taken[region] = kernel::now();
    });
  }
  sc_core::sc_start();
}

/// Number of additions that a port may have in flight.
class AdditionsInFlight : public testing::TestWithParam<int> {};

TEST_P(AdditionsInFlight, ReachTheirLimitAndThenFollowTheAnswers) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  Bench bench(GetParam());
  std::vector<Time> taken(kRegions);
  hand_over_at_once(bench, dispatcher, taken);
  const auto& sent = bench.home.seen;
  ASSERT_EQ(sent.size(), taken.size());  // none is lost or waits indefinitely
  EXPECT_EQ(bench.port.loads(), static_cast<std::int64_t>(kRegions));
  EXPECT_EQ(dispatcher.pending_fibers(), 0U);
  const auto limit = static_cast<std::size_t>(GetParam());
  for (std::size_t i = 1; i < sent.size(); ++i) {
    const Time room = i >= limit ? sent[i - limit].time + kHome : Time(0);
    EXPECT_EQ(sent[i].time, std::max(sent[i - 1].time, room) + kSend) << i;
  }
  EXPECT_EQ(bench.port.settled(), sent.back().time + kHome);
}

INSTANTIATE_TEST_SUITE_P(Limits, AdditionsInFlight, testing::Values(1, 2, 3, 7, 64));

TEST(AddingInTime, AHandOverToAFullQueueIsTakenAfterAnAnswer) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  Bench bench(1);
  std::vector<Time> taken(8);
  hand_over_at_once(bench, dispatcher, taken);
  ASSERT_EQ(bench.home.seen.size(), taken.size());
  EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end()));
  for (std::size_t i = 3; i < taken.size(); ++i) {  // one is sent, two are queued
    EXPECT_TRUE(std::any_of(bench.home.seen.begin(), bench.home.seen.end(), [&](const auto& add) {
      return add.time + kHome == taken[i];
    })) << i;
  }
}

TEST(AddingInTime, AHandOverAtTheEndOfAPhaseWaitsForTheQueueOnItsOwn) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  Bench bench(1);
  bench.deliver_in(dispatcher);
  for (std::uint64_t region = 0; region < 8; ++region) {  // on no fiber
    protocol::TrackerRequest request{{page(region), 1}, Time(0)};
    bench.annex.tracker_side.send(request);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.home.seen.size(), 8U);
  EXPECT_EQ(dispatcher.pending_fibers(), 0U);
}

TEST(Adding, TheTimeWithoutAnEntryIsThatUntilTheFirstAnswer) {
  Bench bench(2);
  for (std::uint64_t p = 1; p <= 3; ++p) bench.hand_over(p, 1, 10_ns);
  bench.tracker.drain();
  const Time full = 10_ns + kSend * 2;  // two are sent
  EXPECT_EQ(bench.statistic(bench.port, "full"), 1);
  EXPECT_DOUBLE_EQ(bench.statistic(bench.port, "full_time"), (10_ns + kSend + kHome - full).ns());
  EXPECT_DOUBLE_EQ(bench.statistic(bench.port, "mean_add"), kHome.ns());
}

/// Picoseconds from the answer to one addition until the next is sent.
class NextAddition : public testing::TestWithParam<int> {};

TEST_P(NextAddition, FindsTheEntryFreeFromItsAnswerOn) {
  const Time offset(GetParam());
  Bench bench(2);
  bench.hand_over(1, 1, 0_ns);
  bench.hand_over(2, 1, kHome + offset);  // both are sent kSend later
  EXPECT_EQ(bench.statistic(bench.port, "full"), offset < Time(0) ? 1 : 0);
  EXPECT_DOUBLE_EQ(bench.statistic(bench.port, "full_time"), offset < Time(0) ? -offset.ns() : 0);
}

INSTANTIATE_TEST_SUITE_P(Times, NextAddition, testing::Values(-1, 0, 1));

}  // namespace
}  // namespace starnuma::tracking::adding
