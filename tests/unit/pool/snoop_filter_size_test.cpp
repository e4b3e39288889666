// SPDX-License-Identifier: Apache-2.0
#include "models/pool/snoop_filter_size.h"

#include <gtest/gtest.h>

#include "models/base/random.h"

namespace starnuma::pool {
namespace {

using base::FilterSize;
using Unit = FilterSize::Unit;

/// Sixteen hosts that cache 1 M lines of a memory of 2^30 lines (64 GiB).
constexpr SnoopFilterPlace kPlace{16, 16, std::uint64_t{1} << 30, 1 << 20};

TEST(SnoopFilterSize, AnEntryHasTagStateSharersAndAge) {
  const auto filter = snoop_filter_of({Unit::kEntries, 1 << 16}, kPlace);
  EXPECT_EQ(filter.sets, 4096u);
  EXPECT_EQ(filter.entries(), 1u << 16);
  EXPECT_EQ(filter.tag_bits, 30 - 12);
  EXPECT_EQ(filter.entry_bits(), 18 + 2 + 16 + 4);
  EXPECT_EQ(filter.sram(), base::Bytes((1 << 16) * 40 / 8));
}

TEST(SnoopFilterSize, AnEntryOfASectorHasStateAndSharersOfEachLine) {
  SnoopFilterPlace place = kPlace;
  place.sector_lines = 4;
  const auto filter = snoop_filter_of({Unit::kEntries, 1 << 14}, place);
  EXPECT_EQ(filter.lines(), 1u << 16);
  EXPECT_EQ(filter.tag_bits, 28 - 10);
  EXPECT_EQ(filter.entry_bits(), 18 + 4 * (2 + 16) + 4);
  EXPECT_EQ(snoop_filter_of({Unit::kTimesCaches, 2}, place).lines(), 2u << 20);
}

TEST(SnoopFilterSize, InMultiplesOfTheCachesHoldsThatManyLines) {
  EXPECT_EQ(snoop_filter_of({Unit::kTimesCaches, 2}, kPlace).entries(), 2u << 20);
  EXPECT_EQ(snoop_filter_of({Unit::kTimesCaches, 0.25}, kPlace).entries(), 1u << 18);
}

TEST(SnoopFilterSize, OfTheMemoryOfAFilterIsThatFilter) {
  for (const double sets : {4096, 5000, 7000}) {
    const auto filter = snoop_filter_of({Unit::kEntries, sets * 16}, kPlace);
    const auto amount = static_cast<double>(filter.sram().value);
    EXPECT_EQ(snoop_filter_of({Unit::kBytes, amount}, kPlace).sets, filter.sets);
    EXPECT_LT(snoop_filter_of({Unit::kBytes, amount - 1}, kPlace).sets, filter.sets);
  }
}

TEST(SnoopFilterSize, FillsItsMemoryAsFarAsWholeSetsDo) {
  base::Random random(3);
  std::printf("seed 3\n");
  for (int i = 0; i < 2000; ++i) {
    SnoopFilterPlace place = kPlace;
    place.ways = 1 + static_cast<int>(random.below(32));
    place.hosts = 1 + static_cast<int>(random.below(32));
    place.sector_lines = 1 << random.below(5);
    place.memory_lines = 1000 + random.below(std::uint64_t{1} << 34);
    const double amount = 4096 + static_cast<double>(random.below(64 << 20));
    const auto filter = snoop_filter_of({Unit::kBytes, amount}, place);
    EXPECT_LE(static_cast<double>(filter.sram().value), amount);
    // A further set would exceed the budget, unless its tags are a bit shorter.
    const double set_bytes = place.ways * filter.entry_bits() / 8.0;
    const double shorter_tags = static_cast<double>(filter.entries()) / 8.0;
    EXPECT_GE(static_cast<double>(filter.sram().value) + set_bytes + shorter_tags + 1, amount);
  }
}

TEST(SnoopFilterSize, IsNeverLessThanASet) {
  for (const Unit unit : {Unit::kBytes, Unit::kEntries}) {
    EXPECT_EQ(snoop_filter_of({unit, 1}, kPlace).entries(), 16u);
  }
  EXPECT_EQ(snoop_filter_of({Unit::kTimesCaches, 1e-9}, kPlace).entries(), 16u);
}

}  // namespace
}  // namespace starnuma::pool
