// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/ledger.h"

#include <gtest/gtest.h>

#include "tests/support/kinds.h"

namespace starnuma::accounting {
namespace {

using test::kUpi;

constexpr int kKinds = static_cast<int>(kLedgerSlots);

LatencyKind kind_at(int k) { return static_cast<LatencyKind>(k); }

/// Returns 1 ps of the first kind, 2 of the second, 4 of the third, so that each sum identifies its
/// parts.
Ledger one_bit_each() {
  Ledger ledger;
  for (int k = 0; k < kKinds; ++k) ledger.add(kind_at(k), base::Time(1LL << k));
  return ledger;
}

TEST(Ledger, ANewOneIsEmpty) {
  EXPECT_EQ(Ledger().total(), base::Time(0));
  EXPECT_EQ(Ledger().queue(), base::Time(0));
}

TEST(Ledger, EveryKindIsInTheTotalOnce) {
  EXPECT_EQ(one_bit_each().total(), base::Time((1LL << kKinds) - 1));
}

TEST(Ledger, QueueIsTheSumOfTheKindsThatAreQueues) {
  std::int64_t queues = 0;
  for (int k = 0; k < kKinds; ++k) {
    if (is_queue(kind_at(k))) queues += 1LL << k;
  }
  EXPECT_EQ(one_bit_each().queue(), base::Time(queues));
}

TEST(Ledger, WhatContentionAddsIsAQueueAndTheRestIsNot) {
  for (const LatencyKind kind :
       {LatencyKind::kCache, LatencyKind::kWalk, LatencyKind::kDirectory, LatencyKind::kDramArray,
        LatencyKind::kSnoop, LatencyKind::kPageFault}) {
    EXPECT_FALSE(is_queue(kind));
  }
  for (const LatencyKind kind :
       {LatencyKind::kMshrQueue, LatencyKind::kWalkQueue, LatencyKind::kDramQueue,
        LatencyKind::kLineQueue, LatencyKind::kMigrationStall}) {
    EXPECT_TRUE(is_queue(kind));
  }
  for (int link = 0; link < kMostLinkKinds; ++link) {
    EXPECT_FALSE(is_queue(wire_of(static_cast<LinkKind>(link))));
    EXPECT_TRUE(is_queue(queue_of(static_cast<LinkKind>(link))));
  }
}

TEST(Ledger, TimesOfOneKindAddUp) {
  Ledger ledger;
  ledger.add(wire_of(kUpi), base::Time(25'000));
  ledger.add(wire_of(kUpi), base::Time(25'000));
  ledger.add(queue_of(kUpi), base::Time(7));
  EXPECT_EQ(ledger.total(), base::Time(50'007));
  EXPECT_EQ(ledger.unloaded(), base::Time(50'000));
  EXPECT_EQ(ledger.queue(), base::Time(7));
}

TEST(LedgerSum, AddsLedgersAndCountsThem) {
  LedgerSum sum;
  sum.add(one_bit_each());
  sum.add(one_bit_each());
  EXPECT_EQ(sum.accesses, 2);
  EXPECT_EQ(sum.total_ps(), 2 * one_bit_each().total().ps());
  EXPECT_EQ(sum.queue_ps(), 2 * one_bit_each().queue().ps());

  LedgerSum other;
  other.add(one_bit_each());
  other += sum;
  EXPECT_EQ(other.accesses, 3);
  EXPECT_EQ(other.total_ps(), 3 * one_bit_each().total().ps());
}

TEST(Ledger, AnAccessMayTakeSeconds) {
  Ledger slow;
  for (int k = 0; k < kKinds; ++k) {
    for (int i = 0; i < 1000; ++i) slow.add(kind_at(k), base::Time(1'000'000'000));
  }
  EXPECT_EQ(slow.total(), base::Time(kKinds * 1'000'000'000'000));
  LedgerSum sum;
  for (int i = 0; i < 1000; ++i) sum.add(slow);
  EXPECT_EQ(sum.total_ps(), 1000 * slow.total().ps());
}

}  // namespace
}  // namespace starnuma::accounting
