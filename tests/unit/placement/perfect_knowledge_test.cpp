// SPDX-License-Identifier: Apache-2.0
#include "models/placement/perfect_knowledge/perfect_knowledge.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/unit/placement/knowledge.h"

namespace starnuma::placement {
namespace {

using base::NodeId;
using test::kSockets;

/// Returns the counts for misses of sockets 0, 1, ... on page 0, 1, ...
accounting::PageCounts counts(const std::vector<std::vector<int>>& misses) {
  accounting::PageCounts result(misses.size(), kSockets);
  for (std::uint64_t page = 0; page < misses.size(); ++page) {
    for (std::uint64_t s = 0; s < misses[page].size(); ++s) {
      for (int n = 0; n < misses[page][s]; ++n) result.add(page, s);
    }
  }
  return result;
}

PhaseKnowledge knowing(const accounting::PageCounts& counts) {
  PhaseKnowledge k = test::knowledge(std::vector<RegionUse>(counts.pages()), NodeId{0});
  k.regions.clear();
  k.counts = &counts;
  return k;
}

Plan plan_pages(const PhaseKnowledge& k, PageRule rule, double least,
                std::vector<std::uint16_t> phases_moved) {
  return PagePolicy(rule, least, MoveHistory(1, std::move(phases_moved))).on_phase(k);
}

TEST(PagePolicy, ByTheArtifactsRuleAPageOfFewGoesToTheSocketThatMissesMost) {
  const accounting::PageCounts c = counts({{1, 1, 1, 1, 1, 1, 9}});
  const Plan plan = plan_pages(knowing(c), PageRule::kArtifact, 0, {});
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].to, NodeId{6});
}

TEST(PagePolicy, ByTheArtifactsRuleAPageOfEightGoesToAnyOfThem) {
  const std::vector<std::vector<int>> pages(800, {0, 1, 1, 1, 1, 1, 1, 1, 9});
  const accounting::PageCounts c = counts(pages);
  PhaseKnowledge k = knowing(c);
  std::array<int, kSockets> arrived{};
  for (const Move& move : plan_pages(k, PageRule::kArtifact, 0, {}).moves) {
    ++arrived[static_cast<std::size_t>(move.to)];
  }
  EXPECT_EQ(arrived[0], 0) << "which does not share";
  for (int socket = 1; socket <= 8; ++socket) {
    EXPECT_NEAR(arrived[static_cast<std::size_t>(socket)], 100, 35) << "socket " << socket;
  }
  EXPECT_EQ(arrived[9], 0);
}

TEST(PagePolicy, ByTheArtifactsRuleTheMostMissedPagesGoFirst) {
  const accounting::PageCounts c = counts({{0, 2}, {8, 9}, {0, 12}, {0, 1}});
  PhaseKnowledge k = knowing(c);
  k.limit = 2;
  const Plan plan = plan_pages(k, PageRule::kArtifact, 1, {});
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 1U) << "17 misses, although it gains 1";
  EXPECT_EQ(plan.moves[1].page, 2U);
  EXPECT_EQ(plan.counts.candidates, 3U) << "a page with one miss is none";
}

TEST(PagePolicy, ByTheTopRuleAPageGoesToTheSocketThatMissesMost) {
  const accounting::PageCounts c = counts({{1, 5, 9}});
  const Plan plan = plan_pages(knowing(c), PageRule::kTopMisser, 7, {});
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].to, NodeId{2});
}

TEST(PagePolicy, AGainUpToTheLeastMovesNothing) {
  const accounting::PageCounts c = counts({{1, 5, 9}});
  EXPECT_TRUE(plan_pages(knowing(c), PageRule::kTopMisser, 8, {}).moves.empty());
}

TEST(PagePolicy, ATieStaysAtHome) {
  const accounting::PageCounts c = counts({{5, 5, 5}});
  EXPECT_TRUE(plan_pages(knowing(c), PageRule::kTopMisser, 0, {}).moves.empty());
}

TEST(PagePolicy, OtherTiesAreSpreadOverTheSocketsThatTie) {
  const std::vector<std::vector<int>> pages(300, {0, 7, 7, 7});
  const accounting::PageCounts c = counts(pages);
  PhaseKnowledge k = knowing(c);
  k.limit = pages.size();
  std::array<int, 4> arrived{};
  for (const Move& move : plan_pages(k, PageRule::kTopMisser, 0, {}).moves)
    ++arrived[base::index_of(move.to)];
  for (const int socket : {1, 2, 3}) EXPECT_NEAR(arrived[socket], 100, 30) << "socket " << socket;
}

TEST(PagePolicy, TheLargestGainsGoFirst) {
  const accounting::PageCounts c = counts({{0, 2}, {0, 9}, {0, 5}});
  PhaseKnowledge k = knowing(c);
  k.limit = 2;
  const Plan plan = plan_pages(k, PageRule::kTopMisser, 0, {});
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 1U);
  EXPECT_EQ(plan.moves[1].page, 2U);
  EXPECT_EQ(plan.counts.over_limit, 1U);
}

TEST(PagePolicy, AFullSocketTakesNoMore) {
  const accounting::PageCounts c = counts({{0, 9}, {0, 5}, {0, 0, 3}});
  PhaseKnowledge k = knowing(c);
  k.room[1] = 1;
  const Plan plan = plan_pages(k, PageRule::kTopMisser, 0, {});
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[1].page, 2U);
  EXPECT_EQ(plan.counts.no_room, 1U);
}

TEST(PagePolicy, APageThatPingPongsStays) {
  const accounting::PageCounts c = counts({{0, 9}});
  PhaseKnowledge k = knowing(c);
  k.phase = 3;
  EXPECT_TRUE(plan_pages(k, PageRule::kTopMisser, 0, {1}).moves.empty());
  k.phase = 4;
  EXPECT_EQ(plan_pages(k, PageRule::kTopMisser, 0, {1}).moves.size(), 1U);
}

TEST(PagePolicy, PagesInAPoolAreLeftAlone) {
  const accounting::PageCounts c = counts({{0, 9}});
  PhaseKnowledge k = knowing(c);
  k.homes[0] = test::kPool;
  EXPECT_TRUE(plan_pages(k, PageRule::kTopMisser, 0, {}).moves.empty());
}

TEST(PagePolicy, BoundPagesAreLeftAlone) {
  const accounting::PageCounts c = counts({{0, 9}});
  PhaseKnowledge k = knowing(c);
  k.bound = {true};
  EXPECT_TRUE(plan_pages(k, PageRule::kTopMisser, 0, {}).moves.empty());
}

TEST(PagePolicy, RandomPlansNeverExceedCapacityNorLimitAndRepeat) {
  constexpr std::uint64_t kSeed = 20261121;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  for (int run = 0; run < 500; ++run) {
    PhaseKnowledge k = test::random_knowledge(random);
    accounting::PageCounts c(k.homes.size(), k.sockets);
    for (int n = 0; n < 500; ++n) {
      c.add(random.below(k.homes.size()), random.below(static_cast<std::uint64_t>(k.sockets)));
    }
    k.counts = &c;
    for (const PageRule rule : {PageRule::kArtifact, PageRule::kTopMisser}) {
      const Plan plan = plan_pages(k, rule, 0, {});
      ASSERT_TRUE(test::Replay(k, plan.moves).ok) << "run " << run;
      ASSERT_LE(plan.moves.size(), k.limit);
      ASSERT_EQ(plan_pages(k, rule, 0, {}).moves.size(), plan.moves.size());
    }
  }
}

}  // namespace
}  // namespace starnuma::placement
