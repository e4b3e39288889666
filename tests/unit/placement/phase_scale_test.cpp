// SPDX-License-Identifier: Apache-2.0
#include "models/placement/phase_scale.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

PlacementConfig published() {
  PlacementConfig config;
  config.phase_instructions = 1'000'000'000;
  config.min_phases = 6;
  config.region = base::Bytes(512 << 10);
  config.high_threshold = 20'000;
  config.low_threshold = 4'000;
  config.low_threshold_max = 10'000;
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
  EXPECT_DOUBLE_EQ(phase.share, 0.5);
  EXPECT_DOUBLE_EQ(phase.high, 20'000.0 / 256);
  EXPECT_EQ(phase.page_limit, 512U);
}

TEST(PhaseScale, TheLimitOfAShortPhaseIsAtLeastOnePageUnlessNoneMayMove) {
  PlacementConfig config = published();
  EXPECT_EQ(scaled_phase(config, 16, 1e3).page_limit, 1U);
  config.page_limit = 0;
  EXPECT_EQ(scaled_phase(config, 16, 1e3).page_limit, 0U);
}

TEST(PhaseScale, SystemTimesShrinkAsPhasesAndSizesAsTheProgram) {
  const ScaledPhase whole = scaled_phase(published(), 0, 1e11);
  EXPECT_EQ(whole.time_factor, 1);
  EXPECT_EQ(whole.size_factor, 1);
  const ScaledPhase quarter = scaled_phase(published(), 2, 1e11);
  EXPECT_EQ(quarter.time_factor, 0.25);
  EXPECT_EQ(quarter.size_factor, 0.25);
  const ScaledPhase run = scaled_phase(published(), 2, 6 * 25e6);
  EXPECT_DOUBLE_EQ(run.time_factor, 0.025) << "phases are a tenth as long";
  EXPECT_EQ(run.size_factor, 0.25);
}

TEST(PhaseScale, ACounterOfTheFullSizeMachineHoldsWhatItsBitsDo) {
  EXPECT_EQ(most_counted(16, 1), 65'535U);
  EXPECT_EQ(most_counted(8, 1), 255U);
  EXPECT_EQ(most_counted(4, 1), 15U);
}

TEST(PhaseScale, ACounterStopsWhereItStandsForTheSameMissesAsHi) {
  const ScaledPhase phase = scaled_phase(published(), 8, 1e11);
  EXPECT_EQ(most_counted(16, phase.threshold_factor), 512U);  // 65535 / 128
  EXPECT_EQ(most_counted(8, phase.threshold_factor), 2U);     // 1.99
  const ScaledPhase half = scaled_phase(published(), 8, 3'906'250 * 3.0);
  EXPECT_EQ(most_counted(16, half.threshold_factor), 256U);
  EXPECT_EQ(most_counted(8, half.threshold_factor), 1U);
}

TEST(PhaseScale, ACounterCountsToOneAtLeastUnlessThereIsNone) {
  EXPECT_EQ(most_counted(4, 1.0 / 128), 1U);
  EXPECT_EQ(most_counted(16, 1e-9), 1U);
  EXPECT_EQ(most_counted(0, 1), 0U);
  EXPECT_EQ(most_counted(0, 1e-9), 0U);
}

TEST(PhaseScale, ARunInWhichNothingEndsAPhaseIsOneAndNoLongerThanAPublishedOne) {
  EXPECT_DOUBLE_EQ(share_of_phase(published(), 8, 3'906'250 / 4.0), 0.25);
  EXPECT_DOUBLE_EQ(share_of_phase(published(), 8, 3'906'250.0), 1);
  EXPECT_DOUBLE_EQ(share_of_phase(published(), 8, 1e11), 1);
}

}  // namespace
}  // namespace starnuma::placement
