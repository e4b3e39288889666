// SPDX-License-Identifier: Apache-2.0
// Work in child processes: SystemC elaborates once per process, so each simulation gets its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "platforms/app/experiment.h"

namespace starnuma::app {

/// Runs `work` in a child and returns the counts it made; `cpu_seconds` is what the child reported.
/// Throws when the child fails.
std::vector<std::uint32_t> counts_from_child(
    const std::function<std::vector<std::uint32_t>(double& cpu_seconds)>& work,
    double& cpu_seconds);

struct Job {
  Experiment experiment;
  std::filesystem::path folder;
};

/// Runs the jobs in children, as many at a time as there are cores, with progress on a terminal.
/// Returns the largest exit code.
int run_jobs(const std::vector<Job>& jobs);

}  // namespace starnuma::app
