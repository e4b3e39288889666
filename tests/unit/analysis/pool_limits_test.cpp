// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/pool_limits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/lint.h"
#include "tests/support/shipped.h"

namespace starnuma::analysis {
namespace {

using namespace base::literals;

constexpr double kGigabyte = 1e9;

/// Four links of 6.4 GB/s with headers of 8 B, a device with two slices of 1 ns, memory of 10 GB/s.
PoolResources resources() {
  PoolResources of;
  of.queued.directory_interval = 1_ns;
  of.queued.directory_slices = 2;
  of.queued.request_entries = 31;
  of.queued.write_entries = 12;
  of.directory = 6_ns;
  of.memory = 50_ns;
  of.channels = 1;
  of.reads = {9 * kGigabyte, "64 reads", 10 * kGigabyte, "data bus"};
  of.links = 4;
  of.link = {base::Bandwidth(6'400'000'000), {{{8, 64}, {8, 64}}}};
  of.request_credits = 2;
  of.credit_time = 40_ns;
  of.round_trip = 160_ns;
  of.snoop = 100_ns;
  of.outstanding = 10;
  return of;
}

double limit(const PoolTraffic& traffic, const std::string& resource) {
  for (const Limit& one : limits_of(resources(), traffic)) {
    if (one.resource == resource) return one.bytes_per_second / kGigabyte;
  }
  throw std::runtime_error("no limit " + resource);
}

TEST(PoolLimits, OfReadsFollowFromTheFields) {
  const PoolTraffic reads{1, 0, 0, 1};
  EXPECT_NEAR(limit(reads, "links to hosts"), 4 * 6.4 * 64 / 80, 1e-9);
  EXPECT_NEAR(limit(reads, "links to the device"), 4 * 6.4 * 64 / 16, 1e-9);
  EXPECT_NEAR(limit(reads, "request credits of links"), 4 * 2 * 64 / 80.0, 1e-9);
  EXPECT_NEAR(limit(reads, "directory look-ups"), 2 * 64 / 2.0, 1e-9);
  EXPECT_NEAR(limit(reads, "request table"), 31 * 64 / 62.0, 1e-9);
  EXPECT_NEAR(limit(reads, "outstanding reads of hosts"), 10 * 64 / 160.0, 1e-9);
  EXPECT_NEAR(limit(reads, "memory, data bus"), 10, 1e-9);
}

TEST(PoolLimits, OfWritesCountDataInBothDirectionsAndTheWriteTable) {
  const PoolTraffic writes{0, 1, 0, 1};
  EXPECT_NEAR(limit(writes, "links to the device"), 4 * 6.4 * 64 / 72, 1e-9);
  EXPECT_NEAR(limit(writes, "write table"), 12 * 64 / 6.0, 1e-9);
  EXPECT_NEAR(limit(writes, "memory, data bus"), 5, 1e-9);
}

TEST(PoolLimits, ASnoopTakesALookUpAndKeepsItsRequestInTheTable) {
  const PoolTraffic snooped{0, 0, 1, 0};
  EXPECT_NEAR(limit(snooped, "directory look-ups"), 2 * 64 / 2.0, 1e-9);
  EXPECT_NEAR(limit(snooped, "request table"), 31 * 64 / 156.0, 1e-9);
}

TEST(PoolLimits, TheLowestBinds) {
  EXPECT_EQ(binding(limits_of(resources(), {})).resource, "outstanding reads of hosts");
  PoolResources many = resources();
  many.outstanding = 0;
  EXPECT_EQ(binding(limits_of(many, {})).resource, "request credits of links");
}

TEST(PoolLimits, TheFullSizeDevicePassesThreeQuartersOfItsMemory) {
  const auto machine = test::shipped<assembly::MachineConfig>("starnuma16_full");
  const assembly::MemoryConfig& memory = machine.pool[0].memory;
  const auto bandwidth = static_cast<double>(memory.channel.bandwidth().value);
  const ChannelReads peak{bandwidth, "data bus", bandwidth, "data bus"};
  const Unloaded unloaded(machine);
  const auto limits = limits_of(pool_resources(machine, unloaded, 0, 16, peak), {1, 0, 0, 1});
  EXPECT_GE(binding(limits).bytes_per_second, 0.75 * static_cast<double>(memory.peak().value));
}

TEST(PoolLimits, ADeviceThatThrottlesItsMemoryIsAWarningThatNamesTheField) {
  const auto warned = [](const std::string& set) {
    std::string paths;
    for (const auto& warning :
         lint(test::shipped<assembly::MachineConfig>("starnuma16_full", {}, {set}))) {
      paths += warning.paths.front();
    }
    return paths;
  };
  EXPECT_EQ(warned("pool.device.queued.directory_slices=4"),
            "pool.device.queued.directory_interval");
  EXPECT_EQ(warned("pool.device.queued.request_entries=256"), "pool.device.queued.request_entries");
}

}  // namespace
}  // namespace starnuma::analysis
