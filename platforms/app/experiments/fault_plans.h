// SPDX-License-Identifier: Apache-2.0
// Conversion of a scenario's faults from the user's text to the run's options.
//
// Contract: a reference to a missing part of the machine, or a conflict with a fault's kind or the
// programs, is a problem at its location in the file.
#pragma once

#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/scenario_faults.h"
#include "platforms/run/faults/fault.h"

namespace starnuma::app {

std::vector<run::HardwareFault> plan_faults(const std::vector<config::ScenarioFault>& written,
                                            const assembly::MachineConfig& machine,
                                            const std::vector<ProgramPlan>& programs,
                                            config::Diagnostics& diagnostics);

}  // namespace starnuma::app
