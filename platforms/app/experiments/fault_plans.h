// SPDX-License-Identifier: Apache-2.0
// The faults of a scenario, from what a user writes to what a run takes.
//
// Contract: what the machine does not have, and what does not fit a kind or the programs, is a
// problem where it is written.
#pragma once

#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/scenario_faults.h"
#include "platforms/run/fault.h"

namespace starnuma::app {

std::vector<run::Fault> plan_faults(const std::vector<config::ScenarioFault>& written,
                                    const assembly::MachineConfig& machine,
                                    const std::vector<ProgramPlan>& programs,
                                    config::Diagnostics& diagnostics);

}  // namespace starnuma::app
