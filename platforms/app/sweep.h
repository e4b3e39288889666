// SPDX-License-Identifier: Apache-2.0
// An experiment with a sweep: a run for each value of one field, all of them in one table and one
// report.
//
// Contract: the folder gets summary.txt, sweep.json, report.html and a result folder per value,
// named after machine and value. Each effective.yaml repeats its own run.
#pragma once

#include <filesystem>
#include <optional>

#include "platforms/app/experiment.h"
#include "platforms/config/sweep.h"

namespace starnuma::app {

/// The sweep of what the command line names, if it has one. Throws InputError for bad files.
std::optional<config::Sweep> sweep_of(const ExperimentRequest& request);

/// Runs all points and prints the table; returns the exit code.
int run_sweep(const ExperimentRequest& request, const config::Sweep& sweep,
              const std::filesystem::path& folder);

}  // namespace starnuma::app
