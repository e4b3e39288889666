// SPDX-License-Identifier: Apache-2.0
// Recording a run hop by hop: what to keep of which boxes, and the state that is shown beside the
// hops (snoop-filter occupancy, the directory entry of a watched line).
//
// Contract: passive; a recorded run has the same results. `done` gets the log when the run is over,
// also when a broken invariant ends it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/observers/hop_recorder.h"
#include "platforms/assembly/machine.h"

namespace starnuma::run {

struct Recording {
  observers::HopSelection selection;
  bool count_filter_evictions = false;  ///< The trigger counts entries a snoop filter evicts.
  std::optional<base::LineAddress> watched_line;
  bool stop_when_complete = false;  ///< The run is only for the recording: it ends with it.
  /// Called with what is recorded, before the run.
  std::function<void(const sc_core::sc_object& root)> attached;
  std::function<void(observers::HopLog)> done;
};

/// Taps what is below `root`; before the first sc_start. Misses are told to it by a machine only.
std::unique_ptr<observers::HopRecorder> record(const Recording& recording, sc_core::sc_object& root,
                                               kernel::Dispatcher& dispatcher);
std::unique_ptr<observers::HopRecorder> record(const Recording& recording,
                                               assembly::Machine& machine,
                                               kernel::Dispatcher& dispatcher);

/// Object paths of a machine of this shape that a recording can be asked for. Elaborates a machine,
/// so it is called in a process of its own.
std::vector<std::string> recordable_objects(const assembly::MachineConfig& config);

}  // namespace starnuma::run
