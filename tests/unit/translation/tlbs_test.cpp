// SPDX-License-Identifier: Apache-2.0
#include "models/translation/tlb_function.h"

#include <gtest/gtest.h>

#include "tests/support/pages.h"

namespace starnuma::translation {
namespace {

using test::page;

/// A DTLB of two pages and an STLB of four, both fully associative.
struct TlbsTest : testing::Test {
  Tlbs::Filled fill(std::uint64_t number) {
    const Tlbs::Filled filled = tlbs.fill(page(number), {base::LineAddress{number}}, false);
    tlbs.fill_dtlb(filled.entry);
    return filled;
  }
  std::vector<double> hits() const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    tlbs.report(writer);
    return {stats[0].value, stats[1].value};
  }

  Tlbs tlbs{{2, 2, 4, 4, base::Cycles(8), 2}};
};

TEST_F(TlbsTest, AWalkedPageIsInBothTlbs) {
  const Tlbs::Filled filled = fill(3);
  EXPECT_EQ(filled.entry.page(), page(3));
  EXPECT_EQ(filled.replaced, TlbEntry::kEmpty);
  ASSERT_NE(tlbs.find_in_dtlb(page(3)), nullptr);
  EXPECT_EQ(tlbs.find_in_dtlb(page(3))->frame().first_line.value, 3U);
  EXPECT_NE(tlbs.peek_stlb(page(3)), nullptr);
}

TEST_F(TlbsTest, AHitOfTheStlbEntersTheDtlb) {
  for (const std::uint64_t number : {1, 2, 3}) fill(number);
  EXPECT_EQ(tlbs.find_in_dtlb(page(1)), nullptr);
  ASSERT_NE(tlbs.find_in_stlb(page(1)), nullptr);
  EXPECT_NE(tlbs.peek_dtlb(page(1)), nullptr);
  EXPECT_EQ(tlbs.peek_dtlb(page(2)), nullptr);  // the least recently used one
}

TEST_F(TlbsTest, OnlyHitsCount) {
  for (const std::uint64_t number : {1, 2, 3}) fill(number);
  tlbs.peek_dtlb(page(3));
  tlbs.find_filled(page(3));
  tlbs.find_in_dtlb(page(1));
  EXPECT_EQ(hits(), (std::vector<double>{0, 0}));
  tlbs.find_in_stlb(page(1));
  tlbs.find_in_dtlb(page(1));
  tlbs.find_in_dtlb(page(1));
  EXPECT_EQ(hits(), (std::vector<double>{2, 1}));
  tlbs.reset_statistics();
  EXPECT_EQ(hits(), (std::vector<double>{0, 0}));
}

TEST_F(TlbsTest, APageThatLeavesTheStlbLeavesTheDtlb) {
  fill(0);
  for (const std::uint64_t number : {1, 2, 3}) {
    fill(number);
    tlbs.find_in_dtlb(page(0)) != nullptr ? nullptr : tlbs.find_in_stlb(page(0));
  }
  ASSERT_NE(tlbs.peek_dtlb(page(0)), nullptr);
  for (const std::uint64_t number : {4, 5, 6, 7}) {
    tlbs.fill(page(number), {base::LineAddress{number}}, false);
  }
  EXPECT_EQ(tlbs.peek_stlb(page(0)), nullptr);
  EXPECT_EQ(tlbs.peek_dtlb(page(0)), nullptr);
}

TEST_F(TlbsTest, AFilledEntryThatWasRemovedDoesNotEnterTheDtlb) {
  const Tlbs::Filled filled = tlbs.fill(page(3), {base::LineAddress{3}}, false);
  tlbs.remove(page(3));
  tlbs.fill_dtlb(filled.entry);
  EXPECT_EQ(tlbs.peek_dtlb(page(3)), nullptr);
}

TEST_F(TlbsTest, ARemovedPageIsInNeitherTlb) {
  fill(3);
  tlbs.remove(page(3));
  EXPECT_EQ(tlbs.peek_dtlb(page(3)), nullptr);
  EXPECT_EQ(tlbs.peek_stlb(page(3)), nullptr);
  EXPECT_TRUE(tlbs.pages_of(base::SpaceId{0}).empty());
}

}  // namespace
}  // namespace starnuma::translation
