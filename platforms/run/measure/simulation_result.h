// SPDX-License-Identifier: Apache-2.0
// Results of one simulation; observers fill them in at the end of the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/accounting/page_counts.h"
#include "models/accounting/stats.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/observers/hop.h"
#include "models/observers/miss_record.h"
#include "platforms/run/measure/table.h"
#include "platforms/run/measure/tracked_region.h"

namespace starnuma::run {

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

/// Event record of a pool device.
struct DeviceEventRecord {
  base::Time time;  ///< Time since the windows opened.
  std::string device;
  int head = -1;  ///< Head that the event concerns; -1: none.
  std::string_view kind;
  std::optional<base::LineAddress> line;
  std::string_view severity;
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
  std::vector<DeviceEventRecord> device_events;
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

}  // namespace starnuma::run
