// SPDX-License-Identifier: Apache-2.0
// Commands with many runs: the Python package makes and evaluates them with its engine; this file
// provides the result folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

/// Adds --jobs, --cache and --slurm.
void add_engine_options(boost::program_options::options_description& options);
void add_dry_run_option(boost::program_options::options_description& options);

/// Returns the shipped plans and experiments, without `.yaml`.
std::vector<std::string> plan_names();

/// Returns the value of --output, or `name` below results/.
std::filesystem::path folder_of(const Arguments& arguments, const std::string& name);

/// Runs a module of the package that fills a result folder. `options` and `words` are the module's
/// own arguments; those of the engine's options are added. Returns the module's exit code. Throws
/// AlreadyReported if it has written no report.
int run_campaign(const Arguments& arguments, const std::string& module,
                 const std::filesystem::path& folder, std::vector<std::string> options,
                 const std::vector<std::string>& words = {});

}  // namespace starnuma::app
