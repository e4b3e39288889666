// SPDX-License-Identifier: Apache-2.0
#include "models/base/ids.h"

#include <gtest/gtest.h>

#include <sstream>

namespace starnuma::base {
namespace {

constexpr SpaceId kLastSpace{PageId::kSpaces - 1};
constexpr std::uint64_t kLastNumber = (std::uint64_t{1} << PageId::kNumberBits) - 1;

TEST(PageId, HoldsTheLargestSpaceAndNumber) {
  constexpr PageId last(kLastSpace, kLastNumber);
  EXPECT_EQ(last.space(), kLastSpace);
  EXPECT_EQ(last.number(), kLastNumber);
  EXPECT_EQ(last.packed() >> (PageId::kSpaceBits + PageId::kNumberBits), 0u);
  EXPECT_NE(last, PageId::none());
}

TEST(PageId, EqualNumbersOfTwoSpacesDiffer) {
  EXPECT_NE(PageId(SpaceId{1}, 7), PageId(SpaceId{2}, 7));
  EXPECT_NE(PageId(SpaceId{1}, 7), PageId(SpaceId{1}, 8));
  EXPECT_EQ(PageId(SpaceId{1}, 7), PageId(SpaceId{1}, 7));
}

TEST(PageId, APageOfTheFirstSpaceIsPackedAsItsNumber) {
  EXPECT_EQ(PageId(SpaceId{0}, 0x2c0f).packed(), 0x2c0fu);
  EXPECT_EQ(PageId(SpaceId{3}, 0x2c0f).packed(), 0x3000002c0fu);
  EXPECT_EQ(PageId::unpack(0x3000002c0f), PageId(SpaceId{3}, 0x2c0f));
}

TEST(PageId, ABlockKeepsItsSpace) {
  EXPECT_EQ(PageId(SpaceId{3}, 0x2c0f).block(4), PageId(SpaceId{3}, 0x2c0));
  EXPECT_EQ(PageId(kLastSpace, kLastNumber).block(35), PageId(kLastSpace, 1));
  EXPECT_EQ(PageId(SpaceId{3}, 9).block(0), PageId(SpaceId{3}, 9));
}

TEST(PageId, IsPrintedWithItsSpace) {
  std::ostringstream text;
  text << PageId(SpaceId{3}, 9);
  EXPECT_EQ(text.str(), "9 of space 3");
}

}  // namespace
}  // namespace starnuma::base
