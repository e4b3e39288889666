// SPDX-License-Identifier: Apache-2.0
#include "models/placement/weighted_interleave/weighted_interleave.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/placement/page_allocator.h"

namespace starnuma::placement::weighted_interleave_test {
namespace {

using base::NodeId;
using Homes = std::vector<int>;

/// Returns the homes of a number of pages of node 0.
Homes homes(const std::vector<int>& weights, std::vector<std::uint64_t> room, int pages) {
  PageAllocator::Memory memory;
  for (std::size_t n = 0; n < room.size(); ++n) memory.room_of.push_back(static_cast<NodeId>(n));
  memory.nearest = [nodes = room.size()](NodeId) {
    std::vector<NodeId> order;
    for (std::size_t n = 0; n < nodes; ++n) order.push_back(static_cast<NodeId>(n));
    return order;
  };
  memory.room = std::move(room);
  PolicySetup setup;
  setup.config.weights = base::Weights{weights};
  WeightedInterleave policy(setup);
  const std::vector<base::PageOrigin> origins(static_cast<std::size_t>(pages));
  const auto placed = PageAllocator(std::move(memory)).place(policy, origins, {NodeId{0}});
  Homes numbers;
  for (const NodeId home : placed->homes) numbers.push_back(base::index_of(home));
  return numbers;
}

constexpr std::uint64_t kPlenty = 1'000'000;

TEST(WeightedInterleave, GivesEachNodeItsWeightInConsecutivePages) {
  EXPECT_EQ(homes({3, 1}, {kPlenty, kPlenty}, 9), (Homes{0, 0, 0, 1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(homes({0, 2, 1}, {kPlenty, kPlenty, kPlenty}, 6), (Homes{1, 1, 2, 1, 1, 2}));
}

TEST(WeightedInterleave, FollowsWeightsFromOneToNothingToSixteenToOne) {
  constexpr int kPages = 10'000;
  for (const std::vector<int>& weights : std::vector<std::vector<int>>{
           {1, 0}, {1, 1}, {3, 1}, {1, 16}, {16, 1}, {2, 3, 5}, {0, 1, 16, 0}}) {
    const Homes all = homes(weights, std::vector<std::uint64_t>(weights.size(), kPlenty), kPages);
    const int sum = std::accumulate(weights.begin(), weights.end(), 0);
    for (std::size_t n = 0; n < weights.size(); ++n) {
      const auto pages = std::count(all.begin(), all.end(), static_cast<int>(n));
      EXPECT_NEAR(1.0 * pages / kPages, 1.0 * weights[n] / sum, 0.01 * weights[n] / sum) << n;
    }
  }
}

TEST(WeightedInterleave, EndsTheTurnOfAFullNode) {
  EXPECT_EQ(homes({3, 1, 2}, {1, kPlenty, kPlenty}, 7), (Homes{0, 1, 2, 2, 1, 2, 2}));
}

TEST(WeightedInterleave, SkipsAllFullNodesThatFollow) {
  EXPECT_EQ(homes({0, 1, 1, 1}, {kPlenty, 1, 0, kPlenty}, 4), (Homes{1, 3, 3, 3}));
}

TEST(WeightedInterleave, UsesNodesWithoutAWeightOnlyWhenTheOthersAreFull) {
  EXPECT_EQ(homes({0, 1, 1}, {kPlenty, 2, 1}, 5), (Homes{1, 2, 1, 0, 0}));
}

}  // namespace
}  // namespace starnuma::placement::weighted_interleave_test
