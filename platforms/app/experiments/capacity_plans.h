// SPDX-License-Identifier: Apache-2.0
// The dynamic capacity of a scenario, from what a user writes to what a run takes.
//
// Contract: an extent that is released is one of the machine's, or one that was added before. What
// does not fit the machine or the programs is a problem where it is written. Whether there is room
// is found out at run time.
#pragma once

#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/scenario_capacity.h"
#include "platforms/run/capacity_change.h"
#include "platforms/run/fault.h"

namespace starnuma::app {

/// In the order of time.
std::vector<run::CapacityChange> plan_capacity(const std::vector<config::ScenarioCapacity>& written,
                                               const assembly::MachineConfig& machine,
                                               const std::vector<ProgramPlan>& programs,
                                               const std::vector<run::Fault>& faults,
                                               config::Diagnostics& diagnostics);

/// The same with extents as large as they are in the machine that runs, `scaled` from the other.
std::vector<run::CapacityChange> scaled_capacity(std::vector<run::CapacityChange> changes,
                                                 const assembly::MachineConfig& machine,
                                                 const assembly::MachineConfig& scaled);

}  // namespace starnuma::app
