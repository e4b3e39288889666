// SPDX-License-Identifier: Apache-2.0
// One simulation: programs in memory, their placement, a machine; run to the end and summed up.
//
// Contract: one simulation per process (SystemC elaborates once). Results depend only on the
// inputs. Programs have an address space each, in their order. Measured windows open together, when
// all programs that are not late have come to theirs; a late one's opens when it comes to it. The
// run ends when every program has run once; statistics of a program are of its first run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/accounting/page_counts.h"
#include "models/accounting/stats.h"
#include "models/observers/miss_record.h"
#include "models/paging/page_map.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/assembly/wiring.h"
#include "platforms/run/capacity_change.h"
#include "platforms/run/checkpoint.h"
#include "platforms/run/core_recording.h"
#include "platforms/run/fault.h"
#include "platforms/run/placed_program.h"
#include "platforms/run/table.h"
#include "platforms/run/tracking_window.h"
#include "platforms/run/wave_recording.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::run {

/// A trace to be written; the folder is there.
struct TraceRecording {
  std::filesystem::path folder;
  trace::Summary summary;  ///< What it is of.
};

/// What to write down beside the statistics, which changes no result, and what RTL there is.
struct SimulationOptions {
  std::optional<base::Time> interval;         ///< Of a time series.
  std::optional<CoreRecording> annex = {};    ///< Which annexes' events go to a file.
  std::optional<CoreRecording> tracker = {};  ///< The same of tracker update units.
  std::optional<TraceRecording> trace = {};   ///< Of the run's only program.
  const assembly::RtlTracking* rtl_tracking = nullptr;
  std::uint64_t policy_seed = 0;  ///< For what a migrating policy draws at random.
  /// Without it all statistics of misses stay zero, to measure what they cost the host.
  bool watch_misses = true;
  std::optional<base::Time> profile = {};  ///< Interval of programs' profiles.
  /// Called as each phase begins, where pages of the one program move.
  CheckpointSink checkpoint = {};
  /// What goes wrong, with the seed of what is random in it.
  std::vector<Fault> faults = {};
  std::uint64_t fault_seed = 0;
  /// Memory that hosts get and give back.
  std::vector<CapacityChange> capacity = {};
  /// Only this phase is run; its checkpoint is of this very run.
  const PhaseRun* from = nullptr;
};

/// What has come of a fault.
struct FaultEvent {
  int fault = -1;         ///< Its number in the scenario.
  std::string_view kind;  ///< As the scenario writes it.
  base::Time time;        ///< Since the windows opened.
  std::string_view event;
  int socket = -1;  ///< Whose access or cache it was; -1: nobody's.
  base::LineAddress line;
  std::string program;
  std::string data;  ///< The array, and where in it; empty: no program's.
};

struct SimulationResult {
  /// run.* first, then program.<name>.* of those that have names, then every box under its path.
  std::vector<accounting::Stat> stats;
  /// Misses per page and socket in the measured window; pages of all programs, in their order.
  accounting::PageCounts profile;
  std::vector<TrackedRegion> regions;  ///< Tracker metadata at the end; none where not tracked.
  Table intervals;                     ///< Time series of the measured window, if asked for.
  Table phases;                        ///< Where pages move; of several programs all, one after
                                       ///< the other, with its number in front.
  Table memory;                        ///< Pages by program and node over time.
  Table pages;  ///< How programs use theirs over time; of several as in `phases`.
  std::vector<FaultEvent> fault_events;
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

/// Runs the programs on the machine; `config` is already scaled. Throws InputError when a node's
/// memory cannot hold its pages. `recording` asks for the hops of its transactions.
SimulationResult simulate(const assembly::MachineConfig& config,
                          std::vector<PlacedProgram> programs, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);
/// The same of one program on all cores, placed as the machine says.
SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);

}  // namespace starnuma::run
