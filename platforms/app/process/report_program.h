// SPDX-License-Identifier: Apache-2.0
// Reports of the Python package in platforms/results, and the Python interpreter: STARNUMA_PYTHON
// if set, else /usr/bin/python3, which has the system's packages, else the python3 of PATH.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

std::string python();

/// Reports missing software before a run, if no report could be made.
void require_report();

/// Returns an option with its value as one word, so that a value may begin with a dash.
std::string option(const std::string& name, const std::string& value);

/// Runs a module of the package, which prints its own errors; returns its exit code. `words` are
/// never options, even if they begin with a dash.
int run_module(const std::string& module, const std::vector<std::string>& options,
               const std::vector<std::string>& words = {});

/// Runs a module; throws AlreadyReported if it fails.
void run_report(const std::string& module, const std::vector<std::string>& options,
                const std::vector<std::string>& words);

/// Makes the page of a result folder; its commands use the final name of a draft.
void make_report(const std::filesystem::path& run, const std::filesystem::path& page);

}  // namespace starnuma::app
