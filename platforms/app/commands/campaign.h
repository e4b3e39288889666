// SPDX-License-Identifier: Apache-2.0
// Commands of many runs: the Python package makes them, on its engine, and says what they say
// together; here is the result folder that takes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/commands/command.h"

namespace starnuma::app {

/// --jobs, --cache and --slurm.
void add_engine_options(boost::program_options::options_description& options);
void add_dry_run_option(boost::program_options::options_description& options);

/// The shipped plans and experiments, without `.yaml`.
std::vector<std::string> plan_names();

/// --output, or `name` below results/.
std::filesystem::path folder_of(const Arguments& arguments, const std::string& name);

/// Has a module of the package fill a result folder; `words` are its own, those of the engine's
/// options come beside them. Returns the module's exit code. Throws Told where it has written no
/// report.
int run_campaign(const Arguments& arguments, const std::string& module,
                 const std::filesystem::path& folder, std::vector<std::string> words);

}  // namespace starnuma::app
