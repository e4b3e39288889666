// SPDX-License-Identifier: Apache-2.0
#include "models/placement/region_balance/region_balance.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

using Moves = std::vector<std::pair<std::uint32_t, int>>;

Moves moves_of(RegionPolicy& policy, const std::vector<RegionLocationUse>& regions,
               std::vector<std::uint64_t> room) {
  Moves moves;
  for (const RegionMove& move : policy.plan(regions, std::move(room))) {
    moves.emplace_back(move.region, move.to);
  }
  return moves;
}

std::unique_ptr<RegionPolicy> by_counters(int max_moves = 4) {
  return make_region_policy(RegionBalance::kCounters, {2, 10, max_moves});
}

TEST(RegionBalance, LeavesRegionsWhereNobodyDecides) {
  EXPECT_EQ(make_region_policy(RegionBalance::kNone, {}), nullptr);
}

TEST(RegionBalance, TakesRegionsToWhoUsesThemMost) {
  const std::vector<RegionLocationUse> regions{
      {0, 4, true, {0, 50, 100}}, {1, 4, true, {0, 200, 100}}, {1, 4, true, {300, 20, 0}}};
  EXPECT_EQ(moves_of(*by_counters(), regions, {8, 8, 8}), (Moves{{2, 0}, {0, 2}}));
  EXPECT_EQ(moves_of(*by_counters(1), regions, {8, 8, 8}), (Moves{{2, 0}}));
}

TEST(RegionBalance, AsksForTwiceTheUsesAndForSomeInEachPage) {
  const auto moves = [](std::uint64_t own, std::uint64_t other) {
    return !moves_of(*by_counters(), {{0, 4, true, {own, other}}}, {8, 8}).empty();
  };
  EXPECT_FALSE(moves(40, 80));
  EXPECT_TRUE(moves(40, 81));
  EXPECT_FALSE(moves(0, 39));
  EXPECT_TRUE(moves(0, 40));
}

TEST(RegionBalance, AsksForNoMoreThanThereIsRoom) {
  const std::vector<RegionLocationUse> regions{{0, 4, true, {0, 100}},
                                               {0, 4, true, {0, 300}},
                                               {0, 4, false, {0, 900}},
                                               {0, 2, true, {0, 80}}};
  EXPECT_EQ(moves_of(*by_counters(), regions, {0, 7}), (Moves{{1, 1}, {3, 1}}));
  EXPECT_EQ(moves_of(*by_counters(), regions, {0, 1}), Moves{});
}

TEST(RegionBalance, RotatesOneRegionAfterTheOtherToTheNextServerWithRoom) {
  const auto policy = make_region_policy(RegionBalance::kRotate, {});
  const std::vector<RegionLocationUse> regions{
      {2, 4, true, {}}, {0, 4, false, {}}, {1, 4, true, {}}};
  EXPECT_EQ(moves_of(*policy, regions, {3, 4, 9}), (Moves{{0, 1}}));  // node 0 is full
  EXPECT_EQ(moves_of(*policy, regions, {3, 4, 9}), (Moves{{2, 2}}));  // node 1 is not allowed
  EXPECT_EQ(moves_of(*policy, regions, {4, 4, 4}), (Moves{{0, 0}}));
  EXPECT_EQ(moves_of(*policy, regions, {0, 0, 0}), Moves{});
}

}  // namespace
}  // namespace starnuma::placement
