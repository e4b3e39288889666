// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/sectors.h"

#include <gtest/gtest.h>

namespace starnuma::coherence_bench {
namespace {

using protocol::cxl::DeviceState;

/// Four lines in two sectors.
struct Sectors : testing::Test {
  Sectors() {
    config.lines = 4;
    config.sector = 2;
  }
  SystemConfig config;
  std::array<HomeLine, 4> lines;
};

TEST_F(Sectors, AnEntryCoversTheLinesOfItsSector) {
  allocate_sector(config, lines, 1);
  EXPECT_TRUE(lines[0].present && lines[1].present);
  EXPECT_FALSE(lines[2].present || lines[3].present);
  EXPECT_EQ(entries_in_use(config, lines), 1);
  allocate_sector(config, lines, 2);
  EXPECT_EQ(entries_in_use(config, lines), 2);
}

TEST_F(Sectors, AnEntryIsDeallocatedWithItsLastLine) {
  allocate_sector(config, lines, 0);
  lines[1].device.state = DeviceState::kShared;
  free_entry(config, lines, 0);
  EXPECT_TRUE(lines[0].present && lines[1].present);
  lines[1].device.state = DeviceState::kInvalid;
  free_entry(config, lines, 1);
  EXPECT_EQ(entries_in_use(config, lines), 0);
}

TEST_F(Sectors, OnlyAStableSectorIsReplaceable) {
  EXPECT_FALSE(is_replaceable(config, lines, 0));
  allocate_sector(config, lines, 0);
  EXPECT_TRUE(is_replaceable(config, lines, 1));
  lines[0].device.state = DeviceState::kToShared;
  EXPECT_FALSE(is_replaceable(config, lines, 1));
}

TEST_F(Sectors, AReadWaitsWhileItsSectorIsEvictedOrAVictimIsEvictedForIt) {
  allocate_sector(config, lines, 0);
  EXPECT_FALSE(waits_for_sector(config, lines, 1));
  lines[0].device.state = DeviceState::kEvicting;
  lines[0].pending.request.line = {2};
  EXPECT_TRUE(waits_for_sector(config, lines, 1));
  EXPECT_TRUE(waits_for_capacity(config, lines, 2));
  EXPECT_TRUE(waits_for_sector(config, lines, 3));
}

TEST_F(Sectors, LinesOfSocketHomesBelongToNoSector) {
  config.socket_lines = 1;
  allocate_sector(config, lines, 1);
  EXPECT_FALSE(lines[0].present);
  EXPECT_TRUE(lines[1].present);
}

}  // namespace
}  // namespace starnuma::coherence_bench
