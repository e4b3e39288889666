// SPDX-License-Identifier: Apache-2.0
// worst.json of a result folder: the slowest LLC misses of the measured window, and where the
// window begins. Nothing of the host is in it.
#pragma once

#include <filesystem>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/run/simulation.h"

namespace starnuma::app {

struct WorstAccesses {
  base::Time window_begin;
  std::uint64_t first_transaction = 1;  ///< Of the measured window.
  std::vector<observers::MissRecord> accesses;
};

/// Misses of a scenario say whose they are, but for those of tasks that have moved to a core that
/// ran none.
std::string worst_json(const run::SimulationResult& result, const Experiment& experiment);
/// Throws InputError when the file is none of ours.
WorstAccesses read_worst(const std::filesystem::path& file);

}  // namespace starnuma::app
