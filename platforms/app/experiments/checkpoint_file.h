// SPDX-License-Identifier: Apache-2.0
// Files of checkpoints: written by one run, taken up by another of the same experiment.
//
// Contract: a file is two lines of JSON. The first names the format, its version and the CRC-32 of
// the second, which says what run and program it is of and what the phase begins with. Only the
// program that wrote it, with the same machine (whatever its name), workload and seed, takes it up.
#pragma once

#include <filesystem>

#include "platforms/app/experiments/experiment.h"
#include "platforms/run/checkpoint.h"

namespace starnuma::app {

/// Throws InputError where the folder holds something, or pages of the experiment do not move in
/// phases.
void check_checkpoints(const std::filesystem::path& folder, const Experiment& experiment);
/// Writes `phase-0007.json` into the folder.
void write_checkpoint(const std::filesystem::path& folder, const Experiment& experiment,
                      const run::Checkpoint& checkpoint);
/// The experiment becomes that of a phase alone. Throws InputError with one line where the file is
/// damaged, or of anything else than this experiment and program.
void take_up(const PhaseRequest& request, Experiment& experiment);

}  // namespace starnuma::app
