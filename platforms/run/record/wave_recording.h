// SPDX-License-Identifier: Apache-2.0
// Hop-by-hop recording of a run: selected modules, and state shown next to the hops (snoop-filter
// occupancy, directory entry of a watched line).
//
// Contract: passive; a recorded run has the same results. `done` receives the log at the end of the
// run, also if a broken invariant ends it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/observers/hop_log.h"
#include "models/observers/hop_selection.h"

namespace sc_core {
class sc_object;
}
namespace starnuma::kernel {
class Dispatcher;
}
namespace starnuma::observers {
class HopRecorder;
}
namespace starnuma::assembly {
class Machine;
struct MachineConfig;
}  // namespace starnuma::assembly

namespace starnuma::run {

/// Events of pool devices that a trigger counts.
enum class Counted : std::uint8_t { kNothing, kFilterEvictions, kDeviceEvents };

struct Recording {
  observers::HopSelection selection;
  Counted counted = Counted::kNothing;
  std::optional<base::LineAddress> watched_line;
  bool stop_when_complete = false;  ///< True if the run serves only the recording and ends with it.
  /// Function that is called before the run with the root of the recorded modules.
  std::function<void(const sc_core::sc_object& root)> attached;
  std::function<void(observers::HopLog)> done;
};

/// Attaches a recorder to all modules below `root`; called before the first sc_start. Only the
/// overload for a machine also records misses.
std::unique_ptr<observers::HopRecorder> record(const Recording& recording, sc_core::sc_object& root,
                                               kernel::Dispatcher& dispatcher);
std::unique_ptr<observers::HopRecorder> record(const Recording& recording,
                                               assembly::Machine& machine,
                                               kernel::Dispatcher& dispatcher);

/// Returns the recordable object paths of a machine of this shape. Elaborates a machine, so it
/// needs its own process.
std::vector<std::string> recordable_objects(const assembly::MachineConfig& config);

}  // namespace starnuma::run
