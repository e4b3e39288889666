// SPDX-License-Identifier: Apache-2.0
// What is not there yet in delivery in SystemC time.
#pragma once

#include "platforms/run/simulation.h"

namespace starnuma::run {

/// Throws InputError where the machine delivers in SystemC time and something is asked for that
/// only immediate delivery has; says what.
void check_delivery(const assembly::MachineConfig& config, const SimulationOptions& options);

}  // namespace starnuma::run
