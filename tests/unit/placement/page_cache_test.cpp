// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_cache/page_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace starnuma::placement {
namespace {

using base::NodeId;

constexpr NodeId kSocket{0};
constexpr NodeId kPool{1};

/// Page cache of a given size on one socket. Executes the plans of the policy.
class Cache {
 public:
  Cache(Replacement replacement, std::uint64_t pages) : room_{pages, 100} {
    PolicySetup setup;
    setup.sockets = 1;
    setup.config.page_cache.replacement = replacement;
    setup.pool.devices = {{kPool, 100}};
    setup.seed = 1;
    policy_ = std::make_unique<PageCache>(setup);
  }

  /// Touches a page and executes the plan; returns the evicted page, or -1.
  int touch(std::uint64_t page) {
    PageFault fault{page, base::Time(0)};
    fault.kind = PageFaultKind::kUnmapped;
    fault.node = kSocket;
    fault.home = cached.count(page) != 0 ? kSocket : kPool;
    fault.room = &room_;
    const Plan plan = policy_->on_fault(fault);
    int victim = -1;
    for (const Move& move : plan.moves) {
      if (move.to == kPool) {
        victim = static_cast<int>(move.page);
        EXPECT_EQ(cached.erase(move.page), 1U);
        ++room_[0];
      } else {
        EXPECT_EQ(move.page, page);
        EXPECT_TRUE(cached.insert(page).second);
        --room_[0];
      }
    }
    EXPECT_EQ(plan.counts.evicted, victim < 0 ? 0U : 1U);
    return victim;
  }
  NodeId allocate(std::uint64_t page) { return policy_->on_allocate({page, kSocket}); }

  std::set<std::uint64_t> cached;

 private:
  std::vector<std::uint64_t> room_;
  std::unique_ptr<PageCache> policy_;
};

TEST(PageCache, AllPagesLieOnThePool) {
  Cache cache(Replacement::kKeep, 2);
  for (std::uint64_t page = 0; page < 5; ++page) EXPECT_EQ(cache.allocate(page), kPool);
}

TEST(PageCache, AFullOneKeepsItsPagesIfItShould) {
  Cache cache(Replacement::kKeep, 2);
  for (std::uint64_t page = 0; page < 5; ++page) EXPECT_EQ(cache.touch(page), -1);
  EXPECT_EQ(cache.cached, (std::set<std::uint64_t>{0, 1}));
}

TEST(PageCache, TheFirstPageLeavesFirst) {
  Cache cache(Replacement::kFifo, 2);
  EXPECT_EQ(cache.touch(7), -1);
  EXPECT_EQ(cache.touch(8), -1);
  EXPECT_EQ(cache.touch(9), 7);
  EXPECT_EQ(cache.touch(7), 8);
  EXPECT_EQ(cache.touch(8), 9);
}

TEST(PageCache, AnyPageMayLeaveAndTheCacheStaysFull) {
  Cache cache(Replacement::kRandom, 4);
  std::set<int> victims;
  for (std::uint64_t page = 0; page < 4; ++page) EXPECT_EQ(cache.touch(page), -1);
  for (std::uint64_t page = 4; page < 40; ++page) {
    victims.insert(cache.touch(page));
    EXPECT_EQ(cache.cached.size(), 4U);
  }
  EXPECT_EQ(victims.count(-1), 0U);
  EXPECT_EQ(victims.size(), 36U);
  EXPECT_NE(*victims.rbegin(), 35) << "not the order of fifo";
}

TEST(PageCache, APageOfASocketStaysThere) {
  Cache cache(Replacement::kFifo, 2);
  cache.touch(0);
  EXPECT_EQ(cache.touch(0), -1);
  EXPECT_EQ(cache.cached.size(), 1U);
}

}  // namespace
}  // namespace starnuma::placement
