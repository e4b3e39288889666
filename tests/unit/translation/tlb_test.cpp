// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/translation/tlb_function.h"

namespace starnuma::translation {
namespace {

base::Frame frame(std::uint64_t line) { return {base::LineAddress{line}}; }

TEST(Tlb, AFilledTranslationIsFound) {
  TlbArray tlb(4, 4);
  EXPECT_EQ(tlb.find(3), nullptr);
  EXPECT_EQ(tlb.fill(3, frame(300)), TlbArray::kEmpty);
  ASSERT_NE(tlb.find(3), nullptr);
  EXPECT_EQ(tlb.find(3)->frame.first_line.value, 300u);
}

TEST(Tlb, TheLeastRecentlyUsedTranslationIsReplaced) {
  TlbArray tlb(3, 3);
  for (std::uint64_t page = 0; page < 3; ++page) tlb.fill(page, frame(page));
  tlb.find(0);
  EXPECT_EQ(tlb.fill(10, frame(0)), 1u);
  EXPECT_EQ(tlb.fill(11, frame(0)), 2u);
  EXPECT_EQ(tlb.fill(12, frame(0)), 0u);
  EXPECT_EQ(tlb.find(0), nullptr);
}

TEST(Tlb, SetsDoNotCompete) {
  TlbArray tlb(8, 2);
  for (std::uint64_t page = 0; page < 8; ++page) {
    EXPECT_EQ(tlb.fill(page, frame(page)), TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(9, frame(9)), 1u);  // set 1 of four
}

TEST(Tlb, ANumberOfSetsThatIsNoPowerOfTwoWorks) {
  TlbArray tlb(72, 4);  // 18 sets
  for (std::uint64_t page = 0; page < 72; ++page) {
    EXPECT_EQ(tlb.fill(page, frame(page)), TlbArray::kEmpty);
  }
  EXPECT_EQ(tlb.fill(18 * 4, frame(0)), 0u);
}

TEST(Tlb, ARemovedTranslationLeavesRoom) {
  TlbArray tlb(2, 2);
  tlb.fill(1, frame(1));
  tlb.fill(2, frame(2));
  tlb.remove(2);
  EXPECT_EQ(tlb.find(2), nullptr);
  EXPECT_EQ(tlb.fill(3, frame(3)), TlbArray::kEmpty);
  EXPECT_NE(tlb.find(1), nullptr);
}

TEST(Tlb, RemovingWhatIsNotThereChangesNothing) {
  TlbArray tlb(2, 2);
  tlb.fill(1, frame(1));
  tlb.remove(7);
  EXPECT_NE(tlb.find(1), nullptr);
}

}  // namespace
}  // namespace starnuma::translation
