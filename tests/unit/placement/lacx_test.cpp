// SPDX-License-Identifier: Apache-2.0
#include "models/placement/lacx/lacx.h"

#include <gtest/gtest.h>

#include "tests/unit/placement/hint_faults.h"

namespace starnuma::placement {
namespace {

using test::HintedProgram;
using test::kCxl;
using test::kNear;
using test::kOther;
using test::stat_of;

/// Two tasks on two nodes alternate, each with two consecutive faults. Returns how often the page
/// returns.
int times_back(Mark mark) {
  PolicySetup setup = test::hint_setup();
  setup.config.lacx.mark = mark;
  Lacx policy(setup);
  HintedProgram program(policy);
  int back = 0;
  for (int turn = 0; turn < 6; ++turn) {
    const bool one = turn % 2 == 0;
    for (int fault = 0; fault < 2; ++fault) {
      const bool out = program.tick.homes[3] == kCxl;
      const base::NodeId home = program.touch(3, one ? 0 : 1, one ? kNear : kOther);
      back += out && home != kCxl ? 1 : 0;
    }
  }
  EXPECT_EQ(stat_of(policy, "moved_back"), back);
  EXPECT_EQ(stat_of(policy, "ping_pong_pages"), back >= 2 ? 1 : 0);
  return back;
}

TEST(Lacx, WithoutTheMarkAPagePingPongsAndWithItDoesNot) {
  EXPECT_GE(times_back(Mark::kUnset), 2);
  EXPECT_EQ(times_back(Mark::kSet), 0);
}

TEST(Lacx, APageThatTasksOfTwoNodesShareGoesToTheNodeWithoutCores) {
  Lacx policy(test::hint_setup());
  HintedProgram program(policy);
  EXPECT_EQ(program.touch(0, 0, kNear), kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl);
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl) << "marked: the balancer leaves it there";
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl);
  EXPECT_EQ(stat_of(policy, "shared_moves"), 1);
  EXPECT_DOUBLE_EQ(stat_of(policy, "shared_pages_share"), 1.0 / test::kPages);
}

TEST(Lacx, TasksOfOneNodeShareWithoutAMove) {
  Lacx policy(test::hint_setup());
  HintedProgram program(policy);
  program.touch(0, 0, kNear);
  EXPECT_EQ(program.touch(0, 1, kNear), kNear);
}

TEST(Lacx, PrivatePagesMoveAsTheBalancerWants) {
  Lacx policy(test::hint_setup());
  HintedProgram program(policy);
  program.touch(0, 1, kOther);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther);
}

TEST(Lacx, WithoutRoomThePageStaysAndIsNotMarked) {
  Lacx policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.room[2] = 0;
  program.touch(0, 0, kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther) << "private now";
  EXPECT_EQ(stat_of(policy, "moves_node_full"), 1);
  EXPECT_EQ(stat_of(policy, "shared_moves"), 0);
}

TEST(Lacx, OnAMachineWhoseMemoryAllHasCoresItIsTheBalancer) {
  PolicySetup setup = test::hint_setup();
  setup.capacity = {100, 100};
  Lacx policy(setup);
  HintedProgram program(policy);
  program.touch(0, 0, kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther);
}

TEST(Lacx, AFullNodesPagesGoToOtherSocketsFirst) {
  Lacx policy(test::hint_setup());
  std::vector<std::uint64_t> room{0, 5, 5};
  const std::vector<base::NodeId> nearest{kNear, kCxl, kOther};
  Allocation page{0, kNear};
  EXPECT_EQ(policy.on_allocate(page), kNear);
  page.room = &room;
  page.nearest = &nearest;
  EXPECT_EQ(policy.on_allocate(page), kOther) << "though the other one is nearer";
  room[1] = 0;
  EXPECT_EQ(policy.on_allocate(page), kCxl);
}

TEST(Lacx, OftenUsedPagesArePromotedIfWanted) {
  PolicySetup setup = test::hint_setup();
  setup.config.lacx.promote_after = 3;
  Lacx policy(setup);
  HintedProgram program(policy);
  program.touch(0, 0, kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl);
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl);
  EXPECT_EQ(program.touch(0, 0, kNear), kCxl) << "the count restarts";
  EXPECT_EQ(program.touch(0, 2, kNear), kCxl);
  EXPECT_EQ(program.touch(0, 0, kNear), kNear) << "the third in a row, whichever the task";
  EXPECT_EQ(stat_of(policy, "promoted"), 1);
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl) << "shared again";
  EXPECT_EQ(program.touch(0, 1, kOther), kCxl) << "the first in a row";
}

TEST(Lacx, BelowTheStatedUseSharedPagesStay) {
  PolicySetup setup = test::hint_setup();
  setup.config.lacx.usage_threshold = 0.6;
  Lacx policy(setup);
  HintedProgram program(policy);
  program.touch(0, 0, kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kNear) << "half is in use";
  EXPECT_EQ(stat_of(policy, "below_usage_threshold"), 1);
  program.used = {60, 60, 0};
  EXPECT_EQ(program.touch(0, 0, kNear), kCxl);
}

}  // namespace
}  // namespace starnuma::placement
