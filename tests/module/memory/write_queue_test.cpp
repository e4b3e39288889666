// SPDX-License-Identifier: Apache-2.0
// Queues of the shipped channel: 64 writes per sub-channel, drained from 54 down to 32.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/memory/channel_bench.h"

namespace starnuma::memory {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;

constexpr Time kController = 13'333_ps;  // 32 clocks
constexpr int kBuffer = 64;
constexpr int kHigh = 54;
constexpr int kLow = 32;

/// Returns a line of the first sub-channel, different for each number.
std::uint64_t line(int number) { return 2 * static_cast<std::uint64_t>(number); }

TEST(WriteQueue, ALineInItIsReadInTheControllersTime) {
  ChannelBench bench;
  bench.request(line(0), 100_ns, true);
  const Answer answer = bench.request(line(0), 110_ns, false);
  EXPECT_EQ(answer.at, 110_ns + kController);
  EXPECT_EQ(answer.ledger.ps[static_cast<int>(LatencyKind::kDramArray)], 13'333u);
  EXPECT_EQ(answer.ledger.queue(), 0_ns);
  EXPECT_EQ(bench.statistics().at("reads.from_buffer"), 1);
}

TEST(WriteQueue, AWriteOfALineInItTakesNoPlace) {
  ChannelBench bench;
  for (int i = 0; i < 1000; ++i) bench.request(line(0), 100_ns, true);
  EXPECT_EQ(bench.statistics().at("writes"), 1000);
  EXPECT_EQ(bench.statistics().at("writes.merged"), 999);
  EXPECT_EQ(bench.statistics().at("write_drains"), 0);
}

TEST(WriteQueue, IsDrainedAtTheHighMark) {
  ChannelBench bench;
  for (int i = 0; i < kHigh - 1; ++i) bench.request(line(i), 100_ns, true);
  bench.wait(line(2 * kHigh), 100_ns);
  bench.wait(line(2 * kHigh + 1), 101_ns);
  EXPECT_EQ(bench.statistics().at("write_drains"), 0);
  bench.request(line(kHigh), 101_ns, true);
  bench.wait(line(2 * kHigh + 2), 102_ns);
  EXPECT_EQ(bench.statistics().at("write_drains"), 1);
}

TEST(WriteQueue, ADrainCountsAtTheEndOfARunThoughNoAccessFollowsIt) {
  ChannelBench bench;
  for (int i = 0; i < kHigh; ++i) bench.request(line(i), 100_ns, true);
  test::let_pass(100_ns + kBurst * 110);
  EXPECT_EQ(bench.statistics().at("write_drains"), 1);
}

TEST(WriteQueue, ADrainEndsAtTheLowMark) {
  ChannelBench bench;
  for (int i = 0; i < kHigh; ++i) bench.request(line(i), 100_ns, true);
  bench.request(line(2 * kHigh), 100_ns, false);
  test::let_pass(kBurst * 110);
  bench.wait(line(2 * kHigh + 1), 100_ns + kBurst * (kHigh - kLow + 10));
  EXPECT_NEAR(bench.statistics().at("utilisation"), (kHigh - kLow + 2) / 220.0, 1e-3);
}

TEST(WriteQueue, AReadDoesNotWaitForWritesBelowTheMark) {
  ChannelBench bench;
  for (int i = 0; i < kHigh - 1; ++i) bench.request(line(i), 100_ns, true);
  EXPECT_EQ(bench.wait(line(kHigh), 100_ns), 0_ns);
}

TEST(WriteQueue, AReadWaitsForADrain) {
  ChannelBench bench({"refresh=disabled", "write_high=24", "write_low=4"});
  for (int i = 0; i < 24; ++i) bench.request(line(i), 100_ns, true);
  // The rank activates the rows of 20 writes first, at the pace of tRRD_S.
  EXPECT_EQ(bench.wait(line(kHigh), 100_ns), kBurst * 19);
}

TEST(WriteQueue, WhenFullItDelaysWritesToThePaceOfTheBus) {
  constexpr int kWrites = 1000;
  ChannelBench bench;
  Time last;
  for (int i = 0; i < kWrites; ++i) {
    const Answer answer = bench.request(line(i), 100_ns, true);
    EXPECT_EQ(answer.at, 100_ns + answer.ledger.queue());
    if (i < kBuffer) {
      EXPECT_EQ(answer.at, 100_ns) << i;
    }
    last = std::max(last, answer.at);
  }
  EXPECT_GT(last, 100_ns + kBurst * (kWrites - kBuffer - kHigh + kLow));
  EXPECT_LT(last, 100_ns + kBurst * kWrites * 3 / 2);
  EXPECT_GT(bench.statistics().at("mean_write_wait"), 100);
  EXPECT_EQ(bench.statistics().at("mean_read_wait"), 0);
}

TEST(SpeculativeRead, IsServedAsAnyOtherWhereTheQueueIsShort) {
  ChannelBench bench;
  bench.wait(line(0), 100_ns);
  const Answer answer = bench.request(line(1), 100_ns, false, true);
  EXPECT_FALSE(answer.dropped);
  EXPECT_EQ(answer.at, 100_ns + kUnloaded + kBurst);
  EXPECT_EQ(bench.statistics().at("reads.speculative"), 1);
  EXPECT_DOUBLE_EQ(bench.statistics().at("mean_speculative_wait"), kBurst.ns());
  EXPECT_EQ(bench.statistics().at("mean_read_wait"), 0);
}

TEST(SpeculativeRead, IsDroppedWhereTheQueueIsLong) {
  ChannelBench bench;
  for (int i = 0; i < 50; ++i) bench.wait(line(i), 100_ns);
  const Answer answer = bench.request(line(60), 100_ns, false, true);
  EXPECT_TRUE(answer.dropped);
  EXPECT_EQ(answer.at, 100_ns);
  EXPECT_EQ(answer.ledger.total(), 0_ns);
  EXPECT_EQ(bench.statistics().at("reads"), 50);
  EXPECT_EQ(bench.statistics().at("reads.dropped"), 1);
  EXPECT_GT(bench.wait(line(60), 100_ns), 100_ns);
}

}  // namespace
}  // namespace starnuma::memory
