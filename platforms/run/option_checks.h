// SPDX-License-Identifier: Apache-2.0
// Checks that the delivery and the method of a machine support the options of a run.
#pragma once

#include <cstddef>

#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/simulation_options.h"

namespace starnuma::run {

/// Throws InputError, with the feature's name, if the machine delivers in SystemC time and the run
/// needs a feature of immediate delivery.
void check_delivery(const assembly::MachineConfig& config, const SimulationOptions& options);

/// Throws InputError if the method is not available in a run of this number of programs with
/// these options.
void check_method(const assembly::MachineConfig& config, std::size_t programs,
                  const SimulationOptions& options);

}  // namespace starnuma::run
