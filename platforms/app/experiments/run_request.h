// SPDX-License-Identifier: Apache-2.0
// Options that all commands with runs share.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"

namespace starnuma::app {

/// Returns the target with the options --seed, --interval, --profile and --set. Throws InputError
/// for invalid values.
ExperimentRequest request_of(const Arguments& arguments, const std::string& target);

/// Throws InputError if --waves, --trace-events, --checkpoints, --progress or a --record option
/// names a location in the result folder, which is replaced as a whole.
void require_outside(const std::filesystem::path& folder, const Arguments& arguments);

/// Returns a folder name from machine and workload: "starnuma16-bfs", "starnuma16-bfs-stream".
std::string folder_name(const std::string& machines, const std::string& workload);

}  // namespace starnuma::app
