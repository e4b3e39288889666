// SPDX-License-Identifier: Apache-2.0
// Tables of a run's summary.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/app/results/values.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/pools/capacity_change.h"

namespace starnuma::app {

/// Returns a line for each event of dynamic capacity.
std::string capacity_text(const std::vector<run::CapacityChange>& changes,
                          const assembly::MachineConfig& machine, const Values& stats);

/// Returns a row per kind of component and event with the sum of their energy, and the total; empty
/// if no part has an energy.
std::string energy_table(const Values& stats);

/// Returns the LLC miss latency of each access class with misses; columns are machines or programs
/// by name.
std::string latency_table(const assembly::MachineConfig& machine,
                          const std::vector<std::pair<std::string, Values>>& named);

}  // namespace starnuma::app
