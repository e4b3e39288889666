// SPDX-License-Identifier: Apache-2.0
// Plan of the runs of a pool bench.
#pragma once

#include <string>
#include <vector>

#include "platforms/analysis/pool_limits.h"
#include "platforms/assembly/config/machine_config.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

struct PoolBenchOptions {
  int heads = 16;
  std::uint64_t seed = 1;  ///< First seed.
  int seeds = 1;           ///< Number of seeds.
  int outstanding = 8;
  int cache_lines = 256;
  base::Time duration;
  base::Time longest_delay;
  analysis::ChannelReads reads;  ///< Reads that a memory channel of the device achieves.
};

/// Returns the runs with these names, or all if there are no names. Throws InputError for an
/// unknown name.
std::vector<pool_bench::BenchRun> chosen_points(std::vector<pool_bench::BenchRun> plan,
                                                const std::vector<std::string>& names);

/// Plans the bench `which` for the first pool device of the machine.
std::vector<pool_bench::BenchRun> plan_pool_bench(const std::string& which,
                                                  const assembly::MachineConfig& machine,
                                                  const PoolBenchOptions& options);

}  // namespace starnuma::app
