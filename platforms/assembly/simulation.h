// SPDX-License-Identifier: Apache-2.0
// One simulation: a program in memory, a placement, a machine; run to the end and summed up.
//
// Contract: one simulation per process (SystemC elaborates once). Results depend only on the
// inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "models/base/page_counts.h"
#include "models/base/stats.h"
#include "models/translation/page_map.h"
#include "platforms/assembly/interval_series.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/assembly/wiring.h"
#include "stimulus/workload.h"

namespace starnuma::assembly {

/// A workload built in simulated memory, ready to run on machines of one shape.
class Program {
 public:
  Program(std::unique_ptr<stimulus::Workload> workload, int threads);

  stimulus::Workload& workload() { return *workload_; }
  const base::Arena& arena() const { return arena_; }
  const base::SimArray<std::uint64_t>& team_lines() const { return team_lines_; }

 private:
  base::Arena arena_;
  std::unique_ptr<stimulus::Workload> workload_;
  base::SimArray<std::uint64_t> team_lines_;
};

struct SimulationResult {
  std::vector<base::Stat> stats;        ///< run.* first, then every box under its path.
  base::PageCounts profile;             ///< Misses per page and socket in the measured window.
  Table intervals;                      ///< Time series of the measured window, if asked for.
  Table phases;                         ///< Where pages move.
  std::vector<std::string> mismatches;  ///< Of the program's own check; empty: correct.
  std::int64_t instructions = 0;        ///< Executed, the part before the measured window included.
  std::int64_t misses = 0;
  double cpu_seconds = 0;  ///< Host CPU time of assembly and simulation.
};

/// Called now and then with the simulated time so far and the program's own progress (0 to 1).
using ProgressSink = std::function<void(base::Time, double)>;

/// Runs `program` on the machine; `config` is already scaled, `homes` gives each page's first node.
/// Throws InputError when a node's memory cannot hold its pages. `interval` asks for a time series;
/// `seed` is for what a migrating policy draws at random.
SimulationResult simulate(const MachineConfig& config, Program& program,
                          const std::vector<base::NodeId>& homes, const ProgressSink& progress,
                          std::optional<base::Time> interval = {}, std::uint64_t seed = 0);

}  // namespace starnuma::assembly
