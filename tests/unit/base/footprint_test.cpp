// SPDX-License-Identifier: Apache-2.0
#include "models/base/footprint.h"

#include <gtest/gtest.h>

#include "models/base/check.h"

namespace starnuma::base {
namespace {

constexpr Footprint footprint(std::int64_t size, std::int64_t full_size) {
  return {Bytes(size), Bytes(full_size)};
}

TEST(Footprint, APowerOfTwoIsHalvedExactlySoOften) {
  for (int halvings = 0; halvings <= 40; ++halvings) {
    EXPECT_EQ(footprint(192, std::int64_t{192} << halvings).halvings(), halvings);
  }
}

TEST(Footprint, AnyOtherShareIsTakenAsTheNearestOne) {
  EXPECT_EQ(footprint(1'000'000, 1'414'213).halvings(), 0);
  EXPECT_EQ(footprint(1'000'000, 1'414'214).halvings(), 1);
  EXPECT_EQ(footprint(3, 17).halvings(), 3);
  EXPECT_EQ(footprint(3, 16).halvings(), 2);
}

TEST(Footprint, AProgramOfItsFullSizeOrMoreIsNotHalved) {
  EXPECT_EQ(footprint(7, 7).halvings(), 0);
  EXPECT_EQ(footprint(700, 7).halvings(), 0);
}

TEST(Footprint, WithoutASizeIsRefused) {
  EXPECT_THROW(footprint(0, 7).halvings(), InvariantError);
  EXPECT_THROW(footprint(7, 0).halvings(), InvariantError);
}

TEST(Footprint, ReadsAsAShare) {
  EXPECT_EQ(share_of_full_size(footprint(1, 256)), "1/256 of its full size");
  EXPECT_EQ(share_of_full_size(footprint(3, 1000)), "1/256 of its full size");
  EXPECT_EQ(share_of_full_size(footprint(5, 5)), "its full size");
}

}  // namespace
}  // namespace starnuma::base
