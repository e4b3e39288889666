// SPDX-License-Identifier: Apache-2.0
// An experiment with a sweep: a run for each value of one field, all of them in one table and one
// report.
//
// Contract: the folder gets summary.txt, sweep.json, report.html and a result folder per value,
// named after machine and value. Each effective.yaml repeats its own run.
#pragma once

#include <filesystem>

#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

/// Runs all points of the target's sweep and prints the table; returns the exit code.
int run_sweep(const ExperimentRequest& request, const Target& target,
              const std::filesystem::path& folder);

}  // namespace starnuma::app
