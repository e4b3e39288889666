// SPDX-License-Identifier: Apache-2.0
// Check for features that delivery in SystemC time does not support.
#pragma once

#include "platforms/run/simulation.h"

namespace starnuma::run {

/// Throws InputError, with the feature's name, if the machine delivers in SystemC time and the run
/// needs a feature of immediate delivery.
void check_delivery(const assembly::MachineConfig& config, const SimulationOptions& options);

}  // namespace starnuma::run
