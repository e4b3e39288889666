// SPDX-License-Identifier: Apache-2.0
// Runs of experiments in child processes.
#pragma once

#include <filesystem>
#include <vector>

#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

struct Job {
  Experiment experiment;
  std::filesystem::path folder;
};

/// Runs the jobs in children, one per core at a time, with progress on a terminal. Returns 0, or
/// the exit code of the first failed job, which ends the others. `progress` is a file for their
/// progress (SharedProgress).
int run_jobs(const std::vector<Job>& jobs, const std::filesystem::path& progress = {});

}  // namespace starnuma::app
