// SPDX-License-Identifier: Apache-2.0
#include "models/placement/static_oracle/static_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "models/placement/page_allocator.h"
#include "models/placement/sharing.h"

namespace starnuma::placement::placement_test {
namespace {

using base::NodeId;

constexpr int kSockets = 16;
constexpr NodeId kPool{16};
constexpr int kNodes = 24;
constexpr std::uint64_t kPlenty = 1000;

std::vector<int> numbers(const std::vector<NodeId>& homes) {
  std::vector<int> list;
  for (const NodeId home : homes) list.push_back(base::index_of(home));
  return list;
}

/// Misses on a page: number of sockets, and misses of each.
struct Page {
  int sharers;
  int misses_each;
};

accounting::PageCounts profile(const std::vector<Page>& pages) {
  accounting::PageCounts counts(pages.size(), kSockets);
  for (std::size_t page = 0; page < pages.size(); ++page) {
    for (int s = 0; s < pages[page].sharers; ++s) {
      for (int m = 0; m < pages[page].misses_each; ++m) {
        counts.add(page, static_cast<std::uint64_t>(s));
      }
    }
  }
  return counts;
}

/// Returns the nodes of the threads of sockets with this number of cores.
std::vector<NodeId> nodes_of_threads(int cores) {
  std::vector<NodeId> nodes;
  for (int t = 0; t < kSockets * cores; ++t) nodes.push_back(static_cast<NodeId>(t / cores));
  return nodes;
}

/// Returns the homes of pages on nodes that are never full.
std::vector<NodeId> place(Policy& policy, const std::vector<base::PageOrigin>& origins, int cores) {
  PageAllocator::Memory memory;
  for (int n = 0; n < kNodes; ++n) {
    memory.room.push_back(~std::uint64_t{0});
    memory.room_of.push_back(static_cast<NodeId>(n));
  }
  return PageAllocator(memory).place(policy, origins, nodes_of_threads(cores))->homes;
}

std::vector<NodeId> first_touch(const std::vector<base::PageOrigin>& origins, int cores) {
  Policy policy;
  return place(policy, origins, cores);
}

/// Returns the oracle's placement of pages that sockets of one core have touched.
std::vector<NodeId> oracle(const accounting::PageCounts& counts,
                           const std::vector<base::PageOrigin>& origins,
                           const PoolCapacities& rooms) {
  const FirstPass first_pass{counts, origins};
  PolicySetup setup;
  setup.pool = rooms;
  setup.seed = 1;
  setup.first_pass = &first_pass;
  StaticOracle policy(setup);
  return place(policy, origins, 1);
}

/// Returns the oracle's placement of unbound pages that all start on socket 3.
std::vector<NodeId> oracle(const accounting::PageCounts& counts, const PoolCapacities& rooms) {
  return oracle(counts, std::vector<base::PageOrigin>(counts.pages(), {false, 3}), rooms);
}

/// Returns the pages that the oracle places on the pool.
std::vector<int> pooled(const std::vector<Page>& pages, std::uint64_t room) {
  const std::vector<NodeId> homes = oracle(profile(pages), {{{kPool, room}}});
  std::vector<int> list;
  for (std::size_t page = 0; page < homes.size(); ++page) {
    if (homes[page] == kPool) list.push_back(static_cast<int>(page));
  }
  return list;
}

TEST(FirstTouch, APageLiesOnTheSocketOfItsFirstThread) {
  const std::vector<base::PageOrigin> origins{{false, 0}, {false, 3}, {false, 4}, {false, 63}};
  EXPECT_EQ(numbers(first_touch(origins, 4)), (std::vector<int>{0, 0, 1, 15}));
  EXPECT_EQ(numbers(first_touch(origins, 28)), (std::vector<int>{0, 0, 0, 2}));
}

TEST(FirstTouch, ABoundPageLiesOnItsNode) {
  const std::vector<base::PageOrigin> origins{{true, 16}, {true, 5}, {false, 5}};
  EXPECT_EQ(numbers(first_touch(origins, 4)), (std::vector<int>{16, 5, 1}));
}

TEST(StaticOracle, APageOfFewSharersGoesToTheSocketThatMissesMost) {
  accounting::PageCounts counts(3, kSockets);
  counts.add(0, 5);
  counts.add(1, 5);
  counts.add(1, 2);
  const std::vector<base::PageOrigin> origins(3, {false, 2});
  EXPECT_EQ(numbers(oracle(counts, origins, {})), (std::vector<int>{5, 2, 2}))
      << "a page is not moved by a tie nor without misses";
}

TEST(StaticOracle, BoundPagesStay) {
  const std::vector<base::PageOrigin> origins{{true, 7}, {true, 7}};
  EXPECT_EQ(numbers(oracle(profile({{16, 1}, {1, 1}}), origins, {{{kPool, kPlenty}}})),
            (std::vector<int>{7, 7}));
}

TEST(StaticOracle, WithoutAPoolWidelySharedPagesAreSpreadOverTheirSharers) {
  std::array<int, kSockets> arrived{};
  for (const NodeId home : oracle(profile(std::vector<Page>(800, Page{8, 1})), {})) {
    ++arrived[static_cast<std::size_t>(home)];
  }
  for (int s = 0; s < kSockets; ++s) {
    EXPECT_NEAR(arrived[static_cast<std::size_t>(s)], s < 8 ? 100 : 0, s < 8 ? 35 : 0);
  }
}

TEST(StaticOracle, WhatThePoolCannotHoldIsSpreadToo) {
  const std::vector<NodeId> homes =
      oracle(profile(std::vector<Page>(100, Page{16, 1})), {{{kPool, 10}}});
  EXPECT_EQ(std::count(homes.begin(), homes.end(), kPool), 10);
  EXPECT_LT(std::count(homes.begin(), homes.end(), NodeId{3}), 20);
}

TEST(FirstTouch, WithoutPagesThereIsNothingToPlace) { EXPECT_TRUE(first_touch({}, 4).empty()); }

TEST(StaticOracle, EightSharersGoToThePoolAndSevenDoNot) {
  EXPECT_EQ(pooled({{7, 100}, {8, 1}, {16, 1}, {1, 1000}, {0, 0}}, kPlenty),
            (std::vector<int>{1, 2}));
}

TEST(StaticOracle, TheRoomOfThePoolIsNotExceeded) {
  const std::vector<Page> pages(10, Page{16, 1});
  EXPECT_EQ(pooled(pages, 4).size(), 4u);
  EXPECT_EQ(pooled(pages, 10).size(), 10u);
  EXPECT_TRUE(pooled(pages, 0).empty());
}

TEST(StaticOracle, TheMostMissedPagesComeFirst) {
  EXPECT_EQ(pooled({{9, 5}, {16, 1}, {12, 10}, {9, 6}}, 2), (std::vector<int>{2, 3}));
}

TEST(StaticOracle, MissesCountAndNotSharers) {
  EXPECT_EQ(pooled({{16, 1}, {9, 2}}, 1), std::vector<int>{1});  // 16 against 18 misses
}

TEST(StaticOracle, EquallyMissedPagesGoInPageOrder) {
  EXPECT_EQ(pooled(std::vector<Page>(6, Page{9, 2}), 3), (std::vector<int>{0, 1, 2}));
}

TEST(Sharing, HalfOfTheSocketsAndAtLeastTwoShareWidely) {
  EXPECT_TRUE(widely_shared(8, 16));
  EXPECT_FALSE(widely_shared(7, 16));
  EXPECT_TRUE(widely_shared(16, 32));
  EXPECT_TRUE(widely_shared(2, 2));
  EXPECT_FALSE(widely_shared(1, 2));
  EXPECT_FALSE(widely_shared(1, 1));
}

TEST(Sharing, AlgorithmOneAsksForMoreThanHalfOfTheSockets) {
  EXPECT_EQ(pool_sharers(16), 8);
  EXPECT_EQ(pool_sharers(32), 16);
  EXPECT_EQ(pool_sharers(2), 1);
  EXPECT_EQ(pool_sharers(1), 0);
}

class SeveralDevices : public testing::Test {
 protected:
  static std::vector<int> homes(const PoolCapacities& rooms, std::size_t pages = 6) {
    return numbers(oracle(profile(std::vector<Page>(pages, Page{16, 1})), rooms));
  }
};

TEST_F(SeveralDevices, TakePagesInTurns) {
  EXPECT_EQ(homes({{{NodeId{16}, 9}, {NodeId{17}, 9}}, 1}),
            (std::vector<int>{16, 17, 16, 17, 16, 17}));
}

TEST_F(SeveralDevices, TakeBlocksOfPagesWhereTheyAreInterleavedMoreCoarsely) {
  EXPECT_EQ(homes({{{NodeId{16}, 9}, {NodeId{17}, 9}}, 2}),
            (std::vector<int>{16, 16, 17, 17, 16, 16}));
}

TEST_F(SeveralDevices, AFullOneIsPassedOver) {
  EXPECT_EQ(homes({{{NodeId{16}, 9}, {NodeId{17}, 1}, {NodeId{18}, 0}}, 1}),
            (std::vector<int>{16, 17, 16, 16, 16, 16}));
}

TEST_F(SeveralDevices, TogetherHoldTheirSum) {
  const std::vector<int> all = homes({{{NodeId{16}, 2}, {NodeId{17}, 2}}, 1});
  EXPECT_EQ(std::vector<int>(all.begin(), all.begin() + 4), (std::vector<int>{16, 17, 16, 17}));
  EXPECT_LT(std::max(all[4], all[5]), kSockets);
}

}  // namespace
}  // namespace starnuma::placement::placement_test
