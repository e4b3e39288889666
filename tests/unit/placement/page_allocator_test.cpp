// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_allocator.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace starnuma::placement::placement_test {
namespace {

using base::NodeId;

/// Returns an allocator with three nodes in a row.
PageAllocator row_of_three(std::vector<std::uint64_t> room) {
  const auto nearest = [](NodeId from) {
    std::vector<NodeId> nodes{NodeId{0}, NodeId{1}, NodeId{2}};
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
      const auto far = [&](NodeId node) {
        return std::abs(base::index_of(node) - base::index_of(from));
      };
      return far(a) < far(b);
    });
    return nodes;
  };
  return PageAllocator({std::move(room), {NodeId{0}, NodeId{1}, NodeId{2}}, nearest});
}

std::vector<base::PageOrigin> touched_by(const std::vector<int>& threads) {
  std::vector<base::PageOrigin> origins;
  for (const int thread : threads) origins.push_back({false, static_cast<std::uint16_t>(thread)});
  return origins;
}

const std::vector<NodeId> kThreads{NodeId{0}, NodeId{1}, NodeId{2}};

std::vector<int> numbers(const AllocatedPages& pages) {
  std::vector<int> list;
  for (const NodeId home : pages.homes) list.push_back(base::index_of(home));
  return list;
}

TEST(PageAllocator, PagesThatDoNotFitGoToTheNearestNodeWithRoom) {
  Policy first_touch;
  PageAllocator allocator = row_of_three({1, 2, 9});
  const auto pages = allocator.place(first_touch, touched_by({0, 0, 0, 0, 1}), kThreads);
  EXPECT_EQ(numbers(*pages), (std::vector<int>{0, 1, 1, 2, 2}));
  EXPECT_EQ(pages->fallback, 4U);
}

TEST(PageAllocator, ProgramsTakeRoomFromEachOther) {
  Policy first_touch;
  PageAllocator allocator = row_of_three({2, 1, 0});
  EXPECT_EQ(numbers(*allocator.place(first_touch, touched_by({0, 0}), kThreads)),
            (std::vector<int>{0, 0}));
  EXPECT_EQ(numbers(*allocator.place(first_touch, touched_by({0}), kThreads)),
            (std::vector<int>{1}));
  EXPECT_FALSE(allocator.place(first_touch, touched_by({0}), kThreads));
}

TEST(PageAllocator, BoundPagesTakeRoomAndAreNotAskedAbout) {
  Policy first_touch;
  PageAllocator allocator = row_of_three({1, 1, 1});
  const std::vector<base::PageOrigin> origins{{true, 0}, {true, 0}, {false, 0}};
  EXPECT_EQ(numbers(*allocator.place(first_touch, origins, kThreads)), (std::vector<int>{0, 0, 1}));
}

/// Requests all pages on one node, and on another if that is full.
class TwoWishes : public Policy {
 public:
  NodeId on_allocate(const Allocation& page) override {
    asked.push_back(page.room != nullptr);
    if (page.room != nullptr) seen = *page.room;
    return page.room == nullptr ? NodeId{0} : second;
  }
  NodeId second{2};
  std::vector<bool> asked;
  std::vector<std::uint64_t> seen;
};

TEST(PageAllocator, APolicyIsAskedAgainWithWhatIsFull) {
  TwoWishes policy;
  PageAllocator allocator = row_of_three({1, 1, 1});
  EXPECT_EQ(numbers(*allocator.place(policy, touched_by({0, 0}), kThreads)),
            (std::vector<int>{0, 2}));
  EXPECT_EQ(policy.asked, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(policy.seen, (std::vector<std::uint64_t>{0, 1, 1}));
  // It requests a full node a second time.
  EXPECT_EQ(numbers(*allocator.place(policy, touched_by({0}), kThreads)), (std::vector<int>{1}));
}

TEST(PageAllocator, DevicesOfASetShareTheRoomOfTheFirst) {
  Policy first_touch;
  PageAllocator allocator({{0, 2, 0}, {NodeId{0}, NodeId{1}, NodeId{1}}, [](NodeId) {
                             return std::vector<NodeId>{NodeId{0}, NodeId{1}};
                           }});
  EXPECT_EQ(numbers(*allocator.place(first_touch, touched_by({2, 2}), kThreads)),
            (std::vector<int>{2, 2}));
  EXPECT_FALSE(allocator.place(first_touch, touched_by({2}), kThreads));
}

TEST(PageAllocator, APageOfItsOwnGoesByTheRoomThatIsTold) {
  PageAllocator allocator = row_of_three({9, 9, 9});
  Policy first_touch;
  const Allocation page{5, NodeId{2}};
  const auto home = [&](bool bound, int id, std::vector<std::uint64_t> room) {
    const auto placed = allocator.place(first_touch, {bound, static_cast<std::uint16_t>(id)}, page,
                                        std::move(room));
    return placed ? base::index_of(placed->home) + (placed->fallback ? 10 : 0) : -1;
  };
  EXPECT_EQ(home(false, 0, {1, 1, 1}), 2);
  EXPECT_EQ(home(false, 0, {1, 1, 0}), 11) << "the nearest instead";
  EXPECT_EQ(home(false, 0, {0, 0, 0}), -1);
  EXPECT_EQ(home(true, 0, {1, 0, 0}), 0);
  EXPECT_EQ(home(true, 0, {0, 1, 1}), -1) << "bound";
}

TEST(PageAllocator, AProgramTakesTheRoomOfItsZones) {
  Policy first_touch;
  PageAllocator::Memory memory{
      {1, 0, 5, 1}, {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}, [](NodeId) {
        return std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{2}};
      }};
  PageAllocator allocator(memory);
  constexpr NodeId kNone{0xffff};
  // Node 1 is not allowed, and on node 2 only zone 3, with capacity for one page.
  const std::vector<NodeId> zones{NodeId{0}, kNone, NodeId{3}};
  EXPECT_EQ(numbers(*allocator.place(first_touch, touched_by({0, 0}), kThreads, zones)),
            (std::vector<int>{0, 2}));
  EXPECT_FALSE(allocator.place(first_touch, touched_by({0}), kThreads, zones));
  EXPECT_TRUE(allocator.place(first_touch, touched_by({2}), kThreads));
}

}  // namespace
}  // namespace starnuma::placement::placement_test
