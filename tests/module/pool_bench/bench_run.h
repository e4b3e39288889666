// SPDX-License-Identifier: Apache-2.0
// Run of the pool bench that the tests start from.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "testbenches/pool/pool_bench.h"

namespace starnuma::pool_bench {

using namespace base::literals;
using base::Time;

/// DDR5-4800 with the shipped timing rules, refresh off.
inline memory::DramConfig channel() {
  memory::DramConfig config;
  config.clock = base::Frequency(2'400'000'000);
  config.ranks = 2;
  config.bank_groups = 8;
  config.banks_per_group = 4;
  config.row = base::Bytes(4096);
  config.refresh = timing::RefreshPolicy::kNone;
  config.controller = base::Cycles(32);
  timing::DramTimings& t = config.timings;
  t.t_rcd = t.t_rp = t.t_cl = base::Cycles(40);
  t.t_cwl = base::Cycles(38);
  t.burst = t.t_ccd_s = t.t_ccd_s_wr = t.t_rrd_s = base::Cycles(8);
  t.t_ras = base::Cycles(77);
  t.t_rc = base::Cycles(117);
  t.t_rtp = base::Cycles(18);
  t.t_wr = base::Cycles(72);
  t.t_ccd_l = t.t_rrd_l = base::Cycles(12);
  t.t_ccd_l_wr = t.t_wtr_l = base::Cycles(24);
  t.t_wtr_s = base::Cycles(6);
  t.read_to_write_gap = base::Cycles(4);
  t.rank_gap = base::Cycles(2);
  t.t_faw = base::Cycles(32);
  return config;
}

inline BenchRun bench(Sharing sharing, int lines, int write_percent) {
  BenchRun run;
  run.name = "run";
  run.device.device.fabric_latency = 7_ns;
  run.device.device.directory_latency = 6_ns;
  run.device.device.snoop_filter_ways = 4;
  run.device.device.queued = {1_ns, 1, timing::Arbitration::kRoundRobin, 64, 128, 0.25, 0.75, 1.5};
  run.device.path = 47_ns;
  run.device.link = {6000_MBps, {{{8, 64}, {8, 64}}}};
  run.device.channels = 2;
  run.device.interleave = base::Bytes(256);
  run.device.channel = channel();
  run.device.filter_lines = 1024;
  run.host.cache_lines = 32;
  run.host.hit_latency = 20_ns;
  run.host.snoop_latency = 50_ns;
  run.traffic.sharing = sharing;
  run.traffic.heads = 16;
  run.traffic.lines = lines;
  run.traffic.write_percent = write_percent;
  run.duration = Time(20'000'000);
  return run;
}

inline double value(const std::vector<accounting::Stat>& stats, const std::string& path) {
  for (const accounting::Stat& stat : stats) {
    if (stat.path == "run." + path) return stat.value;
  }
  throw std::runtime_error("no statistic " + path);
}

/// Expects a lone read to take the sum of the parts.
inline void expect_parts_of_lone_read(BenchRun bench) {
  bench.traffic.heads = 1;
  bench.host.outstanding = 1;
  bench.host.cache_lines = 4096;      // no evictions
  const double completion = 8 / 6.0;  // the Cmp's 8 bytes leave before the data, at 6 GB/s
  EXPECT_NEAR(value(run(bench), "latency.read.p50"), 47 + 6 + 50 + completion + 47, 0.1);
}

/// Expects early and late conflicts of delayed messages; returns the statistics.
inline std::vector<accounting::Stat> expect_conflicts(BenchRun bench) {
  bench.longest_delay = 100_ns;
  const std::vector<accounting::Stat> stats = run(bench);
  EXPECT_GT(value(stats, "conflicts.early"), 10);
  EXPECT_GT(value(stats, "conflicts.late"), 10);
  return stats;
}

}  // namespace starnuma::pool_bench
