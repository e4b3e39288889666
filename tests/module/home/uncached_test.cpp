// SPDX-License-Identifier: Apache-2.0
// Additions to uncached memory, reads and writes of it.
#include "tests/module/home/home_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test::uncached_test {
namespace {

using Uncached = protocol::uncached::Op;

constexpr base::Time kStart{100'000};
constexpr base::Time kAdding = kDirectory + kMemory + kAddLatency;
constexpr base::Time kAddingAtHand = kDirectory + kAddLatency;
constexpr base::Time kPicosecond{1};

void expect_answer(const std::vector<SentMessage>& sent, Uncached op, int socket, base::Time time) {
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].message.protocol, Message::Class::kUncached);
  EXPECT_EQ(sent[0].message.uncached, op);
  EXPECT_EQ(sent[0].to, socket);
  EXPECT_EQ(sent[0].time.ps(), time.ps());
  EXPECT_EQ(sent[0].ledger.total(), time - kStart);
}

TEST(UncachedLine, AnAdditionReadsMemoryAddsAndWritesIt) {
  HomeBench bench;
  expect_answer(bench.send(kStart, Uncached::kAdd, 1), Uncached::kDone, 1, kStart + kAdding);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.memory.writes, 1);
  ASSERT_EQ(bench.words.added.size(), 1u);
  EXPECT_EQ(bench.words.added[0].line, kLine);
  EXPECT_EQ(bench.words.added[0].entry, 5);
  EXPECT_EQ(bench.words.added[0].socket, base::SocketId{1});
  EXPECT_EQ(bench.words.added[0].count, 9u);
}

TEST(UncachedLine, AnEntryThatDoesNotChangeIsNotWritten) {
  HomeBench bench;
  bench.words.changes = false;
  bench.send(kStart, Uncached::kAdd, 1);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.memory.writes, 0);
  EXPECT_EQ(bench.stat("adds"), 1);
  EXPECT_EQ(bench.stat("add_writes"), 0);
}

TEST(UncachedLine, AnAdditionOnePicosecondEarlyWaitsForTheOneBefore) {
  HomeBench bench;
  bench.send(kStart - kAdding + kPicosecond, Uncached::kAdd, 1);
  const auto sent = bench.send(kStart, Uncached::kAdd, 3);
  expect_answer(sent, Uncached::kDone, 3, kStart + kPicosecond + kAdding);
  EXPECT_EQ(sent[0].ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kLineQueue)], 1);
}

TEST(UncachedLine, AnAdditionOnTimeWaitsForNothing) {
  HomeBench bench;
  bench.send(kStart - kAdding, Uncached::kAdd, 1);
  expect_answer(bench.send(kStart, Uncached::kAdd, 3), Uncached::kDone, 3, kStart + kAdding);
  EXPECT_EQ(bench.stat("mean_add_wait"), 0);
}

TEST(UncachedLine, AdditionsToOneLineFollowEachOther) {
  HomeBench bench;
  for (int before = 0; before < 4; ++before) {
    expect_answer(bench.send(kStart, Uncached::kAdd, before), Uncached::kDone, before,
                  kStart + kAdding * (before + 1));
  }
}

TEST(UncachedLine, TheMeanWaitIsThatOfAllAdditions) {
  HomeBench bench;
  for (int n = 0; n < 4; ++n) bench.send(kStart, Uncached::kAdd, n);
  EXPECT_DOUBLE_EQ(bench.stat("mean_add_wait"), (kAdding * (0 + 1 + 2 + 3)).ns() / 4);
  bench.send(kStart * 100, Uncached::kAdd, 1);
  EXPECT_DOUBLE_EQ(bench.stat("mean_add_wait"), (kAdding * 6).ns() / 5);
}

TEST(UncachedLine, AdditionsToOtherLinesDoNotWait) {
  HomeBench bench;
  bench.send(kStart, Uncached::kAdd, 1);
  const auto other = base::LineAddress::of(kHome, 18);
  expect_answer(bench.send(kStart, Uncached::kAdd, 3, other), Uncached::kDone, 3, kStart + kAdding);
}

TEST(UncachedLine, AReadBringsDataAndAWriteIsAnswered) {
  HomeBench bench;
  const auto read = bench.send(kStart, Uncached::kRead, 0);
  expect_answer(read, Uncached::kData, 0, kStart + kDirectory + kMemory);
  EXPECT_TRUE(read[0].message.carries_data());
  EXPECT_TRUE(Message::of(Uncached::kWrite, kLine, base::SocketId{0}).carries_data());
  expect_answer(bench.send(kStart, Uncached::kWrite, 0), Uncached::kDone, 0, kStart + kDirectory);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.memory.writes, 1);
  EXPECT_EQ(bench.stat("uncached_lines"), 2);
}

TEST(UncachedLine, AKeptLineIsAddedToWithoutMemory) {
  HomeBench bench(2);
  bench.send(kStart - kAdding, Uncached::kAdd, 1);
  expect_answer(bench.send(kStart, Uncached::kAdd, 3), Uncached::kDone, 3, kStart + kAddingAtHand);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.memory.writes, 0);
}

TEST(UncachedLine, AnAdditionToAKeptLineOnePicosecondEarlyWaitsForTheOneBefore) {
  HomeBench bench(2);
  bench.send(kStart - kAdding * 2, Uncached::kAdd, 0);
  bench.send(kStart - kAddingAtHand + kPicosecond, Uncached::kAdd, 1);
  expect_answer(bench.send(kStart, Uncached::kAdd, 3), Uncached::kDone, 3,
                kStart + kPicosecond + kAddingAtHand);
}

TEST(UncachedLine, TheLineAddedToLeastRecentlyMakesRoomAndIsWritten) {
  HomeBench bench(2);
  for (const int line : {17, 18, 17, 19}) {  // 18 is evicted
    bench.send(kStart, Uncached::kAdd, 1,
               base::LineAddress::of(kHome, static_cast<std::uint64_t>(line)));
  }
  EXPECT_EQ(bench.memory.reads, 3);
  EXPECT_EQ(bench.memory.writes, 1);
  bench.send(kStart * 9, Uncached::kAdd, 1);  // 17 is still present
  EXPECT_EQ(bench.memory.reads, 3);
  bench.send(kStart * 9, Uncached::kAdd, 1, base::LineAddress::of(kHome, 18));
  EXPECT_EQ(bench.memory.reads, 4);
}

TEST(UncachedLine, AKeptLineThatDidNotChangeIsNotWritten) {
  HomeBench bench(1);
  bench.words.changes = false;
  for (const std::uint64_t line : {17, 18, 19}) {
    bench.send(kStart, Uncached::kAdd, 1, base::LineAddress::of(kHome, line));
  }
  EXPECT_EQ(bench.memory.writes, 0);
}

TEST(UncachedLine, AWriteTakesTheLineOutOfThoseKeptAndAReadIsServedFromThem) {
  HomeBench bench(2);
  bench.send(kStart - kAdding, Uncached::kAdd, 1);
  expect_answer(bench.send(kStart, Uncached::kRead, 0), Uncached::kData, 0, kStart + kDirectory);
  EXPECT_EQ(bench.memory.reads, 1);
  bench.send(kStart, Uncached::kWrite, 0);
  EXPECT_EQ(bench.memory.writes, 1);
  bench.send(kStart * 9, Uncached::kAdd, 1);
  EXPECT_EQ(bench.memory.reads, 2);
}

void expect_refused(Op op) {
  HomeBench bench;
  bench.send(kStart, Uncached::kAdd, 1);
  expect_invariant_error([&] { bench.send(kStart * 5, op, 2); },
                         {"coherent message", "socket 2", "uncached line"});
}

TEST(UncachedLine, ACoherentRequestForItStopsTheRun) { expect_refused(Op::kGetS); }

TEST(UncachedLine, ACoherentMessageThatAsksForNothingStopsTheRunToo) {
  expect_refused(Op::kUnblock);
}

TEST(UncachedLine, AnAdditionToALineWithCopiesStopsTheRun) {
  HomeBench bench;
  bench.send(kStart, Op::kGetS, 2);
  expect_invariant_error([&] { bench.send(kStart * 5, Uncached::kAdd, 1); },
                         {"uncached message", "socket 1", "coherent line"});
}

}  // namespace
}  // namespace starnuma::test::uncached_test
