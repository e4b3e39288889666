// SPDX-License-Identifier: Apache-2.0
#include "models/placement/phase_scale.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

PlacementConfig published() {
  PlacementConfig config;
  config.phase_instructions = 1'000'000'000;
  config.least_phases = 6;
  config.region = base::Bytes(512 << 10);
  config.high_threshold = 20'000;
  config.low_threshold = 4'000;
  config.low_threshold_most = 10'000;
  config.page_limit = 256 << 10;
  return config;
}

TEST(PhaseScale, FullScaleIsAsPublished) {
  const ScaledPhase phase = scaled_phase(published(), 0, 1e11);
  EXPECT_EQ(phase.instructions, 1'000'000'000);
  EXPECT_EQ(phase.region_pages, 128U);
  EXPECT_EQ(phase.high, 20'000);
  EXPECT_EQ(phase.low, 4'000);
  EXPECT_EQ(phase.low_most, 10'000);
  EXPECT_EQ(phase.page_limit, 262'144U);
}

TEST(PhaseScale, AHalvedProgramHasHalfThePhaseAndTheSameMissesPerHalvedRegion) {
  const ScaledPhase phase = scaled_phase(published(), 1, 1e11);
  EXPECT_EQ(phase.instructions, 500'000'000);
  EXPECT_EQ(phase.region_pages, 64U);
  EXPECT_EQ(phase.high, 10'000);
  EXPECT_EQ(phase.page_limit, 131'072U);
}

TEST(PhaseScale, ARegionIsAtLeastOnePage) {
  const ScaledPhase phase = scaled_phase(published(), 8, 1e11);
  EXPECT_EQ(phase.instructions, 3'906'250);
  EXPECT_EQ(phase.region_pages, 1U);
  EXPECT_DOUBLE_EQ(phase.high, 20'000.0 / 128);
  EXPECT_EQ(phase.page_limit, 1024U);
}

TEST(PhaseScale, AShortRunHasShorterPhasesAndLowerThresholds) {
  const ScaledPhase phase = scaled_phase(published(), 8, 3'906'250 * 3.0);
  EXPECT_EQ(phase.instructions, 3'906'250 / 2);
  EXPECT_DOUBLE_EQ(phase.high, 20'000.0 / 256);
  EXPECT_EQ(phase.page_limit, 1024U);
}

}  // namespace
}  // namespace starnuma::placement
