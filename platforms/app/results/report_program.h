// SPDX-License-Identifier: Apache-2.0
// The reports of the Python package in platforms/results, and the Python that makes them:
// STARNUMA_PYTHON if that is set, else /usr/bin/python3, where the system's packages are, else the
// python3 of PATH.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

std::string python();

/// Says what is missing, before anything runs, where no report could be made.
void require_report();

/// Runs a module of the package, which says itself why it fails; its exit code.
int run_module(const std::string& module, const std::vector<std::string>& words);

/// The same; throws Told where it fails.
void run_report(const std::string& module, const std::vector<std::string>& words);

/// Makes the page of a result folder, in which commands name a draft as it will be called.
void make_report(const std::filesystem::path& run, const std::filesystem::path& page);

}  // namespace starnuma::app
