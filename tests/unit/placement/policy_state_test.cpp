// SPDX-License-Identifier: Apache-2.0
// State of a policy in a checkpoint.
#include <gtest/gtest.h>

#include "models/placement/perfect_knowledge/perfect_knowledge.h"
#include "models/placement/starnuma/starnuma.h"
#include "tests/unit/placement/knowledge.h"

namespace starnuma::placement::policy_state_test {
namespace {

using test::kAll;
using test::kEight;
using test::kNine;
using test::knowledge;

constexpr RegionRules kRules{16, 10};

TEST(PolicyState, OneThatRecallsAnothersStateGoesOnAsThatOneDoes) {
  Starnuma first(kRules, {100, 10}, MoveHistory(1));
  first.on_phase(knowledge({{900, kAll}, {900, kNine}, {5, kAll}}));
  Starnuma second(kRules, {700, 10}, MoveHistory(1));
  second.recall(*first.remembered());
  PhaseKnowledge next = knowledge({{0, kAll}, {900, kAll}, {900, kEight}});
  next.phase = 2;
  const Plan wanted = first.on_phase(next);
  const Plan plan = second.on_phase(next);
  EXPECT_EQ(second.thresholds()->high, first.thresholds()->high);
  EXPECT_EQ(plan.counts.ping_pong, 1U);
  ASSERT_EQ(plan.moves.size(), wanted.moves.size());
  for (std::size_t i = 0; i < plan.moves.size(); ++i) {
    EXPECT_EQ(plan.moves[i].page, wanted.moves[i].page);
    EXPECT_EQ(plan.moves[i].to, wanted.moves[i].to);
  }
}

TEST(PolicyState, WhatAPageHasMovedIsRecalled) {
  PagePolicy first(PageRule::kArtifact, 0, MoveHistory(1, {3, 0, 1}));
  PagePolicy second(PageRule::kArtifact, 0);
  second.recall(*first.remembered());
  EXPECT_EQ(second.remembered()->phases_moved, (std::vector<std::uint16_t>{3, 0, 1}));
}

TEST(PolicyState, APolicyThatSaysNothingCannotBeTakenUp) {
  EXPECT_FALSE(Policy().remembered().has_value());
}

}  // namespace
}  // namespace starnuma::placement::policy_state_test
