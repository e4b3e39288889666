// SPDX-License-Identifier: Apache-2.0
// Bounds of streams for which the rules give a closed form.
#include "testbenches/memory/bound.h"

#include <gtest/gtest.h>

#include "tests/module/memory_bench/channel.h"

namespace starnuma::memory_bench {
namespace {

Bound bound(const memory::DramConfig& config, const std::string& text, int outstanding = 64) {
  const Stream stream = parse_stream(text);
  Load load;
  load.outstanding = outstanding;
  return bound_of(config, stream, load, measure(config, stream, load).issued);
}

TEST(Bound, SequentialReadsAreLimitedByTheDataBus) {
  const Bound found = bound(channel("ddr4_2666", {"refresh=disabled"}), "sequential");
  EXPECT_EQ(found.rule, Rule::kDataBus);
  EXPECT_DOUBLE_EQ(found.bytes_per_second, 64 * 1333e6 / 4);
  EXPECT_EQ(to_string(found), "data bus");
}

TEST(Bound, RefreshOfTheOnlyRankTakesItsShare) {
  const Bound found = bound(channel("ddr4_2666"), "sequential");
  EXPECT_NEAR(found.bytes_per_second, 64 * 1333e6 / 4 * (1 - 467.0 / 10400), 1);
  EXPECT_EQ(to_string(found), "data bus, refresh 4.5 %");
}

TEST(Bound, OneOpenRowIsLimitedByTheColumnDistanceInItsBankGroup) {
  const Bound found =
      bound(channel("ddr4_2666", {"refresh=disabled", "mapping=column_first"}), "loop:128");
  EXPECT_EQ(found.rule, Rule::kColumnSameGroup);
  EXPECT_DOUBLE_EQ(found.bytes_per_second, 64 * 1333e6 / 7);
}

TEST(Bound, RandomReadsOfSmallRanksAreLimitedByActivates) {
  const Bound found = bound(channel("ddr4_2666", {"refresh=disabled"}), "random");
  EXPECT_EQ(found.rule, Rule::kActivates);
  EXPECT_NEAR(found.bytes_per_second, 64 * 1333e6 / 7, 64 * 1333e6 / 7 * 0.04);
}

TEST(Bound, ALineReadAgainAndAgainIsLimitedByItsBank) {
  const Bound found = bound(channel("ddr5_4800", {"refresh=disabled"}), "loop:1");
  EXPECT_EQ(found.rule, Rule::kBankCycle);
  EXPECT_NEAR(found.bytes_per_second, 64 * 2.4e9 / 117, 1);
}

TEST(Bound, OneOutstandingReadIsLimitedByItsLatency) {
  const Bound found = bound(channel("ddr5_4800"), "sequential", 1);
  EXPECT_EQ(found.rule, Rule::kOutstanding);
  EXPECT_DOUBLE_EQ(found.bytes_per_second, 64 / 50e-9);
}

TEST(Bound, AnOpenLoopIsLimitedByItsLoad) {
  const Bound found = bound(channel("ddr5_4800"), "random@20");
  EXPECT_EQ(found.rule, Rule::kOffered);
  EXPECT_DOUBLE_EQ(found.bytes_per_second, 0.2 * 38.4e9);
}

TEST(Bound, WritesCostTurnarounds) {
  const auto config = channel("ddr4_2666", {"refresh=disabled"});
  const Bound mixed = bound(config, "sequential+1/1");
  EXPECT_EQ(mixed.rule, Rule::kTurnaround);
  EXPECT_LT(mixed.bytes_per_second, bound(config, "sequential").bytes_per_second * 0.97);
}

TEST(Bound, ASlowRowAtATimeIsSeenInSmallBlocks) {
  // Closed page, neighbours in one row: banks are equally busy only over the whole stream.
  const auto config = channel("ddr5_4800", {"refresh=disabled", "mapping=column_first"});
  const Bound found = bound(config, "sequential");
  EXPECT_EQ(found.rule, Rule::kBankCycle);
  EXPECT_LT(found.bytes_per_second, 0.5 * 38.4e9);
}

}  // namespace
}  // namespace starnuma::memory_bench
