// SPDX-License-Identifier: Apache-2.0
// Additions to metadata in immediate delivery, and the loads that they count.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"
#include "tests/module/tracking/adding_bench.h"

namespace starnuma::tracking::adding {
namespace {

TEST(Adding, AnIdleUnitSendsBitAndCountToTheEntrysHome) {
  Bench bench;
  EXPECT_EQ(bench.hand_over(21, 7, 10_ns), 0_ns);
  ASSERT_EQ(bench.home.seen.size(), 1u);
  const protocol::UncachedRequest& add = bench.home.seen[0];
  EXPECT_EQ(add.op, protocol::uncached::Op::kAdd);
  EXPECT_EQ(add.purpose, protocol::Message::Purpose::kTracker);
  EXPECT_EQ(add.line, base::LineAddress::of(base::NodeId{1}, 640 + 21 * 4 / 64));
  EXPECT_EQ(add.entry, 21 % 16);
  EXPECT_EQ(add.count, 7);
  EXPECT_EQ(add.time, 10_ns + kSend);
  EXPECT_EQ(bench.count(21), 7u);
  EXPECT_EQ(bench.region.entry(page(21)).sharers, 1u << 3);
}

TEST(Adding, AnAdditionDoesNotWaitForTheAnswerToTheOneBefore) {
  Bench bench;
  bench.hand_over(1, 1, 10_ns);
  bench.hand_over(2, 1, 11_ns);
  test::let_pass(500_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, 10_ns + 2 * kSend);
}

TEST(Adding, WithAllOnTheirWayTheNextLeavesWhenTheFirstIsAnswered) {
  Bench bench;
  for (std::uint64_t p = 1; p <= 3; ++p) bench.hand_over(p, 1, 10_ns);
  const Time answered = 10_ns + kSend + kHome;
  test::let_pass(answered);  // up to then, exclusive
  EXPECT_EQ(bench.home.seen.size(), 2u);
  test::let_pass(Time(1));
  ASSERT_EQ(bench.home.seen.size(), 3u);
  EXPECT_EQ(bench.home.seen[2].time, answered + kSend);
  EXPECT_EQ(bench.port.settled(), answered + kSend + kHome);
}

TEST(Adding, AnAnswerInTheInstantOfTheNextAdditionMakesRoomForIt) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  const Time answered = kSend + kHome;
  EXPECT_EQ(bench.hand_over(2, 1, answered), 0_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, answered + kSend);
}

TEST(Adding, AnAdditionOnePicosecondEarlierWaitsForThatAnswer) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  const Time answered = kSend + kHome;
  bench.hand_over(2, 1, answered - Time(1));
  EXPECT_EQ(bench.home.seen.size(), 1u);
  test::let_pass(answered + 1_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, answered + kSend);
}

TEST(Adding, HandOversOfARegionThatWaitsForRoomAreAddedTogether) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  bench.hand_over(2, 1, 10_ns);
  bench.hand_over(2, 4, 20_ns);
  test::let_pass(500_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].count, 5);
}

TEST(Adding, AFullQueueMakesAHandOverWaitUntilTheOldestLeaves) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);  // in flight
  bench.hand_over(2, 1, 10_ns);
  bench.hand_over(3, 1, 10_ns);
  const Time answered = kSend + kHome;
  EXPECT_EQ(bench.hand_over(4, 1, 20_ns), answered + kRequest - 20_ns);
}

/// Random hand-overs: metadata and saturation losses add up to all counts.
TEST(Adding, NoLoadIsForgotten) {
  Bench bench(3);
  base::Random random(7);
  std::vector<std::uint32_t> sent(kRegions, 0);
  Time now = 1_ns;
  for (int step = 0; step < 5000; ++step) {
    now += Time(static_cast<std::int64_t>(random.below(60'000)));
    const std::uint64_t number = random.below(kRegions);
    const auto count = static_cast<std::uint32_t>(1 + random.below(3));
    now += bench.hand_over(number, count, now);
    sent[number] += count;
    if (step % 500 != 499) continue;  // before metadata saturate
    bench.tracker.drain();
    for (std::uint64_t region = 0; region < kRegions; ++region) {
      ASSERT_EQ(bench.count(region), std::min(sent[region], 255u)) << "region " << region;
    }
    bench.region.clear();
    sent.assign(kRegions, 0);
  }
}

TEST(Adding, LoadsCountWhenTheHomeHasAnsweredAndNotWhenTheyAreSent) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  Bench bench;
  bench.deliver_in(dispatcher);
  bench.hand_over(9, 100, 10_ns);
  test::let_pass(10_ns + kSend + kHome);
  EXPECT_EQ(bench.port.loads(), 0);
  test::let_pass(Time(1));
  EXPECT_EQ(bench.port.loads(), 100);
}

TEST(Adding, AnEntryHoldsWhatFitsAndTheRestIsLost) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.hand_over(9, 100, 1000_ns * i);
  EXPECT_EQ(bench.count(9), 255u);
  EXPECT_EQ(bench.port.loads(), 255);
}

}  // namespace
}  // namespace starnuma::tracking::adding
