// SPDX-License-Identifier: Apache-2.0
// What the commands that run experiments read from their options alike.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

/// Target with the options --seed, --interval, --profile and --set. Throws InputError for what they
/// may not be.
ExperimentRequest request_of(const Arguments& arguments, const std::string& target);

/// Throws InputError if --waves, --checkpoints, --progress or a --record option names a place in
/// the result folder, which is replaced as a whole.
void require_outside(const std::filesystem::path& folder, const Arguments& arguments);

/// A folder name of machine and workload: "starnuma16-bfs", "starnuma16-bfs-stream".
std::string folder_name(const std::string& machines, const std::string& workload);

}  // namespace starnuma::app
