// SPDX-License-Identifier: Apache-2.0
// Checkpoint files: one run writes them, another run of the same experiment resumes from them.
//
// Contract: a file is two lines of JSON. The first names the format, its version and the CRC-32 of
// the second, which identifies run and program and holds the state at the start of a phase. Only
// the same program with the same machine (regardless of its name), workload and seed accepts the
// file.
#pragma once

#include <filesystem>

#include "platforms/app/experiments/experiment.h"
#include "platforms/run/phases/checkpoint.h"

namespace starnuma::app {

/// Throws InputError if the folder is not empty, or if the experiment's pages do not move in
/// phases.
void check_checkpoints(const std::filesystem::path& folder, const Experiment& experiment);
/// Writes `phase-0007.json` into the folder.
void write_checkpoint(const std::filesystem::path& folder, const Experiment& experiment,
                      const run::Checkpoint& checkpoint);
/// Restricts the experiment to a single phase. Throws InputError with one line if the file is
/// damaged or belongs to another experiment or program.
void resume_from(const PhaseRequest& request, Experiment& experiment);

}  // namespace starnuma::app
