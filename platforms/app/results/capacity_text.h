// SPDX-License-Identifier: Apache-2.0
// Textual outcome of a run's dynamic capacity.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/pools/capacity_change.h"

namespace starnuma::app {

/// Returns a line for each event; `stats` are by path.
std::string capacity_text(const std::vector<run::CapacityChange>& changes,
                          const assembly::MachineConfig& machine,
                          const std::map<std::string, double>& stats);

}  // namespace starnuma::app
