// SPDX-License-Identifier: Apache-2.0
// The result folder of a pool bench, and its table.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/accounting/stats.h"
#include "platforms/app/bench/bench_pool_plan.h"

namespace starnuma::app {

/// Runs `work` in a child process and brings its statistics back.
std::vector<accounting::Stat> stats_from_child(
    const std::function<std::vector<accounting::Stat>()>& work);

/// One row a run: latency, bandwidth, snoops, conflicts, shares.
std::string pool_table(const std::vector<pool_bench::BenchRun>& plan,
                       const std::vector<accounting::Stat>& stats);

/// The files of the bench, in the draft of its folder.
void write_pool_results(const std::filesystem::path& draft, const std::string& which,
                        const std::string& machine, const PoolBenchOptions& options,
                        const std::vector<pool_bench::BenchRun>& plan,
                        const std::vector<accounting::Stat>& stats);

}  // namespace starnuma::app
