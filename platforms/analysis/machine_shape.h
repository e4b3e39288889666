// SPDX-License-Identifier: Apache-2.0
// Properties of a machine that a workload may use.
#pragma once

#include "platforms/assembly/config/machine_config.h"
#include "stimulus/workload.h"

namespace starnuma::analysis {

stimulus::MachineShape shape_of(const assembly::MachineConfig& machine);

}  // namespace starnuma::analysis
