// SPDX-License-Identifier: Apache-2.0
#include "models/placement/starnuma/starnuma.h"

#include <gtest/gtest.h>

#include "tests/unit/placement/knowledge.h"

namespace starnuma::placement::region_policy_test {
namespace {

using base::NodeId;
using test::kAll;
using test::kEight;
using test::kNine;
using test::knowledge;
using test::kPool;

constexpr RegionRules kT16{16, 10};
constexpr RegionRules kT0{0, 0};

struct Start {
  Thresholds thresholds;
  std::vector<std::uint16_t> moved;
};

/// HI, with an LO of 10.
Start history(double high, std::vector<std::uint16_t> moved = {}) { return {{high, 10}, moved}; }

struct Planned : Plan {
  Thresholds after;
};

Planned plan_regions(const PhaseKnowledge& k, const RegionRules& rules, const Start& start) {
  Starnuma policy(rules, start.thresholds, MoveHistory(1, start.moved));
  Planned planned{policy.on_phase(k), {}};
  planned.after = *policy.thresholds();
  return planned;
}

TEST(RegionPolicy, MissesUpToTheThresholdLeaveARegionWhereItIs) {
  const Planned plan = plan_regions(knowledge({{100, kAll}}), kT16, history(100));
  EXPECT_TRUE(plan.moves.empty());
}

TEST(RegionPolicy, OneMissMoreMovesItToThePool) {
  const Planned plan = plan_regions(knowledge({{101, kAll}}), kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].to, kPool);
  EXPECT_EQ(plan.counts.to_pool, 1U);
}

TEST(RegionPolicy, NineSharersGoToThePoolAndEightToOneOfThem) {
  const Planned plan =
      plan_regions(knowledge({{200, kNine}, {200, kEight}}, NodeId{12}), kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].to, kPool);
  EXPECT_LT(base::index_of(plan.moves[1].to), 8);
  EXPECT_EQ(plan.counts.to_socket, 1U);
}

TEST(RegionPolicy, TheSharerIsDrawnAnewForEachRegion) {
  const Planned plan = plan_regions(
      knowledge(std::vector<RegionUse>(200, {200, kEight}), NodeId{12}), kT16, history(100));
  std::vector<int> drawn(8, 0);
  for (const Move& move : plan.moves) ++drawn[static_cast<std::size_t>(move.to)];
  for (const int times : drawn) EXPECT_GT(times, 8);
}

TEST(RegionPolicy, ARegionThatIsThereStays) {
  const Planned plan = plan_regions(knowledge({{200, kAll}}, kPool), kT16, history(100));
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.already_there, 1U);
  EXPECT_EQ(plan.counts.candidates, 0U);
}

TEST(RegionPolicy, BoundPagesNeitherMoveNorMakeRoom) {
  PhaseKnowledge k = knowledge({{200, kAll}, {200, kAll}, {0, kAll}});
  k.homes[2] = kPool;
  k.bound = {true, false, true};
  k.room[16] = 0;
  EXPECT_TRUE(plan_regions(k, kT16, history(100)).moves.empty());
  k.room[16] = 2;
  EXPECT_EQ(plan_regions(k, kT16, history(100)).moves.size(), 1U);
}

TEST(RegionPolicy, OnlyPagesElsewhereMove) {
  PhaseKnowledge k = knowledge({{200, kAll}});
  k.region_pages = 4;
  k.homes = {NodeId{1}, kPool, NodeId{2}, kPool};
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 0U);
  EXPECT_EQ(plan.moves[1].page, 2U);
}

TEST(RegionPolicy, MovedInMoreThanAQuarterOfThePhasesStays) {
  PhaseKnowledge k = knowledge({{200, kAll}});
  k.phase = 7;
  EXPECT_TRUE(plan_regions(k, kT16, history(100, {2})).moves.empty());
  EXPECT_EQ(plan_regions(k, kT16, history(100, {2})).counts.ping_pong, 1U);
  k.phase = 8;
  EXPECT_EQ(plan_regions(k, kT16, history(100, {2})).moves.size(), 1U);
}

TEST(RegionPolicy, MovesAreRemembered) {
  const PhaseKnowledge k = knowledge({{200, kAll}, {1, kAll}});
  Starnuma policy(kT16, {100, 10}, MoveHistory());
  const Plan plan = policy.on_phase(k);
  EXPECT_EQ(policy.on_phase(k).counts.ping_pong, 1U);
  policy.on_phase_over(plan.moves, 0);
  EXPECT_EQ(policy.on_phase(k).moves.size(), 1U) << "a move that was not made does not count";
}

TEST(RegionPolicy, AFullPoolEvictsAColdRegionToOneOfItsSharers) {
  PhaseKnowledge k = knowledge({{200, kAll}, {10, 0b100000}, {11, kAll}});
  k.homes = {NodeId{3}, kPool, kPool};
  k.room[16] = 0;
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 1U);
  EXPECT_EQ(plan.moves[0].to, NodeId{5});
  EXPECT_EQ(plan.moves[1].page, 0U);
  EXPECT_EQ(plan.moves[1].to, kPool);
  EXPECT_EQ(plan.counts.evicted, 1U);
}

TEST(RegionPolicy, AFullSocketEvictsToo) {
  PhaseKnowledge k = knowledge({{200, 0b1}, {0, 0b10}}, NodeId{0});
  k.homes[0] = NodeId{3};
  k.room[0] = 0;
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].to, NodeId{1});
  EXPECT_EQ(plan.moves[1].to, NodeId{0});
}

TEST(RegionPolicy, ARegionIsEvictedOnceInAPlan) {
  PhaseKnowledge k = knowledge({{300, kAll}, {10, 0b100000}, {200, 0b100000}});
  k.homes[1] = kPool;
  k.room[16] = 0;
  k.room[5] = 1;  // taken by the region that leaves the pool
  const Planned plan = plan_regions(k, kT16, history(100));
  EXPECT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.counts.evicted, 1U);
  EXPECT_EQ(plan.counts.no_room, 1U);
}

TEST(RegionPolicy, WithoutAVictimTheRegionStays) {
  PhaseKnowledge k = knowledge({{200, kAll}, {11, kAll}});
  k.homes[1] = kPool;
  k.room[16] = 0;
  const Planned plan = plan_regions(k, kT16, history(100));
  EXPECT_TRUE(plan.moves.empty());
  EXPECT_EQ(plan.counts.no_room, 1U);
}

TEST(RegionPolicy, TheLimitStopsThePlan) {
  PhaseKnowledge k = knowledge(std::vector<RegionUse>(5, {200, kAll}));
  k.limit = 3;
  const Planned plan = plan_regions(k, kT16, history(100));
  EXPECT_EQ(plan.moves.size(), 3U);
  EXPECT_EQ(plan.counts.over_limit, 2U);
}

TEST(RegionPolicy, TheHottestCandidatesMoveFirst) {
  PhaseKnowledge k = knowledge({{200, kAll}, {500, kAll}, {300, kAll}, {500, kAll}});
  k.limit = 3;
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 3U);
  EXPECT_EQ(plan.moves[0].page, 1U);
  EXPECT_EQ(plan.moves[1].page, 3U) << "equally hot regions go in their order";
  EXPECT_EQ(plan.moves[2].page, 2U);
}

TEST(RegionPolicy, OfEquallyHotCandidatesThoseOfMoreSharersMoveFirst) {
  PhaseKnowledge k = knowledge({{500, kNine}, {500, kAll}, {501, kNine}});
  k.limit = 2;
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 2U);
  EXPECT_EQ(plan.moves[1].page, 1U);
}

TEST(RegionPolicy, InRegionOrderTheFirstCandidatesMove) {
  PhaseKnowledge k = knowledge({{200, kAll}, {500, kAll}, {300, kAll}});
  k.limit = 2;
  const Planned plan = plan_regions(k, {16, 10, 65535, CandidateOrder::kRegion}, history(100));
  ASSERT_EQ(plan.moves.size(), 2U);
  EXPECT_EQ(plan.moves[0].page, 0U);
  EXPECT_EQ(plan.moves[1].page, 1U);
}

TEST(RegionPolicy, ALimitOfZeroMovesNothing) {
  PhaseKnowledge k = knowledge({{200, kAll}});
  k.limit = 0;
  EXPECT_TRUE(plan_regions(k, kT16, history(100)).moves.empty());
}

TEST(RegionPolicy, ThresholdDoublesWhenCandidatesExceedTwiceTheLimit) {
  PhaseKnowledge k = knowledge(std::vector<RegionUse>(7, {200, kAll}));
  k.limit = 3;
  EXPECT_EQ(plan_regions(k, kT16, history(100)).after.high, 200);
  k.regions.pop_back();
  k.homes.pop_back();
  EXPECT_EQ(plan_regions(k, kT16, history(100)).after.high, 100) << "six are twice the limit";
  k.limit = 4;
  EXPECT_EQ(plan_regions(k, kT16, history(100)).after.high, 100);
}

TEST(RegionPolicy, ThresholdShrinksWhenMovesStayUnderHalfTheLimit) {
  PhaseKnowledge k = knowledge({{200, kAll}});
  k.limit = 3;
  EXPECT_EQ(plan_regions(k, kT16, history(100)).after.high, 75);
  k.limit = 2;
  EXPECT_EQ(plan_regions(k, kT16, history(100)).after.high, 100);
  k.limit = 1000;
  EXPECT_EQ(plan_regions(k, kT16, history(12)).after.high, 10) << "not below LO";
}

TEST(RegionPolicy, ThresholdStaysBelowWhatTheCounterHolds) {
  PhaseKnowledge k = knowledge(std::vector<RegionUse>(9, {15, kAll}));
  k.limit = 1;
  EXPECT_EQ(plan_regions(k, {4, 1, 15}, history(10)).after.high, 14);
  EXPECT_EQ(plan_regions(k, {4, 1, 15}, history(14)).moves.size(), 1U)
      << "a saturated counter is hot";
  EXPECT_EQ(plan_regions(k, {4, 1, 15}, history(99)).moves.size(), 1U) << "from the first phase on";
}

TEST(RegionPolicy, ACounterThatStopsAtOneIsHotWithOneMissAndColdWithNone) {
  const RegionRules stops_at_one{4, 31, 1};
  const PhaseKnowledge k = knowledge({{1, kAll}, {0, kAll}});
  const Planned plan = plan_regions(k, stops_at_one, history(156));
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].page, 0U);
  EXPECT_EQ(plan.after.high, 0);
}

TEST(RegionPolicy, LowThresholdDoublesWhenNoRoomCanBeMade) {
  PhaseKnowledge k = knowledge({{200, kAll}, {11, kAll}});
  k.homes[1] = kPool;
  k.room[16] = 0;
  EXPECT_EQ(plan_regions(k, {16, 100}, history(100)).after.low, 20);
  EXPECT_EQ(plan_regions(k, {16, 15}, history(100)).after.low, 15) << "not beyond its most";
  k.room[16] = 1;
  EXPECT_EQ(plan_regions(k, {16, 100}, history(100)).after.low, 10);
}

TEST(RegionPolicy, LowThresholdGrowsByHalfWhenColdPagesExceedTwiceTheLimit) {
  PhaseKnowledge k = knowledge({{200, kAll}, {10, kAll}, {10, kAll}, {10, kAll}});
  k.limit = 1;
  EXPECT_EQ(plan_regions(k, {16, 100}, history(100)).after.low, 15);
  k.regions[3].misses = 11;
  EXPECT_EQ(plan_regions(k, {16, 100}, history(100)).after.low, 10);
  k.regions[3].misses = 10;
  k.regions[0].misses = 100;
  EXPECT_EQ(plan_regions(k, {16, 100}, history(100)).after.low, 10) << "hardly anything moved";
}

TEST(RegionPolicy, WithoutCountersOnlyWhatAllTouchedMoves) {
  const Planned plan = plan_regions(knowledge({{0, kAll}, {0, 0x7fff}}), kT0, history(0));
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_EQ(plan.moves[0].page, 0U);
  EXPECT_EQ(plan.moves[0].to, kPool);
}

TEST(RegionPolicy, WithoutAPoolSharedRegionsGoToSockets) {
  PhaseKnowledge k = knowledge({{200, 0x1fff0}}, NodeId{3});
  k.pool_devices = 0;
  k.regions[0].sharers = 0xfff0;
  k.room.resize(test::kSockets);
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 1U);
  EXPECT_GE(base::index_of(plan.moves[0].to), 4);
}

TEST(RegionPolicy, SeveralDevicesAreDealtByPage) {
  PhaseKnowledge k = knowledge(std::vector<RegionUse>(4, {200, kAll}));
  k.pool_devices = 2;
  k.room.assign(18, 1000);
  k.room[17] = 1;
  const Planned plan = plan_regions(k, kT16, history(100));
  ASSERT_EQ(plan.moves.size(), 4U);
  EXPECT_EQ(plan.moves[0].to, NodeId{16});
  EXPECT_EQ(plan.moves[1].to, NodeId{17});
  EXPECT_EQ(plan.moves[2].to, NodeId{16});
  EXPECT_EQ(plan.moves[3].to, NodeId{16}) << "the second device is full";
}

TEST(RegionPolicy, RandomPlansNeverExceedCapacityNorLimitAndRepeat) {
  constexpr std::uint64_t kSeed = 20261121;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  for (int run = 0; run < 2000; ++run) {
    const PhaseKnowledge k = test::random_knowledge(random);
    const RegionRules thresholds{static_cast<int>(random.below(3)) * 8,
                                 static_cast<double>(random.below(30))};
    const double high = static_cast<double>(random.below(100));
    const Planned plan = plan_regions(k, thresholds, history(high));
    ASSERT_TRUE(test::Replay(k, plan.moves).ok) << "run " << run;
    ASSERT_LE(plan.moves.size(), k.limit) << "run " << run;
    const Planned again = plan_regions(k, thresholds, history(high));
    ASSERT_EQ(again.moves.size(), plan.moves.size());
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
      ASSERT_EQ(again.moves[i].page, plan.moves[i].page);
      ASSERT_EQ(again.moves[i].to, plan.moves[i].to);
    }
  }
}

}  // namespace
}  // namespace starnuma::placement::region_policy_test
