// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/count_scale.h"

#include <gtest/gtest.h>

#include "platforms/assembly/scaling.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

constexpr double kPhaseAtScale20 = 1e9 / 256;  ///< Instructions of a thread.

MachineConfig at_scale_20(const std::string& machine, const std::vector<std::string>& sets = {}) {
  return scaled(test::shipped<MachineConfig>(machine, {}, sets), 20).config;
}

TEST(CountScale, MetadataThatAPolicyReadsAreOfItsPhases) {
  const MachineConfig config = at_scale_20("starnuma16_t16");
  EXPECT_DOUBLE_EQ(tracked_factor(config, 20, 100 * kPhaseAtScale20), 1.0 / 128);
  EXPECT_DOUBLE_EQ(tracked_factor(config, 20, 4 * kPhaseAtScale20), 1.0 / 256) << "eight phases";
}

TEST(CountScale, MetadataThatNobodyResetsAreOfAllTheRun) {
  for (const char* set : {"placement.policy=first_touch", "placement.counts=ideal"}) {
    const MachineConfig config = at_scale_20("starnuma16_t16", {set});
    EXPECT_DOUBLE_EQ(tracked_factor(config, 20, 100 * kPhaseAtScale20), 1.0 / 128) << set;
    EXPECT_DOUBLE_EQ(tracked_factor(config, 20, 4 * kPhaseAtScale20), 1.0 / 128) << set;
    EXPECT_DOUBLE_EQ(tracked_factor(config, 20, kPhaseAtScale20 / 2), 1.0 / 256) << set;
  }
}

TEST(CountScale, TheShareOfARegionIsThatOfTheTrackingHardwares) {
  const MachineConfig config =
      at_scale_20("starnuma16_t16", {"placement.policy=first_touch", "tracking.region=4 MiB"});
  EXPECT_DOUBLE_EQ(tracked_factor(config, 20, 100 * kPhaseAtScale20), 1.0 / 256);
}

TEST(CountScale, AFullMachineCountsAsFarAsItsBitsHold) {
  const MachineConfig config =
      scaled(test::shipped<MachineConfig>("starnuma16_full", {}, {"tracking.impl=model"}), 20)
          .config;
  const double factor = tracked_factor(config, 20, 1e10);
  EXPECT_EQ(tracked_counter(config.tracking, factor).max, 65'535U);
}

TEST(CountScale, EveryWidthStopsAtItsShareUnlessCountsAreAsTheyAre) {
  MachineConfig config = at_scale_20("starnuma16_t16");
  EXPECT_EQ(tracked_counter(config.tracking, 1.0 / 128).max, 512U);
  EXPECT_EQ(tracked_counter(config.tracking, 1.0 / 128).width, 16);
  EXPECT_EQ(most_counted(config.tracking, 8, 1.0 / 128), 2U);
  EXPECT_EQ(most_counted(config.tracking, 0, 1.0 / 128), 0U);
  config.tracking.count_scale = tracking::CountScale::kAsIs;
  EXPECT_EQ(tracked_counter(config.tracking, 1.0 / 128).max, 65'535U);
  EXPECT_EQ(most_counted(config.tracking, 8, 1.0 / 128), 255U);
}

}  // namespace
}  // namespace starnuma::assembly
