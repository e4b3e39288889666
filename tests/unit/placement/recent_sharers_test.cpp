// SPDX-License-Identifier: Apache-2.0
#include "models/placement/recent_sharers.h"

#include <gtest/gtest.h>

#include "models/placement/phase_scale.h"

namespace starnuma::placement {
namespace {

/// Passes one phase of a single region; returns the sharers that a policy receives.
std::uint32_t after(RecentSharers& recent, std::uint32_t sharers) {
  std::vector<RegionUse> uses{{7, sharers}};
  recent.add_to(uses);
  EXPECT_EQ(uses[0].misses, 7U) << "counts are of the last phase";
  return uses[0].sharers;
}

TEST(RecentSharers, OnePhaseHasItsOwnSharersOnly) {
  RecentSharers recent(1);
  EXPECT_EQ(after(recent, 0b001), 0b001U);
  EXPECT_EQ(after(recent, 0b010), 0b010U);
}

TEST(RecentSharers, ThreePhasesForgetTheFirstOneInTheFourth) {
  RecentSharers recent(3);
  EXPECT_EQ(after(recent, 0b0001), 0b0001U);
  EXPECT_EQ(after(recent, 0b0010), 0b0011U);
  EXPECT_EQ(after(recent, 0b0100), 0b0111U) << "in time";
  EXPECT_EQ(after(recent, 0b1000), 0b1110U) << "one phase later";
}

TEST(RecentSharers, RegionsDoNotShareTheirSharers) {
  RecentSharers recent(2);
  std::vector<RegionUse> uses{{1, 0b01}, {1, 0}};
  recent.add_to(uses);
  uses = {{1, 0}, {1, 0b10}};
  recent.add_to(uses);
  EXPECT_EQ(uses[0].sharers, 0b01U);
  EXPECT_EQ(uses[1].sharers, 0b10U);
}

TEST(RecentSharers, AsManyPhasesAsMakeAPublishedOneAreRemembered) {
  ScaledPhase phase;
  EXPECT_EQ(phase.per_published_phase(), 1);
  phase.share = 0.06;
  EXPECT_EQ(phase.per_published_phase(), 17);
  phase.share = 0.67;
  EXPECT_EQ(phase.per_published_phase(), 1);
  phase.share = 0.66;
  EXPECT_EQ(phase.per_published_phase(), 2);
}

}  // namespace
}  // namespace starnuma::placement
