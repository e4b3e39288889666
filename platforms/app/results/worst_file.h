// SPDX-License-Identifier: Apache-2.0
// worst.json of a result folder: the slowest LLC misses of the measured window, and its start.
// Independent of the host.
#pragma once

#include <filesystem>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

struct WorstAccesses {
  base::Time window_begin;
  std::uint64_t first_transaction = 1;  ///< First transaction of the measured window.
  std::vector<observers::MissRecord> accesses;
};

/// Returns the content of worst.json. Misses of a scenario name their program, except those of
/// tasks that have moved to a core without one.
std::string worst_json(const run::SimulationResult& result, const Experiment& experiment);
/// Throws InputError if the file is not a valid worst.json.
WorstAccesses read_worst(const std::filesystem::path& file);

}  // namespace starnuma::app
