// SPDX-License-Identifier: Apache-2.0
#include "models/placement/autonuma/autonuma.h"

#include <gtest/gtest.h>

#include "tests/unit/placement/hint_faults.h"

namespace starnuma::placement {
namespace {

using test::HintedProgram;
using test::kNear;
using test::kOther;
using test::stat_of;

TEST(Autonuma, APrivateRemotePageMovesAtItsSecondFaultFromTheSameNode) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  EXPECT_EQ(program.touch(0, 1, kOther), kNear) << "its first fault";
  EXPECT_EQ(program.touch(0, 1, kOther), kOther);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther) << "local now";
  EXPECT_EQ(program.moves.size(), 1U);
}

TEST(Autonuma, ATaskThatHasMovedMeanwhileFaultsTwiceMore) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.touch(0, 1, kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kNear);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther);
}

TEST(Autonuma, SharedPagesStay) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(program.touch(0, 0, kNear), kNear);
    EXPECT_EQ(program.touch(0, 1, kOther), kNear);
  }
  EXPECT_EQ(program.touch(0, 2, kOther), kNear) << "another task of the same node";
}

TEST(Autonuma, EarlyInAProgramAFirstFaultIsEnough) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.early_passes = 1;
  Autonuma policy(setup);
  HintedProgram program(policy);
  EXPECT_EQ(program.touch(0, 1, kOther), kOther);
  program.pass();
  EXPECT_EQ(program.touch(1, 1, kOther), kNear) << "the first pass is over";
}

TEST(Autonuma, AFullNodeGetsNoPage) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.room[1] = 1;
  for (int fault = 0; fault < 3; ++fault) {
    for (std::uint64_t page = 0; page < 3; ++page) program.touch(page, 1, kOther);
  }
  EXPECT_EQ(program.moves.size(), 1U);
  EXPECT_EQ(stat_of(policy, "moves_node_full"), 4);
}

TEST(Autonuma, NoMorePagesMoveThanTheRateAllows) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.early_passes = 100;
  setup.config.numa_balancing.migration_rate = base::Bandwidth(3 * base::kPageBytes);
  Autonuma policy(setup);
  HintedProgram program(policy);
  for (std::uint64_t page = 0; page < 5; ++page) program.touch(page, 1, kOther);
  EXPECT_EQ(program.moves.size(), 3U);
  EXPECT_EQ(stat_of(policy, "moves_over_rate_limit"), 2);
}

TEST(Autonuma, FaultsAreCountedByClass) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.touch(0, 0, kNear);   // private, local
  program.touch(0, 1, kOther);  // shared, remote
  program.touch(0, 2, kNear);   // shared, local
  program.touch(1, 1, kOther);  // private, remote
  program.touch(1, 1, kOther);  // private, remote; migrates
  EXPECT_EQ(stat_of(policy, "faults_private_local"), 1);
  EXPECT_EQ(stat_of(policy, "faults_shared_remote"), 1);
  EXPECT_EQ(stat_of(policy, "faults_shared_local"), 1);
  EXPECT_EQ(stat_of(policy, "faults_private_remote"), 2);
  policy.reset_statistics();
  EXPECT_EQ(stat_of(policy, "faults_private_remote"), 0);
}

TEST(Autonuma, ATaskGoesToAnIdleCoreOfTheNodeThatItsPagesAreOn) {
  PolicySetup setup = test::hint_setup();
  Autonuma policy(setup);
  HintedProgram program(policy);
  program.tick.homes.assign(test::kPages, kOther);
  program.tick.busy[4] = true;  // on the other node, by another program
  for (std::uint64_t page = 0; page < 3; ++page) program.touch(page, 2, kNear);
  const Plan plan = program.pass();
  ASSERT_EQ(plan.tasks.size(), 1U);
  EXPECT_EQ(plan.tasks[0].task, 2);
  EXPECT_EQ(plan.tasks[0].to, base::CoreId{5});
}

TEST(Autonuma, FaultsOnPagesOfAnotherTaskMoveNoTask) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.homes.assign(test::kPages, kOther);
  for (std::uint64_t page = 0; page < 3; ++page) program.touch(page, 3, kNear);
  for (std::uint64_t page = 0; page < 3; ++page) program.touch(page, 2, kNear);
  const Plan plan = program.pass();
  ASSERT_EQ(plan.tasks.size(), 1U);
  EXPECT_EQ(plan.tasks[0].task, 3);
}

TEST(Autonuma, FaultsOfAnEarlierPassCountHalf) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  for (std::uint64_t page = 4; page < 7; ++page) program.tick.homes[page] = kOther;
  for (std::uint64_t page = 0; page < 4; ++page) program.touch(page, 2, kNear);
  EXPECT_TRUE(program.pass().tasks.empty());
  for (std::uint64_t page = 4; page < 7; ++page) program.touch(page, 2, kNear);
  EXPECT_EQ(program.pass().tasks.size(), 1U) << "three are more than half of four";
}

TEST(Autonuma, TasksStayWhereNoCoreIsIdleOrWhenTold) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.tasks = TaskPlacement::kStay;
  Autonuma told(setup);
  Autonuma full(test::hint_setup());
  for (Autonuma* policy : {&told, &full}) {
    HintedProgram program(*policy);
    program.tick.homes.assign(test::kPages, kOther);
    if (policy == &full) program.tick.busy.assign(2 * test::kCores, true);
    for (std::uint64_t page = 0; page < 3; ++page) program.touch(page, 2, kNear);
    EXPECT_TRUE(program.pass().tasks.empty());
  }
}

TEST(Autonuma, ATaskStaysWhereAsManyOfItsFaultsWere) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.tasks[2] = base::CoreId{4};
  program.tick.busy[2] = false;
  program.tick.homes[1] = kOther;
  program.touch(0, 2, kOther);
  program.touch(1, 2, kOther);
  EXPECT_TRUE(program.pass().tasks.empty());
}

TEST(Autonuma, TwoTasksDoNotTakeOneCore) {
  Autonuma policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.homes.assign(test::kPages, kOther);
  program.tick.busy = {true, true, true, true, true, true, true, false};
  for (int task = 0; task < 3; ++task) program.touch(static_cast<std::uint64_t>(task), task, kNear);
  const Plan plan = program.pass();
  ASSERT_EQ(plan.tasks.size(), 1U);
  EXPECT_EQ(plan.tasks[0].to, base::CoreId{7});
}

}  // namespace
}  // namespace starnuma::placement
