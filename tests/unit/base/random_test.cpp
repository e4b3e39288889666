// SPDX-License-Identifier: Apache-2.0
#include "models/base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace starnuma::base {
namespace {

TEST(Random, FirstValuesAreThoseOfSplitmix64) {
  Random zero(0);  // test vectors of the published algorithm (Steele, Lea, Flood; Vigna's C code)
  EXPECT_EQ(zero.next(), 0xE220A8397B1DCDAFULL);
  EXPECT_EQ(zero.next(), 0x6E789E6AA1B965F4ULL);
  EXPECT_EQ(zero.next(), 0x06C45D188009454FULL);
  Random seeded(1234567);
  EXPECT_EQ(seeded.next(), 6457827717110365317ULL);
  EXPECT_EQ(seeded.next(), 3203168211198807973ULL);
}

TEST(Random, EqualSeedsGiveEqualNumbersAndOthersDoNot) {
  Random a(7);
  Random b(7);
  Random c(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t value = a.next();
    EXPECT_EQ(value, b.next());
    differs |= value != c.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Random, BoundedNumbersStayBelowTheirBound) {
  Random random(1);
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 1000ULL, 1ULL << 63, ~0ULL}) {
    for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(bound), bound);
  }
}

TEST(Random, BoundedNumbersAreEvenlySpread) {
  Random random(1);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60'000; ++i) ++seen[random.below(6)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 500);  // 5 standard deviations
}

}  // namespace
}  // namespace starnuma::base
