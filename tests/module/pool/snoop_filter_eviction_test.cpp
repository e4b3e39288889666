// SPDX-License-Identifier: Apache-2.0
// A request whose set of the snoop filter is full waits until the victim's hosts have answered.
#include "tests/module/pool/device_bench.h"

namespace starnuma::test::snoop_filter_eviction_test {
namespace {

constexpr base::Time kRequest{10'000'000};
constexpr base::Time kAnswer{10'300'000};
const base::LineAddress kNew = same_set(2);

/// Host 1 owns both lines of the set: kLine (the older one) and its neighbour.
void fill_set(DeviceBench& bench) {
  bench.send(base::Time(0), Op::kMemRdOwn, 1, kLine);
  bench.send(base::Time(1'000'000), Op::kMemRdOwn, 1, same_set(1));
}

TEST(SnoopFilterEviction, InvalidatesTheOldestLineOfTheSetFirst) {
  DeviceBench bench;
  fill_set(bench);
  const auto sent = bench.send(kRequest, Op::kMemRdShared, 3, kNew);
  expect_only(sent, Op::kBISnpInv, 1, kRequest + kDirectory);
  EXPECT_EQ(sent[0].message.line, kLine);
  EXPECT_EQ(bench.stat("snoop_filter.evictions"), 1);
  EXPECT_EQ(bench.memory.reads, 2);  // none yet for the new line
}

TEST(SnoopFilterEviction, ServesTheRequestAfterTheVictimsAnswer) {
  DeviceBench bench;
  fill_set(bench);
  bench.send(kRequest, Op::kMemRdShared, 3, kNew);
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1, kLine);
  expect_only(sent, Op::kMemDataE, 3, kAnswer + kDirectory + kMemory);
  EXPECT_EQ(sent[0].message.line, kNew);
  EXPECT_FALSE(sent[0].message.via_owner);  // the data came from memory
}

TEST(SnoopFilterEviction, TakesTheWriteBackOfADirtyVictimBeforeTheGrant) {
  DeviceBench bench;
  fill_set(bench);
  bench.send(kRequest, Op::kMemRdShared, 3, kNew);
  const auto complete = bench.write_back(kAnswer, 1, kLine);
  expect_only(complete, Op::kCmp, 1, kAnswer + kDirectory);
  EXPECT_EQ(bench.memory.writes, 1);
  const auto sent = bench.send(kAnswer + kMemory, Op::kBIRspI, 1, kLine);
  expect_only(sent, Op::kMemDataE, 3, kAnswer + kMemory + kDirectory + kMemory);
  EXPECT_EQ(bench.memory.reads, 3);
}

TEST(SnoopFilterEviction, SnoopsTheVeryHostThatAsks) {
  DeviceBench bench;
  fill_set(bench);
  const auto sent = bench.send(kRequest, Op::kMemRdOwn, 1, kNew);
  expect_only(sent, Op::kBISnpInv, 1, kRequest + kDirectory);
  expect_only(bench.write_back(kAnswer, 1, kLine), Op::kCmp, 1, kAnswer + kDirectory);
  expect_only(bench.send(kAnswer + kMemory, Op::kBIRspI, 1, kLine), Op::kMemDataE, 1,
              kAnswer + kMemory + kDirectory + kMemory);
}

TEST(SnoopFilterEviction, WaitsForAllSharersOfTheVictim) {
  DeviceBench bench;
  bench.share_by_1_and_3();
  bench.send(base::Time(5'000'000), Op::kMemRdOwn, 2, same_set(1));
  EXPECT_EQ(bench.send(kRequest, Op::kMemRdOwn, 0, kNew).size(), 2u);
  EXPECT_TRUE(bench.send(kAnswer, Op::kBIRspI, 1).empty());
  expect_only(bench.send(kAnswer + kMemory, Op::kBIRspI, 3), Op::kMemDataE, 0,
              kAnswer + kMemory + kDirectory + kMemory);
}

TEST(SnoopFilterEviction, ForgetsTheVictim) {
  DeviceBench bench;
  fill_set(bench);
  bench.send(kRequest, Op::kMemRdShared, 3, kNew);
  bench.send(kAnswer, Op::kBIRspI, 1, kLine);
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 2.0 / kFilterLines);
  // The victim is a new line again; it evicts the now oldest line, not itself.
  const auto sent = bench.send(kRequest * 2, Op::kMemRdShared, 0, kLine);
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].message.line, same_set(1));
}

TEST(SnoopFilterEviction, WaitsForABusyVictim) {
  DeviceBench bench;
  fill_set(bench);
  // Host 3 acquires kLine at kAnswer; its neighbour is used after that, so kLine is the oldest.
  bench.send(kRequest, Op::kMemRdOwn, 3, kLine);
  bench.send(kAnswer - kDirectory, Op::kBIRspI, 1, kLine);
  bench.send(kRequest, Op::kMemRdOwn, 3, same_set(1));
  bench.send(kAnswer - kDirectory, Op::kBIRspI, 1, same_set(1));
  const auto sent = bench.send(kRequest, Op::kMemRdShared, 0, kNew);
  expect_only(sent, Op::kBISnpInv, 3, kAnswer);
  EXPECT_EQ(sent[0].message.line, kLine);
}

TEST(SnoopFilterEviction, LeavesOtherSetsAlone) {
  DeviceBench bench;
  fill_set(bench);
  expect_only(bench.send(kRequest, Op::kMemRdShared, 3, {kLine.value + 1}), Op::kMemDataE, 3,
              kRequest + kDirectory + kMemory);
}

}  // namespace
}  // namespace starnuma::test::snoop_filter_eviction_test
