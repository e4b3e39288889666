// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "models/translation/tlb_function.h"
#include "tests/support/pages.h"

namespace starnuma::translation {
namespace {

using test::page;

base::Frame frame(std::uint64_t line) { return {base::LineAddress{line}}; }
TlbEntry entry(std::uint64_t number, std::uint64_t line = 0) {
  return {page(number), frame(line), 0};
}

TEST(Tlb, AFilledTranslationIsFound) {
  TlbArray tlb(4, 4);
  EXPECT_EQ(tlb.find(page(3)), nullptr);
  EXPECT_EQ(tlb.fill(entry(3, 300)).page(), TlbArray::kEmpty);
  ASSERT_NE(tlb.find(page(3)), nullptr);
  EXPECT_EQ(tlb.find(page(3))->frame().first_line.value, 300u);
}

TEST(Tlb, TheLeastRecentlyUsedTranslationIsReplaced) {
  TlbArray tlb(3, 3);
  for (std::uint64_t p = 0; p < 3; ++p) tlb.fill(entry(p));
  tlb.find(page(0));
  EXPECT_EQ(tlb.fill(entry(10)).page(), page(1));
  EXPECT_EQ(tlb.fill(entry(11)).page(), page(2));
  EXPECT_EQ(tlb.fill(entry(12)).page(), page(0));
  EXPECT_EQ(tlb.find(page(0)), nullptr);
}

TEST(Tlb, PeekingIsNoUse) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.fill(entry(2));
  ASSERT_NE(tlb.peek(page(1)), nullptr);
  EXPECT_EQ(tlb.peek(page(7)), nullptr);
  EXPECT_EQ(tlb.fill(entry(3)).page(), page(1));
}

TEST(Tlb, SetsDoNotCompete) {
  TlbArray tlb(8, 2);
  for (std::uint64_t p = 0; p < 8; ++p) {
    EXPECT_EQ(tlb.fill(entry(p)).page(), TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(entry(9)).page(), page(1));  // set 1 of four
}

TEST(Tlb, ANumberOfSetsThatIsNoPowerOfTwoWorks) {
  TlbArray tlb(72, 4);  // 18 sets
  for (std::uint64_t p = 0; p < 72; ++p) {
    EXPECT_EQ(tlb.fill(entry(p)).page(), TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(entry(18 * 4)).page(), page(0));
}

TEST(Tlb, ARemovedTranslationLeavesRoom) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.fill(entry(2));
  tlb.remove(page(2));
  EXPECT_EQ(tlb.find(page(2)), nullptr);
  EXPECT_EQ(tlb.fill(entry(3)).page(), TlbArray::kEmpty);
  EXPECT_NE(tlb.find(page(1)), nullptr);
}

TEST(Tlb, RemovingWhatIsNotThereChangesNothing) {
  TlbArray tlb(2, 2);
  tlb.fill(entry(1));
  tlb.remove(page(7));
  EXPECT_NE(tlb.find(page(1)), nullptr);
}

TEST(Tlb, AnEntryHoldsTheLargestPageFrameAndSlot) {
  using Address = base::LineAddress;
  const base::Frame far{Address::of(base::NodeId{Address::kMostNodes - 1},
                                    (std::uint64_t{1} << Address::kInNodeBits) - 64)};
  for (const bool read_only : {false, true}) {
    const base::PageId page(base::SpaceId{base::PageId::kSpaces - 1},
                            (std::uint64_t{1} << base::PageId::kNumberBits) - 1);
    const TlbEntry last{page, far, kMostStlbEntries - 1, read_only};
    EXPECT_EQ(last.page(), page);
    EXPECT_NE(last.key(), TlbEntry().key());
    EXPECT_EQ(last.frame().first_line, far.first_line);
    EXPECT_EQ(last.slot(), std::uint32_t{kMostStlbEntries - 1});
    EXPECT_EQ(last.read_only(), read_only);
  }
}

TEST(Tlb, EqualNumbersOfTwoSpacesAreTwoPages) {
  const base::PageId other(base::SpaceId{3}, 5);
  TlbArray tlb(4, 4);
  tlb.fill({page(5), frame(64), 0});
  EXPECT_EQ(tlb.find(other), nullptr);
  tlb.fill({other, frame(128), 0});
  EXPECT_EQ(tlb.find(page(5))->frame().first_line.value, 64u);
  EXPECT_EQ(tlb.find(other)->frame().first_line.value, 128u);
  tlb.remove(other);
  EXPECT_NE(tlb.find(page(5)), nullptr);
  EXPECT_EQ(tlb.find(other), nullptr);
}

TEST(SlottedTlb, ATranslationKeepsItsSlotWhileItIsResident) {
  SlottedTlbArray tlb(4, 4);
  std::uint32_t slots[4];
  for (std::uint64_t p = 0; p < 4; ++p) {
    tlb.fill(page(p), frame(p * 64));
    slots[p] = tlb.find(page(p))->slot();
  }
  for (const std::uint64_t p : {2, 0, 3, 1, 0}) {
    EXPECT_EQ(tlb.find(page(p))->slot(), slots[p]);
    EXPECT_EQ(tlb.find(page(p))->frame().first_line.value, p * 64);
  }
}

TEST(SlottedTlb, ANewTranslationTakesTheSlotOfTheOneItReplaces) {
  SlottedTlbArray tlb(2, 2);
  tlb.fill(page(1), frame(0));
  tlb.fill(page(2), frame(0));
  const std::uint32_t slot = tlb.find(page(1))->slot();
  tlb.find(page(2));
  const TlbEntry replaced = tlb.fill(page(3), frame(0));
  EXPECT_EQ(replaced.page(), page(1));
  EXPECT_EQ(replaced.slot(), slot);
  EXPECT_EQ(tlb.find(page(3))->slot(), slot);
}

/// Random fills and removals: every slot belongs to at most one translation of its own set.
TEST(SlottedTlb, SlotsAreNeverShared) {
  constexpr std::uint64_t kSets = 3;
  SlottedTlbArray tlb(12, 4);
  std::uint64_t dice = 1;
  for (int step = 0; step < 2000; ++step) {
    dice = dice * 6364136223846793005U + 1442695040888963407U;
    const base::PageId chosen = page((dice >> 33) % 40);
    TlbEntry* found = tlb.find(chosen);
    if (found == nullptr) {
      tlb.fill(chosen, frame(0));
    } else if (dice >> 63 != 0) {
      tlb.remove(*found);
    }
    std::set<std::uint32_t> slots;
    for (std::uint64_t p = 0; p < 40; ++p) {
      const TlbEntry* resident = tlb.peek(page(p));
      if (resident == nullptr) continue;
      EXPECT_TRUE(slots.insert(resident->slot()).second);
      EXPECT_EQ(resident->slot() / 4, p % kSets);
    }
  }
}

}  // namespace
}  // namespace starnuma::translation
