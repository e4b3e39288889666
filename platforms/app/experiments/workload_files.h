// SPDX-License-Identifier: Apache-2.0
// Trace or shared object named in a workload's text.
//
// Contract: in a file, a relative path starts at that file's folder; on the command line, at the
// current folder. A run records absolute paths, so that it can be repeated from anywhere, and a
// checksum of each file. Names of shipped traces are kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/resolve.h"

namespace starnuma::app {

/// Resolves relative paths of programs that were read from a file, relative to its folder.
void place_workloads(config::Experiment& opened);

/// Returns the files that the programs read, without duplicates.
std::vector<config::InputFile> input_files(const std::vector<ProgramPlan>& programs);

/// Throws ConfigError if the content of a recorded file has changed.
void check_inputs(const std::vector<config::InputFile>& recorded,
                  const std::vector<config::InputFile>& found);

}  // namespace starnuma::app
