// SPDX-License-Identifier: Apache-2.0
// A run: its programs, its machine and all observers.
#pragma once

#include <memory>
#include <vector>

#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/tracking_window.h"
#include "platforms/run/phases/phase_start.h"
#include "platforms/run/phases/whole_phases.h"
#include "platforms/run/programs/program_set.h"
#include "platforms/run/record/recorded_hops.h"
#include "platforms/run/simulation_options.h"
#include "platforms/run/windows.h"

namespace starnuma::run {

/// Objects of a run, in the order of their construction.
struct Run {
  /// `config` must be scaled; the arguments must outlive this object.
  Run(const assembly::MachineConfig& config, const SimulationOptions& options,
      std::vector<PlacedProgram> programs);

  /// Returns true if the run ends before its programs do.
  bool complete() const {
    return (hops != nullptr && hops->complete()) || (start != nullptr && start->done());
  }

  const assembly::MachineConfig& config;
  const SimulationOptions& options;
  const assembly::Wiring wiring;
  ProgramSet set;
  const std::unique_ptr<kernel::Dispatcher> dispatcher;
  assembly::Machine machine;
  ProgramMisses misses;
  const Scope whole;
  std::vector<Scope> scopes;  ///< Scopes by program.
  Observers observers;        ///< Observers of the whole run.
  std::vector<Windows::Part> parts;
  TrackingWindow* tracking = nullptr;
  RecordedHops* hops = nullptr;
  PhaseStart* start = nullptr;          ///< Set for a run of a single phase.
  WholePhases* whole_phases = nullptr;  ///< Set if statistics cover whole phases only.
};

/// Adds all observers; they are called in the order in which this function adds them. `recording`
/// selects transactions whose hops are recorded; it may be null.
void add_observers(Run& run, const Recording* recording);

}  // namespace starnuma::run
