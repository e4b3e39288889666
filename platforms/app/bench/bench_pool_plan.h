// SPDX-License-Identifier: Apache-2.0
// Plan of the runs of a pool bench.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/analysis/pool_limits.h"
#include "platforms/app/bench/bench_pool_file.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/assembly/config/machine_config.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

struct PoolBenchOptions {
  int heads = 16;
  Seeds seeds{1};
  std::uint64_t seed = 1;  ///< Seed of the present run.
  int outstanding = 8;
  int cache_lines = 256;
  base::Time duration;
  std::optional<base::Time> longest_delay;  ///< Delay in all points; none: that of each point.
};

/// Planned run, and the reads that a memory channel of its device achieves.
struct PoolPoint {
  pool_bench::BenchRun run;
  analysis::ChannelReads reads;
};

/// Machine whose first pool device is measured, and fields of points that change it.
struct PoolMachine {
  Target target;
  std::string name;
  assembly::MachineConfig config;
  analysis::ChannelReads reads;
};

/// Opens the machine of a bench. Throws InputError if it has no pool device.
PoolMachine open_pool_machine(const std::string& name, const std::vector<std::string>& sets);

/// Returns the points with these names, or all if there are no names. Throws InputError for an
/// unknown name.
std::vector<PointText> chosen_points(std::vector<PointText> points,
                                     const std::vector<std::string>& names);

/// Plans the runs of points. Throws ConfigError for fields that do not fit the machine.
std::vector<PoolPoint> plan_pool_bench(const std::vector<PointText>& points,
                                       const PoolMachine& machine, const PoolBenchOptions& options);

}  // namespace starnuma::app
