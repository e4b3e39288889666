// SPDX-License-Identifier: Apache-2.0
// Each row of the device's table, reached by messages.
#include "tests/module/pool/device_bench.h"

namespace starnuma::test {
namespace {

constexpr base::Time kStart{100'000};
constexpr base::Time kLater{10'000'000};
constexpr base::Time kAnswer{10'400'000};

TEST(Device, GrantsAnUnknownLineToAReaderAsOwner) {
  DeviceBench bench;
  const auto sent = bench.send(kStart, Op::kMemRdShared, 1);
  expect_only(sent, Op::kMemDataE, 1, kStart + kDirectory + kMemory);
  EXPECT_FALSE(sent[0].message.via_owner);
  EXPECT_EQ(sent[0].ledger.total(), kDirectory + kMemory);
}

TEST(Device, GrantsAnUnknownLineToAWriter) {
  DeviceBench bench;
  expect_only(bench.send(kStart, Op::kMemRdOwn, 1), Op::kMemDataE, 1,
              kStart + kDirectory + kMemory);
}

TEST(Device, GrantsOwnershipWithoutAReadOfMemory) {
  DeviceBench bench;
  expect_only(bench.send(kStart, Op::kMemInv, 1), Op::kCmpE, 1, kStart + kDirectory);
  expect_only(bench.send(kLater, Op::kMemInv, 3), Op::kBISnpInv, 1, kLater + kDirectory);
  bench.write_back(kAnswer, 1);
  expect_only(bench.send(kAnswer + kMemory, Op::kBIRspI, 1), Op::kCmpE, 3,
              kAnswer + kMemory + kDirectory);
  EXPECT_EQ(bench.memory.reads, 0);
  EXPECT_EQ(bench.stat("requests"), 2);
  EXPECT_EQ(bench.stat("requests.without_data"), 2);
  EXPECT_EQ(bench.stat("snoops.ownership"), 1);
}

TEST(Device, ServesACurrentReadWithoutAnEntry) {
  DeviceBench bench;
  expect_only(bench.send(kStart, Op::kMemRdCurrent, 1), Op::kMemDataCmp, 1,
              kStart + kDirectory + kMemory);
  EXPECT_EQ(bench.device.filter_occupancy(), 0U);
  EXPECT_EQ(bench.stat("requests.current"), 1);
  EXPECT_EQ(bench.stat("snoops.current"), 0);
}

TEST(Device, AnOwnerKeepsItsLineForACurrentRead) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  expect_only(bench.send(kLater, Op::kMemRdCurrent, 3), Op::kBISnpCur, 1, kLater + kDirectory);
  expect_only(bench.send(kAnswer, Op::kMemWrOwn, 1), Op::kCmp, 1, kAnswer + kDirectory);
  const auto sent = bench.send(kAnswer * 2, Op::kBIRspE, 1);
  expect_only(sent, Op::kMemDataCmp, 3, kAnswer * 2 + kDirectory);
  EXPECT_TRUE(sent[0].message.via_owner);
  EXPECT_EQ(bench.device.filter_occupancy(), 1U);
  EXPECT_EQ(bench.stat("snoops.current"), 1);
  EXPECT_EQ(bench.stat("write_backs.kept"), 1);
}

TEST(Device, FreesTheEntryOfAnOwnerThatKeptNothingForACurrentRead) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  bench.send(kLater, Op::kMemRdCurrent, 3);
  expect_only(bench.send(kAnswer, Op::kBIRspI, 1), Op::kMemDataCmp, 3, kAnswer + kDirectory);
  EXPECT_EQ(bench.device.filter_occupancy(), 0U);
}

TEST(Device, SnoopsDataFromTheOwnerForAReader) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  expect_only(bench.send(kLater, Op::kMemRdShared, 3), Op::kBISnpData, 1, kLater + kDirectory);
}

TEST(Device, SharesTheLineWhenTheOwnerKeepsACopy) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  bench.send(kLater, Op::kMemRdShared, 3);
  const auto sent = bench.send(kAnswer, Op::kBIRspS, 1);
  expect_only(sent, Op::kMemDataS, 3, kAnswer + kDirectory);
  EXPECT_TRUE(sent[0].message.via_owner);
  // Both hosts share it now: a third reader is served from memory, a writer has both invalidated.
  expect_only(bench.send(kLater * 2, Op::kMemRdShared, 0), Op::kMemDataS, 0,
              kLater * 2 + kDirectory + kMemory);
  EXPECT_EQ(bench.send(kLater * 3, Op::kMemRdOwn, 2).size(), 3u);
}

TEST(Device, GivesTheLineToTheReaderWhenTheOwnerKeepsNothing) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  bench.send(kLater, Op::kMemRdShared, 3);
  expect_only(bench.send(kAnswer, Op::kBIRspI, 1), Op::kMemDataE, 3, kAnswer + kDirectory);
  expect_only(bench.send(kLater * 2, Op::kMemRdShared, 0), Op::kBISnpData, 3,
              kLater * 2 + kDirectory);
}

TEST(Device, CompletesTheWriteBackOfADirtyOwnerBeforeItTakesItsAnswer) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  expect_only(bench.send(kLater, Op::kMemRdShared, 3), Op::kBISnpData, 1, kLater + kDirectory);
  const auto complete = bench.write_back(kAnswer, 1);
  expect_only(complete, Op::kCmp, 1, kAnswer + kDirectory);
  EXPECT_TRUE(complete[0].message.answers_snoop);
  EXPECT_EQ(bench.memory.writes, 1);
  const auto sent = bench.send(kAnswer + kMemory, Op::kBIRspI, 1);
  expect_only(sent, Op::kMemDataE, 3, kAnswer + kMemory + kDirectory);
  EXPECT_TRUE(sent[0].message.via_owner);
}

TEST(Device, InvalidatesTheOwnerForAWriter) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  expect_only(bench.send(kLater, Op::kMemRdOwn, 3), Op::kBISnpInv, 1, kLater + kDirectory);
  expect_only(bench.write_back(kAnswer, 1), Op::kCmp, 1, kAnswer + kDirectory);
  expect_only(bench.send(kAnswer + kMemory, Op::kBIRspI, 1), Op::kMemDataE, 3,
              kAnswer + kMemory + kDirectory);
}

TEST(Device, InvalidatesAllSharersForAWriterAndGrantsAfterTheLastAnswer) {
  DeviceBench bench;
  bench.share_by_1_and_3();
  const auto snoops = bench.send(kLater, Op::kMemRdOwn, 0);
  ASSERT_EQ(snoops.size(), 2u);
  for (int i : {0, 1}) {
    EXPECT_TRUE(snoops[i].is(Op::kBISnpInv));
    EXPECT_EQ(snoops[i].to, i == 0 ? 1 : 3);
    EXPECT_EQ(snoops[i].time, kLater + kDirectory);
  }
  EXPECT_TRUE(bench.send(kAnswer, Op::kBIRspI, 3).empty());
  const auto sent = bench.send(kAnswer + kMemory, Op::kBIRspI, 1);
  expect_only(sent, Op::kMemDataE, 0, kAnswer + kMemory + kDirectory);
  EXPECT_FALSE(sent[0].message.via_owner);  // sharers do not own
}

TEST(Device, LeavesTheWritersOwnCopyAlone) {
  DeviceBench bench;
  bench.share_by_1_and_3();
  expect_only(bench.send(kLater, Op::kMemRdOwn, 3), Op::kBISnpInv, 1, kLater + kDirectory);
  expect_only(bench.send(kAnswer, Op::kBIRspI, 1), Op::kMemDataE, 3, kAnswer + kDirectory);
}

TEST(Device, TakesADirtyLineThatItsOwnerGivesUp) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  const auto complete = bench.send(kLater, Op::kMemWr, 1);
  expect_only(complete, Op::kCmp, 1, kLater + kDirectory);
  EXPECT_FALSE(complete[0].message.answers_snoop);
  EXPECT_EQ(bench.memory.writes, 1);
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 0);
  expect_only(bench.send(kLater * 2, Op::kMemRdShared, 3), Op::kMemDataE, 3,
              kLater * 2 + kDirectory + kMemory);
}

TEST(Device, ForgetsACleanLineThatItsOwnerGivesUp) {
  DeviceBench bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  expect_only(bench.send(kLater, Op::kMemClnEvct, 1), Op::kCmp, 1, kLater + kDirectory);
  EXPECT_EQ(bench.memory.writes, 0);
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 0);
}

TEST(Device, AnswersThroughTheHeadOfTheHost) {
  DeviceBench bench;
  for (int host = 0; host < 4; ++host) {
    const base::LineAddress line{kLine.value + static_cast<std::uint64_t>(host)};
    const auto sent = bench.send(kLater, Op::kMemRdOwn, host, line);
    expect_only(sent, Op::kMemDataE, host, kLater + kDirectory + kMemory);
  }
}

}  // namespace
}  // namespace starnuma::test
