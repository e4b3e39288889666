// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/tester.h"

#include <gtest/gtest.h>

#include "testbenches/coherence/row_report.h"

namespace starnuma::coherence_bench {
namespace {

TrafficResult traffic_of(std::uint64_t seed) {
  TrafficConfig config;
  config.ops = 20'000;
  config.seed = seed;
  return run_traffic(config);
}

TEST(Tester, TenSeedsOfRandomTrafficHold) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const TrafficResult result = traffic_of(seed);
    EXPECT_EQ(result.failure, "") << "seed " << seed;
    EXPECT_EQ(result.ops, 20'000u) << "seed " << seed;
    EXPECT_GT(result.pages.moves, 5u) << "seed " << seed;
  }
}

TEST(Tester, TheSameSeedMakesTheSameTraffic) {
  const TrafficResult first = traffic_of(1);
  const TrafficResult again = traffic_of(1);
  EXPECT_EQ(first.messages, again.messages);
  EXPECT_EQ(first.episodes, again.episodes);
  EXPECT_EQ(coverage_text(first.coverage), coverage_text(again.coverage));
  EXPECT_NE(first.messages, traffic_of(2).messages);
}

}  // namespace
}  // namespace starnuma::coherence_bench
