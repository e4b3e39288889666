// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling/count_scale.h"

#include <gtest/gtest.h>

#include "platforms/assembly/scaling/scaling.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

constexpr base::Footprint kProgram{base::Bytes(1), base::Bytes(256)};
constexpr double kPhase = 1e9 / 256;  ///< Instructions of a thread per phase.

MachineConfig scaled_machine(const std::string& machine,
                             const std::vector<std::string>& sets = {}) {
  return scaled(test::shipped<MachineConfig>(machine, {}, sets), kProgram).config;
}

TEST(CountScale, MetadataThatAPolicyReadsAreOfItsPhases) {
  const MachineConfig config = scaled_machine("starnuma16_t16");
  EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, 100 * kPhase), 1.0 / 128);
  EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, 4 * kPhase), 1.0 / 256) << "eight phases";
}

TEST(CountScale, MetadataThatNobodyResetsAreOfAllTheRun) {
  for (const char* set : {"placement.policy=first_touch", "placement.counts=ideal"}) {
    const MachineConfig config = scaled_machine("starnuma16_t16", {set});
    EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, 100 * kPhase), 1.0 / 128) << set;
    EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, 4 * kPhase), 1.0 / 128) << set;
    EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, kPhase / 2), 1.0 / 256) << set;
  }
}

TEST(CountScale, TheShareOfARegionIsThatOfTheTrackingHardwares) {
  const MachineConfig config =
      scaled_machine("starnuma16_t16", {"placement.policy=first_touch", "tracking.region=4 MiB"});
  EXPECT_DOUBLE_EQ(tracked_factor(config, kProgram, 100 * kPhase), 1.0 / 256);
}

TEST(CountScale, AFullMachineCountsAsFarAsItsBitsHold) {
  const MachineConfig config =
      scaled(test::shipped<MachineConfig>("starnuma16_full", {}, {"tracking.impl=model"}), kProgram)
          .config;
  const double factor = tracked_factor(config, kProgram, 1e10);
  EXPECT_EQ(tracked_counter(config.tracking, factor).max, 65'535U);
}

TEST(CountScale, EveryWidthStopsAtItsShareUnlessCountsAreAsTheyAre) {
  MachineConfig config = scaled_machine("starnuma16_t16");
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
