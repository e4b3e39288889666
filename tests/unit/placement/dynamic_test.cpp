// SPDX-License-Identifier: Apache-2.0
#include "models/placement/dynamic/dynamic.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/placement/hint_faults.h"

namespace starnuma::placement {
namespace {

using test::HintedProgram;
using test::kCxl;
using test::kNear;
using test::kOther;

std::int64_t pages_on(const HintedProgram& program, base::NodeId node) {
  return std::count(program.tick.homes.begin(), program.tick.homes.end(), node);
}

TEST(DynamicMigration, TakesHalfTheDifferenceFromTheBusiestToTheIdlestNode) {
  DynamicMigration policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.homes[0] = program.tick.homes[1] = kOther;
  for (std::uint64_t page = 0; page < test::kPages; ++page) program.touch(page, 0, kNear);
  program.pass();
  EXPECT_EQ(pages_on(program, kNear), 3) << "half of the difference between six and none";
  EXPECT_EQ(pages_on(program, kOther), 2);
  EXPECT_EQ(pages_on(program, kCxl), 3);
}

TEST(DynamicMigration, ADifferenceOfTwoMovesAPageAndOfOneNone) {
  for (const std::uint64_t faults : {1U, 2U}) {
    DynamicMigration policy(test::hint_setup());
    HintedProgram program(policy);
    for (std::uint64_t page = 0; page < faults; ++page) program.touch(page, 0, kNear);
    program.pass();
    EXPECT_EQ(program.moves.size(), faults - 1);
  }
}

TEST(DynamicMigration, PagesTouchedFromElsewhereGoFirst) {
  DynamicMigration policy(test::hint_setup());
  HintedProgram program(policy);
  for (std::uint64_t page = 0; page < 6; ++page) program.touch(page, 0, page < 3 ? kNear : kOther);
  program.pass();
  EXPECT_EQ(program.tick.homes[0], kNear);
  for (std::uint64_t page = 3; page < 6; ++page) EXPECT_NE(program.tick.homes[page], kNear) << page;
}

TEST(DynamicMigration, OtherProgramsTrafficCountsAndTheirPagesStay) {
  DynamicMigration policy(test::hint_setup());
  HintedProgram program(policy);
  for (std::uint64_t page = 0; page < 4; ++page) program.touch(page, 0, kNear);
  program.tick.faults[0] += 12;
  program.pass();
  EXPECT_EQ(program.moves.size(), 2U) << "a quarter of the traffic: a quarter of half of 16";
}

TEST(DynamicMigration, AFullNodeGetsNothingAndEvenTrafficMovesNothing) {
  DynamicMigration policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.room = {50, 0, 1};
  for (std::uint64_t page = 0; page < test::kPages; ++page) program.touch(page, 0, kNear);
  program.pass();
  EXPECT_EQ(program.moves.size(), 1U);
  EXPECT_EQ(program.tick.homes[program.moves[0].page], kCxl);

  program.tick.room = {50, 50, 0};
  program.tick.homes = {kNear, kOther, kNear, kOther, kNear, kOther, kNear, kOther};
  for (std::uint64_t page = 0; page < test::kPages; ++page) program.touch(page, 0, kNear);
  program.pass();
  EXPECT_EQ(program.moves.size(), 1U);
}

TEST(DynamicMigration, WhatWasTouchedLongAgoIsForgotten) {
  DynamicMigration policy(test::hint_setup());
  HintedProgram program(policy);
  program.tick.room = {50, 0, 0};
  for (std::uint64_t page = 0; page < test::kPages; ++page) program.touch(page, 0, kNear);
  program.pass();
  program.tick.room = {50, 50, 50};
  program.pass();
  EXPECT_TRUE(program.moves.empty());
}

TEST(UsageAwareDynamic, AllocatesAsUsageAwareAndMovesAsDynamic) {
  UsageAwareDynamic policy(test::hint_setup());
  const std::vector<std::uint64_t> room{0, 3, 8};
  const std::vector<base::NodeId> nearest{kNear, kOther, kCxl};
  Allocation page{0, kNear};
  page.room = &room;
  page.nearest = &nearest;
  EXPECT_EQ(policy.on_allocate(page), kCxl);
  HintedProgram program(policy);
  for (std::uint64_t p = 0; p < test::kPages; ++p) program.touch(p, 0, kNear);
  program.pass();
  EXPECT_EQ(program.moves.size(), 4U);
}

}  // namespace
}  // namespace starnuma::placement
