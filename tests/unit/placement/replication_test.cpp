// SPDX-License-Identifier: Apache-2.0
#include "models/placement/replication/replication.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/placement/knowledge.h"

namespace starnuma::placement::replica_policy_test {
namespace {

using base::NodeId;
using test::kPool;
using test::kSockets;

/// A page: number of sockets that miss on it, misses of each, and true if it was written.
struct Page {
  int sharers;
  int misses;
  bool written = false;
};

class Replicas {
 public:
  explicit Replicas(const std::vector<Page>& pages) : counts_(pages.size(), kSockets) {
    k = test::knowledge(std::vector<RegionUse>(pages.size()), NodeId{3});
    k.regions.clear();
    for (std::uint64_t p = 0; p < pages.size(); ++p) {
      written_.push_back(pages[p].written);
      for (int s = 0; s < pages[p].sharers; ++s) {
        for (int n = 0; n < pages[p].misses; ++n) counts_.add(p, static_cast<std::uint64_t>(s));
      }
    }
    k.counts = &counts_;
    k.written = &written_;
  }

  Plan plan(bool with_pool = false, double least = 0,
            std::vector<std::uint16_t> phases_moved = {}) const {
    return ReplicaPolicy(least, with_pool, MoveHistory(1, std::move(phases_moved))).on_phase(k);
  }

  PhaseKnowledge k;

 private:
  accounting::PageCounts counts_;
  std::vector<std::uint8_t> written_;
};

TEST(ReplicaPolicy, APageThatNobodyWritesGetsACopyOnEachSharingSocketButItsOwn) {
  const Plan plan = Replicas({{9, 5}}).plan();
  std::set<int> sockets;
  for (const Move& move : plan.moves) {
    EXPECT_TRUE(move.copy);
    sockets.insert(base::index_of(move.to));
  }
  EXPECT_EQ(sockets, (std::set<int>{0, 1, 2, 4, 5, 6, 7, 8}));
  EXPECT_EQ(plan.counts.copies, 8U);
}

TEST(ReplicaPolicy, EightSharersOrTooFewMissesAreNotEnough) {
  EXPECT_TRUE(Replicas({{8, 50}}).plan().moves.empty());
  EXPECT_TRUE(Replicas({{9, 5}}).plan(false, 45).moves.empty());
  EXPECT_FALSE(Replicas({{9, 5}}).plan(false, 44).moves.empty());
}

TEST(ReplicaPolicy, AWrittenPageGetsNoCopy) {
  const Plan plan = Replicas({{16, 5, true}}).plan();
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.written, 1U);
}

TEST(ReplicaPolicy, WithAPoolAWrittenPageGoesThere) {
  const Plan plan = Replicas({{16, 5, true}}).plan(true);
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].to, kPool);
  EXPECT_FALSE(plan.moves[0].copy);
  EXPECT_EQ(plan.counts.to_pool, 1U);
}

TEST(ReplicaPolicy, AWrittenPageStaysWhileItHasCopies) {
  Replicas replicas({{16, 5, true}});
  replicas.k.copies = {1};
  const Plan plan = replicas.plan(true);
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.candidates, 0U);
}

TEST(ReplicaPolicy, APageInThePoolStaysThereWhileItIsWritten) {
  Replicas replicas({{16, 5, true}});
  replicas.k.homes[0] = kPool;
  const Plan plan = replicas.plan(true);
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.already_there, 1U);
}

TEST(ReplicaPolicy, APageInThePoolIsCopiedToAllSharersOnceNobodyWritesIt) {
  Replicas replicas({{16, 5}});
  replicas.k.homes[0] = kPool;
  EXPECT_EQ(replicas.plan(true).counts.copies, 16U);
}

TEST(ReplicaPolicy, AFullPoolTakesNoPage) {
  Replicas replicas({{16, 5, true}});
  replicas.k.room[kSockets] = 0;
  const Plan plan = replicas.plan(true);
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.no_room, 1U);
}

TEST(ReplicaPolicy, OnlySocketsWithoutACopyGetOne) {
  Replicas replicas({{10, 5}});
  replicas.k.copies = {0x0f7};
  const Plan plan = replicas.plan();
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].to, NodeId{8});
  EXPECT_EQ(plan.moves[1].to, NodeId{9});
}

TEST(ReplicaPolicy, APageWithAllItsCopiesIsLeftAlone) {
  Replicas replicas({{9, 5}});
  replicas.k.copies = {0x1f7};
  const Plan plan = replicas.plan();
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.already_there, 1U);
}

TEST(ReplicaPolicy, AFullSocketGetsNoCopyAndOthersDo) {
  Replicas replicas({{9, 5}, {9, 4}});
  replicas.k.room.assign(kSockets + 1, 1);
  const Plan plan = replicas.plan();
  EXPECT_EQ(plan.counts.copies, 8U);
  for (const Move& move : plan.moves) EXPECT_EQ(move.page, 0U);
  EXPECT_EQ(plan.counts.no_room, 1U);
}

TEST(ReplicaPolicy, TheLimitCountsPagesAndTheMostMissedGoFirst) {
  Replicas replicas({{9, 2}, {9, 9}, {9, 5}});
  replicas.k.limit = 2;
  const Plan plan = replicas.plan();
  ASSERT_EQ(plan.moves.size(), 16U);
  EXPECT_EQ(plan.moves[0].page, 1U);
  EXPECT_EQ(plan.moves[8].page, 2U);
  EXPECT_EQ(plan.counts.over_limit, 1U);
}

TEST(ReplicaPolicy, APageThatPingPongsStays) {
  Replicas replicas({{9, 5}});
  replicas.k.phase = 4;
  const Plan plan = replicas.plan(false, 0, {2});
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.ping_pong, 1U);
}

TEST(ReplicaPolicy, RemembersWhatItCopiedAndForgetsWhatWasNotMade) {
  const Replicas replicas({{9, 5}});
  ReplicaPolicy policy(0, false);
  const Plan plan = policy.on_phase(replicas.k);
  EXPECT_EQ(policy.on_phase(replicas.k).counts.ping_pong, 1U);
  policy.on_phase_over(plan.moves, 0);
  EXPECT_EQ(policy.on_phase(replicas.k).counts.copies, 8U);
}

TEST(ReplicaPolicy, WhatFoundNoRoomHasNotMoved) {
  Replicas replicas({{16, 5, true}});
  replicas.k.room[kSockets] = 0;
  ReplicaPolicy policy(0, true);
  EXPECT_EQ(policy.on_phase(replicas.k).counts.no_room, 1U);
  replicas.k.room[kSockets] = 1;
  EXPECT_EQ(policy.on_phase(replicas.k).counts.to_pool, 1U);
}

TEST(ReplicaPolicy, BoundPagesStay) {
  Replicas replicas({{9, 5}, {9, 5, true}});
  replicas.k.bound = {true, true};
  EXPECT_TRUE(replicas.plan(true).moves.empty());
}

TEST(ReplicaPolicy, RandomPlansFitNameRealNodesAndRepeat) {
  base::Random random(1);
  for (int i = 0; i < 300; ++i) {
    PhaseKnowledge k = test::random_knowledge(random);
    accounting::PageCounts counts(k.homes.size(), k.sockets);
    std::vector<std::uint8_t> written;
    for (std::uint64_t p = 0; p < k.homes.size(); ++p) {
      written.push_back(random.below(3) == 0);
      for (int s = 0; s < k.sockets; ++s) {
        if (random.below(4) != 0) counts.add(p, static_cast<std::uint64_t>(s));
      }
    }
    k.counts = &counts;
    k.written = &written;
    const bool with_pool = k.pool_devices > 0 && random.below(2) == 0;
    const Plan plan = ReplicaPolicy(0, with_pool).on_phase(k);
    std::vector<std::uint64_t> room = k.room;
    std::set<std::pair<std::uint64_t, base::NodeId>> seen;
    std::set<std::uint64_t> pages;
    for (const Move& move : plan.moves) {
      const auto to = static_cast<std::size_t>(move.to);
      ASSERT_GT(room[to]--, 0U);
      ASSERT_NE(k.homes[move.page], move.to);
      ASSERT_TRUE(seen.insert({move.page, move.to}).second);
      ASSERT_EQ(move.copy, to < static_cast<std::size_t>(k.sockets));
      ASSERT_EQ(move.copy, written[move.page] == 0);
      if (!move.copy) ++room[static_cast<std::size_t>(k.homes[move.page])];
      pages.insert(move.page);
    }
    EXPECT_LE(pages.size(), k.limit);
    const Plan again = ReplicaPolicy(0, with_pool).on_phase(k);
    ASSERT_EQ(again.moves.size(), plan.moves.size());
  }
}

}  // namespace
}  // namespace starnuma::placement::replica_policy_test
