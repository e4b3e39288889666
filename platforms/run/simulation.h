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

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/accounting/page_counts.h"
#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/observers/miss_record.h"
#include "models/paging/page_map.h"
#include "models/placement/policy.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/assembly/wiring.h"
#include "platforms/run/core_recording.h"
#include "platforms/run/table.h"
#include "platforms/run/tracking_window.h"
#include "platforms/run/wave_recording.h"
#include "stimulus/workload.h"

namespace starnuma::run {

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

/// What to write down beside the statistics, which changes no result, and what RTL there is.
struct SimulationOptions {
  std::optional<base::Time> interval;         ///< Of a time series.
  std::optional<CoreRecording> annex = {};    ///< Which annexes' events go to a file.
  std::optional<CoreRecording> tracker = {};  ///< The same of tracker update units.
  const assembly::RtlTracking* rtl_tracking = nullptr;
  std::uint64_t policy_seed = 0;  ///< For what a migrating policy draws at random.
  /// Without it all statistics of misses stay zero, to measure what they cost the host.
  bool watch_misses = true;
};

struct SimulationResult {
  std::vector<accounting::Stat> stats;  ///< run.* first, then every box under its path.
  accounting::PageCounts profile;       ///< Misses per page and socket in the measured window.
  std::vector<TrackedRegion> regions;   ///< Tracker metadata at the end; none where not tracked.
  Table intervals;                      ///< Time series of the measured window, if asked for.
  Table phases;                         ///< Where pages move.
  std::vector<observers::MissRecord> worst;  ///< Slowest misses of the measured window.
  accounting::LatencyKinds kinds;            ///< Rows of their ledgers.
  accounting::AccessClasses classes;         ///< What they are classed by.
  base::Time window_begin;                   ///< When the measured window opened.
  std::uint64_t first_transaction = 1;       ///< In it.
  std::vector<std::string> mismatches;       ///< Of the program's own check; empty: correct.
  std::int64_t instructions = 0;  ///< Executed, the part before the measured window included.
  std::int64_t misses = 0;
  std::uint64_t annex_ticks = 0;  ///< Clock cycles of all RTL annexes, and of tracker update units.
  std::uint64_t tracker_ticks = 0;
  double cpu_seconds = 0;  ///< Host CPU time of assembly and simulation.
};

/// Called now and then with the simulated time so far and the program's own progress (0 to 1).
using ProgressSink = std::function<void(base::Time, double)>;

/// Runs `program` on the machine; `config` is already scaled, `policy` was made for this run.
/// Throws InputError when a node's memory cannot hold its pages. `recording` asks for the hops of
/// its transactions.
SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);

}  // namespace starnuma::run
