// SPDX-License-Identifier: Apache-2.0
// The trace or shared object that a workload's text names.
//
// Contract: in a file, a relative path is from that file's folder; on the command line, from the
// current one. A run records whole paths, so that it can be repeated from anywhere, and a checksum
// of each file. The name of a shipped trace stays a name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/config/resolve.h"

namespace starnuma::app {

/// Makes each relative path of the programs that were read from a file one from its folder.
void place_workloads(config::Experiment& opened);

/// Returns the text with a whole path. Throws InputError for a path with a comma.
std::string with_whole_path(const std::string& spec);

/// Returns the files that the programs read, each once.
std::vector<config::InputFile> input_files(const std::vector<ProgramPlan>& programs);

/// Throws ConfigError if a recorded file that is read again holds something else now.
void check_inputs(const std::vector<config::InputFile>& recorded,
                  const std::vector<config::InputFile>& found);

}  // namespace starnuma::app
