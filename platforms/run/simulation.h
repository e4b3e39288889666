// SPDX-License-Identifier: Apache-2.0
// One simulation: places programs in memory, builds a machine, runs it to the end, and collects the
// results.
//
// Contract:
// - One simulation per process, because SystemC elaborates once.
// - Results depend only on the inputs.
// - Each program has its own address space, numbered in program order.
// - Measured windows open together when all programs except late ones have reached theirs. A late
//   program's window opens when the program reaches it.
// - The run ends when every program has run once. A program's statistics cover its first run.
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
#include "platforms/assembly/config/machine_config.h"
#include "platforms/assembly/wiring/wiring.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/measure/table.h"
#include "platforms/run/measure/tracking_window.h"
#include "platforms/run/phases/checkpoint.h"
#include "platforms/run/pools/capacity_change.h"
#include "platforms/run/programs/placed_program.h"
#include "platforms/run/record/core_recording.h"
#include "platforms/run/record/wave_recording.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::run {

/// Destination of a trace; the folder must exist.
struct TraceRecording {
  std::filesystem::path folder;
  trace::Summary summary;  ///< Description of the traced run.
};

/// File for the messages of pool devices. The caller that simulates opens it.
struct MessageLogFile {
  std::filesystem::path file;
  std::ostream* out = nullptr;
};

/// Optional recordings and inputs of a run; recordings change no result.
struct SimulationOptions {
  std::optional<base::Time> interval;         ///< Interval of the time series.
  std::optional<CoreRecording> annex = {};    ///< Annexes whose events are recorded.
  std::optional<CoreRecording> tracker = {};  ///< Tracker update units whose events are recorded.
  std::optional<TraceRecording> trace = {};   ///< Trace of the run's only program.
  const assembly::RtlTracking* rtl_tracking = nullptr;
  std::uint64_t policy_seed = 0;  ///< Seed of a migrating policy's random choices.
  /// If false, all statistics of misses stay zero; serves to measure their host cost.
  bool watch_misses = true;
  std::optional<base::Time> profile = {};  ///< Interval of programs' profiles.
  /// Function that is called as each phase begins, if pages of the only program move.
  CheckpointSink checkpoint = {};
  /// Faults to inject, and the seed of their random choices.
  std::vector<HardwareFault> faults = {};
  std::uint64_t fault_seed = 0;
  /// Dynamic-capacity events.
  std::vector<CapacityChange> capacity = {};
  /// Single phase to run; its checkpoint must come from the same configuration.
  const PhaseRun* from = nullptr;
  std::optional<MessageLogFile> pool_log = {};     ///< Log of the messages of pool devices.
  std::optional<MessageLogFile> request_log = {};  ///< Log of the requests to pool devices.
};

/// Observed effect of a fault.
struct FaultEvent {
  int fault = -1;         ///< Fault number in the scenario; -1: none.
  std::string_view kind;  ///< Name of the fault in the scenario.
  base::Time time;        ///< Time since the windows opened.
  std::string_view event;
  int socket = -1;  ///< Socket of the access or cache; -1: none.
  base::LineAddress line;
  std::string program;
  std::string data;  ///< Array and position in it; empty: outside programs' data.
};

struct SimulationResult {
  /// Statistics: run.*, then program.<name>.* of named programs, then each module's under its path.
  std::vector<accounting::Stat> stats;
  /// Misses per page and socket in the measured window; pages of all programs in program order.
  accounting::PageCounts profile;
  /// Tracker metadata at the end; empty if the machine does not track.
  std::vector<TrackedRegion> regions;
  Table intervals;  ///< Time series of the measured window, if requested.
  /// Phases, if pages move; rows of several programs are concatenated and start with the program's
  /// number.
  Table phases;
  Table memory;  ///< Pages by program and node over time.
  Table pages;   ///< Page profiles over time; several programs as in `phases`.
  std::vector<FaultEvent> fault_events;
  std::vector<observers::RunSpan> spans;     ///< Measured windows and phases, in simulated time.
  std::vector<observers::MissRecord> worst;  ///< Slowest misses of the measured window.
  accounting::LatencyKinds kinds;            ///< Rows of the misses' ledgers.
  accounting::AccessClasses classes;         ///< Classes of the misses.
  base::Time window_begin;                   ///< Time at which the measured window opened.
  std::uint64_t first_transaction = 1;       ///< First transaction in the measured window.
  /// Failures of the programs' own result checks; empty: correct.
  std::vector<std::string> mismatches;
  /// Executed instructions, including those before the measured window.
  std::int64_t instructions = 0;
  std::int64_t misses = 0;
  /// Clock cycles of all RTL annexes and of all RTL tracker update units.
  std::uint64_t annex_ticks = 0;
  std::uint64_t tracker_ticks = 0;
  double cpu_seconds = 0;  ///< Host CPU time of assembly and simulation.
};

/// Callback with the simulated time and the estimated progress (0 to 1).
using ProgressSink = std::function<void(base::Time, double)>;

/// Runs the programs on the machine; `config` is already scaled. Throws InputError if a node's
/// memory cannot hold its pages. `recording` selects transactions whose hops are recorded.
SimulationResult simulate(const assembly::MachineConfig& config,
                          std::vector<PlacedProgram> programs, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);
/// Runs one program on all cores, with the machine's placement.
SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);

}  // namespace starnuma::run
