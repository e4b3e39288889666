// SPDX-License-Identifier: Apache-2.0
// A machine or experiment that the command line names, read and checked as a whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/assembly/machine_config.h"
#include "platforms/config/resolve.h"

namespace starnuma::app {

struct OpenedMachine {
  config::Experiment experiment;
  assembly::MachineConfig machine;
};

/// Throws ConfigError with everything that is wrong, each problem at its place. `sweep_point` lays
/// that value of the experiment's sweep over the machine.
OpenedMachine open_machine(const std::string& target, const std::vector<std::string>& sets,
                           std::optional<std::size_t> sweep_point = {});
/// Throws ConfigError where caches and TLBs do not divide for a workload of this scale.
void check_scaling(const OpenedMachine& opened, int workload_scale);

}  // namespace starnuma::app
