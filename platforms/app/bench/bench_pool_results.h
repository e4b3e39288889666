// SPDX-License-Identifier: Apache-2.0
// Result folder and table of a pool bench.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/accounting/stats.h"
#include "platforms/app/bench/bench_pool_plan.h"
#include "platforms/app/bench/bench_seeds.h"
#include "platforms/app/process/child.h"

namespace starnuma::app {

/// Runs `work` in a child process and returns its statistics.
std::vector<accounting::Stat> stats_from_child(
    const std::function<std::vector<accounting::Stat>()>& work);

struct PoolBenchResults {
  std::string bench;
  std::string machine;
  PoolBenchOptions options;
  std::vector<PoolPoint> plan;
  SeedStatistics stats;
};

/// Returns one row per run: latency, bandwidth, snoops, conflicts, shares; with several seeds also
/// the intervals.
std::string pool_table(const PoolBenchResults& results);

/// Returns the text of bench.json: options, and settings and measured values of each run.
std::string pool_json(const PoolBenchResults& results);

/// Writes the files of the bench into the draft of its folder.
void write_pool_results(const std::filesystem::path& draft, const PoolBenchResults& results);

}  // namespace starnuma::app
