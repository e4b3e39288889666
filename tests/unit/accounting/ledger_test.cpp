// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/ledger.h"

#include <gtest/gtest.h>

#include <set>

namespace starnuma::accounting {
namespace {

LatencyKind kind_at(int k) { return static_cast<LatencyKind>(k); }

/// 1 ps of the first kind, 2 of the second, 4 of the third: each sum says what is in it.
Ledger one_bit_each() {
  Ledger ledger;
  for (int k = 0; k < kLatencyKinds; ++k) ledger.add(kind_at(k), base::Time(1LL << k));
  return ledger;
}

TEST(Ledger, ANewOneIsEmpty) {
  EXPECT_EQ(Ledger().total(), base::Time(0));
  EXPECT_EQ(Ledger().queue(), base::Time(0));
}

TEST(Ledger, EveryKindIsInTheTotalOnce) {
  EXPECT_EQ(one_bit_each().total(), base::Time((1LL << kLatencyKinds) - 1));
}

TEST(Ledger, QueueIsTheSumOfTheKindsThatAreQueues) {
  std::int64_t queues = 0;
  for (int k = 0; k < kLatencyKinds; ++k) {
    if (is_queue(kind_at(k))) queues += 1LL << k;
  }
  EXPECT_EQ(one_bit_each().queue(), base::Time(queues));
}

TEST(Ledger, WhatContentionAddsIsAQueueAndTheRestIsNot) {
  for (const LatencyKind kind :
       {LatencyKind::kCache, LatencyKind::kWalk, LatencyKind::kUpiWire, LatencyKind::kNumalinkWire,
        LatencyKind::kCxlWire, LatencyKind::kDirectory, LatencyKind::kDramArray,
        LatencyKind::kSnoop}) {
    EXPECT_FALSE(is_queue(kind)) << name_of(kind);
  }
  for (const LatencyKind kind :
       {LatencyKind::kMshrQueue, LatencyKind::kWalkQueue, LatencyKind::kUpiQueue,
        LatencyKind::kNumalinkQueue, LatencyKind::kCxlQueue, LatencyKind::kDramQueue,
        LatencyKind::kLineQueue}) {
    EXPECT_TRUE(is_queue(kind)) << name_of(kind);
  }
}

TEST(Ledger, TimesOfOneKindAddUp) {
  Ledger ledger;
  ledger.add(LatencyKind::kUpiWire, base::Time(25'000));
  ledger.add(LatencyKind::kUpiWire, base::Time(25'000));
  ledger.add(LatencyKind::kUpiQueue, base::Time(7));
  EXPECT_EQ(ledger.total(), base::Time(50'007));
  EXPECT_EQ(ledger.unloaded(), base::Time(50'000));
  EXPECT_EQ(ledger.queue(), base::Time(7));
}

TEST(Ledger, EveryKindHasANameOfItsOwnAndASentence) {
  std::set<std::string_view> names;
  for (int k = 0; k < kLatencyKinds; ++k) {
    names.insert(name_of(kind_at(k)));
    EXPECT_FALSE(sentence_of(kind_at(k)).empty());
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kLatencyKinds));
  EXPECT_EQ(name_of(LatencyKind::kUpiWire), "upi_wire");
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
  for (int k = 0; k < kLatencyKinds; ++k) {
    for (int i = 0; i < 1000; ++i) slow.add(kind_at(k), base::Time(1'000'000'000));
  }
  EXPECT_EQ(slow.total(), base::Time(kLatencyKinds * 1'000'000'000'000));
  LedgerSum sum;
  for (int i = 0; i < 1000; ++i) sum.add(slow);
  EXPECT_EQ(sum.total_ps(), 1000 * slow.total().ps());
}

}  // namespace
}  // namespace starnuma::accounting
