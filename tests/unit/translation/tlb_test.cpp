// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "models/translation/tlb_function.h"

namespace starnuma::translation {
namespace {

base::Frame frame(std::uint64_t line) { return {base::LineAddress{line}}; }
TlbEntry entry(std::uint64_t page, std::uint64_t line = 0) { return {page, frame(line), 0}; }

TEST(Tlb, AFilledTranslationIsFound) {
  TlbArray tlb(4, 4);
  EXPECT_EQ(tlb.find(3), nullptr);
  EXPECT_EQ(tlb.fill(entry(3, 300)).page, TlbArray::kEmpty);
  ASSERT_NE(tlb.find(3), nullptr);
  EXPECT_EQ(tlb.find(3)->frame().first_line.value, 300u);
}

TEST(Tlb, TheLeastRecentlyUsedTranslationIsReplaced) {
  TlbArray tlb(3, 3);
  for (std::uint64_t page = 0; page < 3; ++page) tlb.fill(entry(page));
  tlb.find(0);
  EXPECT_EQ(tlb.fill(entry(10)).page, 1u);
  EXPECT_EQ(tlb.fill(entry(11)).page, 2u);
  EXPECT_EQ(tlb.fill(entry(12)).page, 0u);
  EXPECT_EQ(tlb.find(0), nullptr);
}

TEST(Tlb, PeekingIsNoUse) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.fill(entry(2));
  ASSERT_NE(tlb.peek(1), nullptr);
  EXPECT_EQ(tlb.peek(7), nullptr);
  EXPECT_EQ(tlb.fill(entry(3)).page, 1u);
}

TEST(Tlb, SetsDoNotCompete) {
  TlbArray tlb(8, 2);
  for (std::uint64_t page = 0; page < 8; ++page) {
    EXPECT_EQ(tlb.fill(entry(page)).page, TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(entry(9)).page, 1u);  // set 1 of four
}

TEST(Tlb, ANumberOfSetsThatIsNoPowerOfTwoWorks) {
  TlbArray tlb(72, 4);  // 18 sets
  for (std::uint64_t page = 0; page < 72; ++page) {
    EXPECT_EQ(tlb.fill(entry(page)).page, TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(entry(18 * 4)).page, 0u);
}

TEST(Tlb, ARemovedTranslationLeavesRoom) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.fill(entry(2));
  tlb.remove(2);
  EXPECT_EQ(tlb.find(2), nullptr);
  EXPECT_EQ(tlb.fill(entry(3)).page, TlbArray::kEmpty);
  EXPECT_NE(tlb.find(1), nullptr);
}

TEST(Tlb, RemovingWhatIsNotThereChangesNothing) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.remove(7);
  EXPECT_NE(tlb.find(1), nullptr);
}

TEST(Tlb, AnEntryHoldsTheLargestFrameAndSlot) {
  const base::Frame far{base::LineAddress::of(base::NodeId{1023}, (std::uint64_t{1} << 34) - 64)};
  const TlbEntry last{~std::uint64_t{0} - 1, far, (1U << 19) - 1};
  EXPECT_EQ(last.frame().first_line, far.first_line);
  EXPECT_EQ(last.slot(), (1U << 19) - 1);
}

TEST(SlottedTlb, ATranslationKeepsItsSlotWhileItIsResident) {
  SlottedTlbArray tlb(4, 4);
  std::uint32_t slots[4];
  for (std::uint64_t page = 0; page < 4; ++page) {
    tlb.fill(page, frame(page * 64));
    slots[page] = tlb.find(page)->slot();
  }
  for (const std::uint64_t page : {2, 0, 3, 1, 0}) {
    EXPECT_EQ(tlb.find(page)->slot(), slots[page]);
    EXPECT_EQ(tlb.find(page)->frame().first_line.value, page * 64);
  }
}

TEST(SlottedTlb, ANewTranslationTakesTheSlotOfTheOneItReplaces) {
  SlottedTlbArray tlb(2, 2);
  tlb.fill(1, frame(0));
  tlb.fill(2, frame(0));
  const std::uint32_t slot = tlb.find(1)->slot();
  tlb.find(2);
  const TlbEntry replaced = tlb.fill(3, frame(0));
  EXPECT_EQ(replaced.page, 1u);
  EXPECT_EQ(replaced.slot(), slot);
  EXPECT_EQ(tlb.find(3)->slot(), slot);
}

/// Random fills and removals: every slot belongs to at most one translation, of its own set.
TEST(SlottedTlb, SlotsAreNeverShared) {
  constexpr std::uint64_t kSets = 3;
  SlottedTlbArray tlb(12, 4);
  std::uint64_t dice = 1;
  for (int step = 0; step < 2000; ++step) {
    dice = dice * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t page = (dice >> 33) % 40;
    TlbEntry* found = tlb.find(page);
    if (found == nullptr) {
      tlb.fill(page, frame(0));
    } else if (dice >> 63 != 0) {
      tlb.remove(*found);
    }
    std::set<std::uint32_t> slots;
    for (std::uint64_t p = 0; p < 40; ++p) {
      const TlbEntry* resident = tlb.peek(p);
      if (resident == nullptr) continue;
      EXPECT_TRUE(slots.insert(resident->slot()).second);
      EXPECT_EQ(resident->slot() / 4, p % kSets);
    }
  }
}

}  // namespace
}  // namespace starnuma::translation
