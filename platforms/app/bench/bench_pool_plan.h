// SPDX-License-Identifier: Apache-2.0
// Which runs a pool bench is made of.
#pragma once

#include <string>
#include <vector>

#include "platforms/assembly/machine_config.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

struct PoolBenchOptions {
  int heads = 16;
  std::uint64_t seed = 1;
  int outstanding = 8;
  int cache_lines = 256;
  base::Time duration;
  base::Time longest_delay;
};

/// Only the runs of these names, all where there are none. Throws InputError for one that is not
/// there.
std::vector<pool_bench::BenchRun> chosen_points(std::vector<pool_bench::BenchRun> plan,
                                                const std::vector<std::string>& names);

/// The first pool device of the machine under the bench `which`.
std::vector<pool_bench::BenchRun> plan_pool_bench(const std::string& which,
                                                  const assembly::MachineConfig& machine,
                                                  const PoolBenchOptions& options);

}  // namespace starnuma::app
