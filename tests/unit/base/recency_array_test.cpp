// SPDX-License-Identifier: Apache-2.0
#include "models/base/recency_array.h"

#include <gtest/gtest.h>

#include <set>

namespace starnuma::base {
namespace {

struct Number {
  std::uint64_t value = ~std::uint64_t{0};
  std::uint64_t key() const { return value; }
};

TEST(RecencyArray, AUseOfAnyWayMakesItTheLastToLeave) {
  RecencyArray<Number> array(1, 4);
  for (std::uint64_t n = 0; n < 4; ++n) array.fill({n});
  for (const std::uint64_t used : {1U, 3U, 1U, 0U}) ASSERT_NE(array.find(used), nullptr);
  EXPECT_EQ(array.fill({10}).value, 2u);
  EXPECT_EQ(array.fill({11}).value, 3u);
  EXPECT_EQ(array.fill({12}).value, 1u);
  EXPECT_EQ(array.fill({13}).value, 0u);
}

TEST(RecencyArray, RemovalFromTheMiddleKeepsTheOrderOfTheOthers) {
  RecencyArray<Number> array(1, 3);
  for (std::uint64_t n = 0; n < 3; ++n) array.fill({n});
  array.take(1);
  EXPECT_EQ(array.find(1), nullptr);
  EXPECT_EQ(array.fill({10}).value, Number().value);
  EXPECT_EQ(array.fill({11}).value, 0u);
  EXPECT_EQ(array.fill({12}).value, 2u);
}

TEST(SetIndex, PowersOfTwoUseTheLowBits) {
  const SetIndex index(64);
  for (const std::uint64_t line : {0ULL, 63ULL, 64ULL, 1000ULL, 0xFFFF'FFFF'FFFFULL}) {
    EXPECT_EQ(index({line}), line & 63);
  }
}

TEST(SetIndex, OtherNumbersOfSetsUseTheRemainderAndReachEverySet) {
  for (const std::uint64_t sets : {3, 28, 96, 57'344}) {
    const SetIndex index(sets);
    std::set<std::uint64_t> reached;
    for (std::uint64_t line = 0; line < 2 * sets; ++line) {
      EXPECT_LT(index({line}), sets);
      reached.insert(index({line}));
    }
    EXPECT_EQ(reached.size(), sets);
    EXPECT_EQ(index({sets}), 0u);
    EXPECT_EQ(index({10 * sets + 2}), 2u);
  }
}

TEST(SetIndex, ASingleSetTakesEverything) {
  const SetIndex index(1);
  EXPECT_EQ(index({0}), 0u);
  EXPECT_EQ(index({12'345}), 0u);
}

}  // namespace
}  // namespace starnuma::base
