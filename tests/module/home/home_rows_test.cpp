// SPDX-License-Identifier: Apache-2.0
// Each row of the socket home's table, reached by messages.
#include "tests/module/home/home_bench.h"

namespace starnuma::test {
namespace {

constexpr base::Time kStart{100'000};
constexpr base::Time kLater{10'000'000};

TEST(SocketHome, GrantsAnUncachedLineExclusivelyToAReader) {
  HomeBench bench;
  const auto sent = bench.send(kStart, Op::kGetS, 1);
  expect_only(sent, Op::kDataE, 1, kStart + kDirectory + kMemory);
  EXPECT_EQ(sent[0].message.acks, 0);
  EXPECT_EQ(sent[0].message.requester, base::SocketId{1});
  EXPECT_EQ(sent[0].ledger.total(), kDirectory + kMemory);
}

TEST(SocketHome, GrantsAnUncachedLineExclusivelyToAWriter) {
  HomeBench bench;
  expect_only(bench.send(kStart, Op::kGetX, 1), Op::kDataE, 1, kStart + kDirectory + kMemory);
  EXPECT_EQ(bench.memory.reads, 1);
}

TEST(SocketHome, ForwardsAReaderToTheOwnerWithoutReadingMemory) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  const auto sent = bench.send(kLater, Op::kGetS, 3);
  expect_only(sent, Op::kFwdS, 1, kLater + kDirectory);
  EXPECT_EQ(sent[0].message.requester, base::SocketId{3});
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.stat("forwards"), 1);
}

TEST(SocketHome, WritesTheCopyBackOfADirtyOwnerToMemory) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  bench.send(kLater, Op::kGetS, 3);
  EXPECT_TRUE(bench.send(kLater + kMemory, Op::kCopyBack, 1).empty());
  EXPECT_EQ(bench.memory.writes, 1);
}

TEST(SocketHome, WritesNothingWhenTheOwnerWasClean) {
  HomeBench bench;
  bench.send(kStart, Op::kGetS, 1);
  bench.send(kLater, Op::kGetS, 3);
  EXPECT_TRUE(bench.send(kLater + kMemory, Op::kCopyBackClean, 1).empty());
  EXPECT_EQ(bench.memory.writes, 0);
}

TEST(SocketHome, TakesACopyBackThatComesAfterTheUnblock) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  bench.send(kLater, Op::kGetS, 3);
  bench.send(kLater + kMemory, Op::kUnblock, 3);
  EXPECT_TRUE(bench.send(kLater + kMemory * 2, Op::kCopyBack, 1).empty());
  EXPECT_EQ(bench.memory.writes, 1);
}

TEST(SocketHome, TakesACleanCopyBackThatComesAfterTheUnblock) {
  HomeBench bench;
  bench.send(kStart, Op::kGetS, 1);
  bench.send(kLater, Op::kGetS, 3);
  bench.send(kLater + kMemory, Op::kUnblock, 3);
  EXPECT_TRUE(bench.send(kLater + kMemory * 2, Op::kCopyBackClean, 1).empty());
  EXPECT_EQ(bench.memory.writes, 0);
}

TEST(SocketHome, GrantsASharedLineToAFurtherReaderFromMemory) {
  HomeBench bench;
  bench.share_by_1_and_3();
  expect_only(bench.send(kLater, Op::kGetS, 0), Op::kDataS, 0, kLater + kDirectory + kMemory);
}

TEST(SocketHome, ForwardsAWriterToTheOwner) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  expect_only(bench.send(kLater, Op::kGetX, 3), Op::kFwdX, 1, kLater + kDirectory);
}

TEST(SocketHome, KnowsTheNewOwnerAfterATransfer) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  bench.send(kLater, Op::kGetX, 3);
  bench.send(kLater + kMemory, Op::kUnblock, 3);
  expect_only(bench.send(kLater * 2, Op::kGetX, 0), Op::kFwdX, 3, kLater * 2 + kDirectory);
}

TEST(SocketHome, InvalidatesAllSharersForAWriterAndReadsMemoryMeanwhile) {
  HomeBench bench;
  bench.share_by_1_and_3();
  const auto sent = bench.send(kLater, Op::kGetX, 0);
  ASSERT_EQ(sent.size(), 3u);
  for (int i : {0, 1}) {
    EXPECT_TRUE(sent[i].is(Op::kInv));
    EXPECT_EQ(sent[i].to, i == 0 ? 1 : 3);
    EXPECT_EQ(sent[i].time, kLater + kDirectory);
    EXPECT_EQ(sent[i].message.requester,
              base::SocketId{0});  // the requester collects the acknowledgements
  }
  EXPECT_TRUE(sent[2].is(Op::kDataE));
  EXPECT_EQ(sent[2].to, 0);
  EXPECT_EQ(sent[2].time, kLater + kDirectory + kMemory);
  EXPECT_EQ(sent[2].message.acks, 2);
  EXPECT_EQ(bench.stat("invalidations"), 2);
}

TEST(SocketHome, GrantsASharerTheRightToWriteWithoutData) {
  HomeBench bench;
  bench.share_by_1_and_3();
  const int reads = bench.memory.reads;
  const auto sent = bench.upgrade(kLater, 3);
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].is(Op::kInv));
  EXPECT_EQ(sent[0].to, 1);
  EXPECT_TRUE(sent[1].is(Op::kGrantX));
  EXPECT_EQ(sent[1].time, kLater + kDirectory);
  EXPECT_EQ(sent[1].message.acks, 1);
  EXPECT_FALSE(sent[1].message.carries_data());
  EXPECT_EQ(bench.memory.reads, reads);
}

// Sharers invalidate lines silently, so caches never reach this row: only an owner that requests
// its own line leads to a line shared by one socket.
TEST(SocketHome, WritesADirtyLineThatItsOwnerGivesUp) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  expect_only(bench.send(kLater, Op::kPutM, 1), Op::kPutAck, 1, kLater);
  EXPECT_EQ(bench.memory.writes, 1);
  expect_only(bench.send(kLater * 2, Op::kGetS, 3), Op::kDataE, 3,
              kLater * 2 + kDirectory + kMemory);
}

TEST(SocketHome, ForgetsACleanLineThatItsOwnerGivesUp) {
  HomeBench bench;
  bench.send(kStart, Op::kGetS, 1);
  EXPECT_TRUE(bench.send(kLater, Op::kPutE, 1).empty());
  EXPECT_EQ(bench.memory.writes, 0);
  expect_only(bench.send(kLater * 2, Op::kGetX, 3), Op::kDataE, 3,
              kLater * 2 + kDirectory + kMemory);
}

TEST(SocketHome, KeepsLinesApart) {
  HomeBench bench;
  bench.send(kStart, Op::kGetX, 1);
  const auto other = base::LineAddress::of(kHome, 18);
  expect_only(bench.send(kStart, Op::kGetS, 3, other), Op::kDataE, 3,
              kStart + kDirectory + kMemory);
}

}  // namespace
}  // namespace starnuma::test
