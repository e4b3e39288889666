// SPDX-License-Identifier: Apache-2.0
// Execution of an experiment: the passes that its placement needs and the measured pass.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/process/shared_progress.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

/// Builds the workload, runs the passes that the placement needs and writes the result folder.
/// Called once per process. Returns the exit code: 1 if the program's check failed.
int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress);

/// Programs in the order of the experiment's.
using BuiltPrograms = std::vector<std::shared_ptr<run::Program>>;
BuiltPrograms build_programs(const Experiment& experiment);
/// Runs the experiment without writing results; once per process. `recording` may be null.
run::SimulationResult replay(const Experiment& experiment, const BuiltPrograms& programs,
                             const run::Recording* recording);

}  // namespace starnuma::app
