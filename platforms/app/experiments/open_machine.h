// SPDX-License-Identifier: Apache-2.0
// A machine or experiment that the command line names, read and checked as a whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/assembly/machine_config.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/resolve.h"
#include "stimulus/workload.h"

namespace starnuma::app {

/// What the command line names, its machine not yet read.
struct Target {
  config::Experiment experiment;
  config::Diagnostics diagnostics;  ///< What is wrong so far.
};

struct OpenedMachine {
  config::Experiment experiment;
  assembly::MachineConfig machine;
};

/// The shipped files, and those of the folders in the environment variable STARNUMA_PATH.
config::Catalog open_catalog();

Target open_target(const std::string& target, const std::vector<std::string>& sets);
/// Throws ConfigError with everything that is wrong, each problem at its place. `sweep_point` lays
/// that value of the experiment's sweep over the machine.
OpenedMachine read_machine(Target target, std::optional<std::size_t> sweep_point = {});
/// Both, one after the other.
OpenedMachine open_machine(const std::string& target, const std::vector<std::string>& sets);
/// Throws ConfigError where caches and TLBs do not divide for programs of this size.
void check_scaling(const OpenedMachine& opened, const base::Footprint& programs);
/// What is to be said of the memory that runs take on this host: nothing, or that it is more than
/// half of what the host has.
std::string memory_note(base::Bytes needed);
/// Says so on stderr; throws InputError where a run takes more than the host has. The programs take
/// `host` of it.
void check_memory(const assembly::MachineConfig& machine, const base::Footprint& programs,
                  base::Bytes host);

}  // namespace starnuma::app
