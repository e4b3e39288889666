// SPDX-License-Identifier: Apache-2.0
// Machine or experiment from the command line, read and checked as a whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/resolve.h"
#include "stimulus/workload.h"

namespace starnuma::app {

/// Target of the command line whose machine has not been read yet.
struct Target {
  config::Experiment experiment;
  config::Diagnostics diagnostics;  ///< Problems found up to the current step.
};

struct OpenedMachine {
  config::Experiment experiment;
  assembly::MachineConfig machine;
};

/// Returns the catalog of shipped files and of the folders in the environment variable
/// STARNUMA_PATH.
config::Catalog open_catalog();

Target open_target(const std::string& target, const std::vector<std::string>& sets);
/// Reads the machine. Throws ConfigError with all problems at their locations. `sweep_point`
/// applies that value of the experiment's sweep.
OpenedMachine read_machine(Target target, std::optional<std::size_t> sweep_point = {});
/// Opens and reads the machine.
OpenedMachine open_machine(const std::string& target, const std::vector<std::string>& sets);
/// Throws ConfigError if caches and TLBs cannot be scaled for programs of this size.
void check_scaling(const OpenedMachine& opened, const base::Footprint& programs);
/// Returns a note if runs take more than half of this host's memory, else an empty text.
std::string memory_note(base::Bytes needed);
/// Prints the note on stderr; throws InputError if a run takes more memory than the host has.
/// `host` is the programs' share.
void check_memory(const assembly::MachineConfig& machine, const base::Footprint& programs,
                  base::Bytes host);

}  // namespace starnuma::app
