// SPDX-License-Identifier: Apache-2.0
// The result folder of a pool bench, and its table.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/base/stats.h"
#include "platforms/app/bench_pool_plan.h"

namespace starnuma::app {

/// Runs `work` in a child process and brings its statistics back.
std::vector<base::Stat> stats_from_child(const std::function<std::vector<base::Stat>()>& work);

/// One row a run: latency, bandwidth, snoops, conflicts, shares.
std::string pool_table(const std::vector<pool_bench::BenchRun>& plan,
                       const std::vector<base::Stat>& stats);

/// The files of the bench, in the draft of its folder.
void write_pool_results(const std::filesystem::path& draft, const std::string& which,
                        const std::string& machine, const PoolBenchOptions& options,
                        const std::vector<pool_bench::BenchRun>& plan,
                        const std::vector<base::Stat>& stats);

}  // namespace starnuma::app
