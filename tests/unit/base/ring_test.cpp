// SPDX-License-Identifier: Apache-2.0
#include "models/base/ring.h"

#include <gtest/gtest.h>

#include <deque>

#include "models/base/random.h"

namespace starnuma::base {
namespace {

TEST(Ring, ElementsLeaveInTheOrderInWhichTheyArrived) {
  Ring<int> ring;
  std::deque<int> expected;
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    if (expected.empty() || random.below(5) < 3) {
      ring.push_back(i);
      expected.push_back(i);
    } else {
      EXPECT_EQ(ring.front(), expected.front());
      ring.pop_front();
      expected.pop_front();
    }
    ASSERT_EQ(ring.size(), expected.size());
    for (std::size_t k = 0; k < ring.size(); ++k) ASSERT_EQ(ring[k], expected[k]);
  }
  EXPECT_GT(ring.size(), 200U);
}

TEST(Ring, AQueueThatBecomesEmptyUsesTheSameMemoryAgain) {
  Ring<int> ring;
  ring.push_back(1);
  const int* const first = &ring.front();
  ring.pop_front();
  EXPECT_TRUE(ring.empty());
  ring.push_back(2);
  EXPECT_EQ(&ring.front(), first);
  EXPECT_EQ(ring.front(), 2);
}

}  // namespace
}  // namespace starnuma::base
