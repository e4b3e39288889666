// SPDX-License-Identifier: Apache-2.0
// Options of one simulation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <vector>

#include "models/base/quantities.h"
#include "models/pool/message_log.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/phases/phase_options.h"
#include "platforms/run/pools/capacity_change.h"
#include "platforms/run/record/core_recording.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::assembly {
struct RtlParts;
}

namespace starnuma::run {

/// Destination of a trace; the folder must exist.
struct TraceRecording {
  std::filesystem::path folder;
  trace::Summary summary;  ///< Description of the traced run.
};

/// File for the messages of pool devices. The caller that simulates opens it.
struct MessageLogFile {
  std::filesystem::path file;
  pool::Logged logged = pool::Logged::kMessages;
  std::ostream* out = nullptr;
};

/// Optional recordings and inputs of a run; recordings change no result.
struct SimulationOptions {
  std::optional<base::Time> interval;         ///< Interval of the time series.
  std::optional<CoreRecording> annex = {};    ///< Annexes whose events are recorded.
  std::optional<CoreRecording> tracker = {};  ///< Tracker update units whose events are recorded.
  std::optional<TraceRecording> trace = {};   ///< Trace of the run's only program.
  const assembly::RtlParts* rtl_parts = nullptr;
  PhaseOptions phases = {};  ///< Options of the phases, if pages of the only program move.
  /// If false, all statistics of misses stay zero; serves to measure their host cost.
  bool watch_misses = true;
  std::optional<base::Time> profile = {};  ///< Interval of programs' profiles.
  /// Faults to inject, and the seed of their random choices.
  std::vector<HardwareFault> faults = {};
  std::uint64_t fault_seed = 0;
  /// Dynamic-capacity events.
  std::vector<CapacityChange> capacity = {};
  /// Log of the messages or requests of pool devices.
  std::optional<MessageLogFile> pool_log = {};
  std::optional<MessageLogFile> request_log = {};  ///< Log of the requests to pool devices.
};

}  // namespace starnuma::run
