// SPDX-License-Identifier: Apache-2.0
#include "models/placement/fallback/fallback.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/placement/page_allocator.h"

namespace starnuma::placement {
namespace {

using base::NodeId;

PolicySetup nodes(std::size_t count) {
  PolicySetup setup;
  setup.capacity.assign(count, 0);
  return setup;
}

/// Returns an allocator with node 0, one node near it and two far away, or all others alike.
PageAllocator memory(std::vector<std::uint64_t> room, std::vector<int> distance) {
  PageAllocator::Memory memory;
  for (std::size_t n = 0; n < room.size(); ++n) memory.room_of.push_back(static_cast<NodeId>(n));
  memory.nearest = [distance](NodeId) {
    std::vector<NodeId> order;
    for (std::size_t n = 0; n < distance.size(); ++n) order.push_back(static_cast<NodeId>(n));
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
      return distance[static_cast<std::size_t>(a)] < distance[static_cast<std::size_t>(b)];
    });
    return order;
  };
  memory.distance = [distance](NodeId) { return distance; };
  memory.room = std::move(room);
  return PageAllocator(std::move(memory));
}

/// Returns the homes of a number of pages of node 0, in order.
std::vector<int> homes(Policy& policy, std::vector<std::uint64_t> room, int pages,
                       const std::vector<int>& distance = {10, 21, 21, 21}) {
  const std::vector<base::PageOrigin> origins(static_cast<std::size_t>(pages));
  const auto placed = memory(std::move(room), distance).place(policy, origins, {NodeId{0}});
  std::vector<int> numbers;
  for (const NodeId home : placed->homes) numbers.push_back(base::index_of(home));
  return numbers;
}

using Homes = std::vector<int>;

TEST(PageInterleave, DealsPagesOverAllNodesAndPassesFullOnesOver) {
  PageInterleave one_full(nodes(4));
  EXPECT_EQ(homes(one_full, {9, 9, 1, 9}, 9), (Homes{0, 1, 2, 3, 0, 1, 3, 0, 1}));
  PageInterleave two_full(nodes(4));
  EXPECT_EQ(homes(two_full, {9, 9, 1, 1}, 9), (Homes{0, 1, 2, 3, 0, 1, 0, 1, 0}));
}

TEST(Fallback, OwnNodeComesFirst) {
  Hybrid hybrid(nodes(4));
  UsageAware usage_aware(nodes(4));
  EXPECT_EQ(homes(hybrid, {3, 9, 9, 9}, 3), (Homes{0, 0, 0}));
  EXPECT_EQ(homes(usage_aware, {3, 9, 9, 9}, 3), (Homes{0, 0, 0}));
}

TEST(Hybrid, DealsWhatDoesNotFitOverTheOthers) {
  Hybrid policy(nodes(4));
  EXPECT_EQ(homes(policy, {1, 9, 9, 9}, 7), (Homes{0, 1, 2, 3, 1, 2, 3}));
}

TEST(Hybrid, PassesFullNodesOver) {
  Hybrid policy(nodes(4));
  const Homes placed = homes(policy, {0, 9, 1, 9}, 7);
  EXPECT_EQ(std::count(placed.begin(), placed.end(), 2), 1);
  EXPECT_EQ(std::count(placed.begin(), placed.end(), 1), 3);
}

TEST(UsageAware, GoesToTheNodeWithMostRoom) {
  UsageAware policy(nodes(4));
  EXPECT_EQ(homes(policy, {1, 2, 4, 3}, 6), (Homes{0, 2, 2, 3, 1, 2}));
}

/// The case that is worse than round robin: one node is emptier than the others, and all remote
/// pages of a program gather there.
TEST(UsageAware, HerdsOnANodeThatIsEmptierThanOthers) {
  UsageAware usage_aware(nodes(4));
  Hybrid hybrid(nodes(4));
  const std::vector<std::uint64_t> room{0, 40, 100, 40};
  const Homes herd = homes(usage_aware, room, 60);
  EXPECT_EQ(std::count(herd.begin(), herd.end(), 2), 60);
  const Homes dealt = homes(hybrid, room, 60);
  for (const int node : {1, 2, 3}) {
    EXPECT_EQ(std::count(dealt.begin(), dealt.end(), node), 20) << node;
  }
}

TEST(Fallback, ANearerGroupIsFullBeforeAFartherOneGetsAPage) {
  const std::vector<int> distance{10, 32, 16, 32};
  Hybrid hybrid(nodes(4));
  UsageAware usage_aware(nodes(4));
  EXPECT_EQ(homes(hybrid, {0, 9, 2, 9}, 4, distance), (Homes{2, 2, 3, 1}));
  EXPECT_EQ(homes(usage_aware, {0, 8, 2, 9}, 4, distance), (Homes{2, 2, 3, 1}));
}

}  // namespace
}  // namespace starnuma::placement
