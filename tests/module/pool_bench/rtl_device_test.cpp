// SPDX-License-Identifier: Apache-2.0
// The directory RTL as the device's directory, compared with the golden function.
#include <gtest/gtest.h>

#include "tests/module/pool_bench/bench_run.h"

namespace starnuma::pool_bench {
namespace {

BenchRun rtl_bench(Sharing sharing, int lines, int write_percent) {
  BenchRun run = bench(sharing, lines, write_percent);
  run.device.device.impl = pool::DeviceImpl::kBoth;
  run.device.device.snoop_filter_ways = 16;
  run.device.device.queued = {500_ps, 2,  timing::Arbitration::kRoundRobin, 64, 128, 0.25,
                              0.75,   1.5};
  return run;
}

TEST(RtlDevice, ALoneReadCostsAsMuchAsWithTheModel) {
  BenchRun run = rtl_bench(Sharing::kPrivate, 100'000, 0);
  run.device.filter_lines = 16384;
  expect_parts_of_lone_read(run);
}

TEST(RtlDevice, AStormHasEarlyAndLateConflictsAndStaysCoherent) {
  const auto stats = expect_conflicts(rtl_bench(Sharing::kShared, 4, 50));
  EXPECT_GT(value(stats, "device.requests.waited"), 10);
}

TEST(RtlDevice, StaysCoherentWhereAFilterOfFewLinesEvictsAllTheTime) {
  BenchRun run = rtl_bench(Sharing::kShared, 64, 40);
  run.device.filter_lines = 32;
  run.longest_delay = 100_ns;
  const auto stats = pool_bench::run(run);
  EXPECT_GT(value(stats, "device.snoop_filter.evictions"), 500);
  EXPECT_LE(value(stats, "device.snoop_filter.max_occupancy"), 1);
}

TEST(RtlDevice, AFilterWhoseSetsAreNoPowerOfTwoUsesAllOfThem) {
  BenchRun run = rtl_bench(Sharing::kPrivate, 1000, 20);
  run.device.filter_lines = 48;  // three sets
  run.host.cache_lines = 8;
  EXPECT_GT(value(pool_bench::run(run), "device.snoop_filter.max_occupancy"), 0.9);
}

}  // namespace
}  // namespace starnuma::pool_bench
