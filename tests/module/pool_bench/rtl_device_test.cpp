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
  run.traffic.heads = 1;
  run.host.outstanding = 1;
  run.host.cache_lines = 4096;  // no evictions
  const auto stats = pool_bench::run(run);
  const double completion = 8 / 6.0;  // the Cmp's 8 bytes leave before the data, at 6 GB/s
  EXPECT_NEAR(value(stats, "latency.read.p50"), 47 + 6 + 50 + completion + 47, 0.1);
}

TEST(RtlDevice, AStormHasEarlyAndLateConflictsAndStaysCoherent) {
  BenchRun run = rtl_bench(Sharing::kShared, 4, 50);
  run.longest_delay = 100_ns;
  const auto stats = pool_bench::run(run);
  EXPECT_GT(value(stats, "conflicts.early"), 10);
  EXPECT_GT(value(stats, "conflicts.late"), 10);
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
