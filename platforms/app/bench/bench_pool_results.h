// SPDX-License-Identifier: Apache-2.0
// Result folder and table of a pool bench.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/accounting/stats.h"
#include "platforms/app/bench/bench_pool_plan.h"

namespace starnuma::app {

/// Runs `work` in a child process and returns its statistics.
std::vector<accounting::Stat> stats_from_child(
    const std::function<std::vector<accounting::Stat>()>& work);

/// Returns one row per run: latency, bandwidth, snoops, conflicts, shares, limit.
std::string pool_table(const PoolBenchOptions& options,
                       const std::vector<pool_bench::BenchRun>& plan,
                       const std::vector<accounting::Stat>& stats);

/// Returns the text of bench.json: options, and settings and measured values of each run.
std::string pool_json(const std::string& which, const std::string& machine,
                      const PoolBenchOptions& options,
                      const std::vector<pool_bench::BenchRun>& plan,
                      const std::vector<accounting::Stat>& stats);

/// Writes the files of the bench into the draft of its folder.
void write_pool_results(const std::filesystem::path& draft, const std::string& which,
                        const std::string& machine, const PoolBenchOptions& options,
                        const std::vector<pool_bench::BenchRun>& plan,
                        const std::vector<accounting::Stat>& stats);

}  // namespace starnuma::app
