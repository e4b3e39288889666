// SPDX-License-Identifier: Apache-2.0
// Conversion of a scenario's dynamic capacity from the user's text to the run's options.
//
// Contract: a released extent is one of the machine's, or was added earlier. A conflict with the
// machine or the programs is a problem at its location in the file. Free capacity is checked at run
// time.
#pragma once

#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/scenario_capacity.h"
#include "platforms/run/faults/fault.h"
#include "platforms/run/pools/capacity_change.h"

namespace starnuma::app {

/// Returns the changes in order of time.
std::vector<run::CapacityChange> plan_capacity(const std::vector<config::ScenarioCapacity>& written,
                                               const assembly::MachineConfig& machine,
                                               const std::vector<ProgramPlan>& programs,
                                               const std::vector<run::HardwareFault>& faults,
                                               config::Diagnostics& diagnostics);

/// Returns the changes with extents scaled from `machine` to the running machine `scaled`.
std::vector<run::CapacityChange> scaled_capacity(std::vector<run::CapacityChange> changes,
                                                 const assembly::MachineConfig& machine,
                                                 const assembly::MachineConfig& scaled);

}  // namespace starnuma::app
