// SPDX-License-Identifier: Apache-2.0
#include "models/placement/knowledge.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

TEST(RegionUses, AddUpPagesAndStopAtWhatACounterHolds) {
  accounting::PageCounts counts(3, 16);
  for (int n = 0; n < 9; ++n) counts.add(0, 2);
  for (int n = 0; n < 9; ++n) counts.add(1, 5);
  counts.add(2, 0);
  const auto wide = region_uses(counts, 2, 65535);
  ASSERT_EQ(wide.size(), 2U);
  EXPECT_EQ(wide[0].misses, 18U);
  EXPECT_EQ(wide[0].sharers, 0b100100U);
  EXPECT_EQ(wide[1].misses, 1U);
  EXPECT_EQ(region_uses(counts, 2, 17)[0].misses, 17U) << "one below";
  EXPECT_EQ(region_uses(counts, 2, 18)[0].misses, 18U) << "at it";
  EXPECT_EQ(region_uses(counts, 2, 19)[0].misses, 18U);
  EXPECT_EQ(region_uses(counts, 2, 0)[0].misses, 0U);
}

}  // namespace
}  // namespace starnuma::placement
