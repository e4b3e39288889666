// SPDX-License-Identifier: Apache-2.0
// Switches of a CXL fabric: the links between them, and the switch of each socket and device.
#pragma once

#include <utility>
#include <vector>

#include "models/base/problems.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the pairs of switches that the topology links, without listed links.
std::vector<std::pair<int, int>> switch_pairs(const CxlFabricConfig& fabric);

/// Returns the switch of component `i` of `count`, dealt in blocks.
int switch_of(const CxlFabricConfig& fabric, const base::IndexSet& switches, int i, int count);

/// Checks the fabric, if the machine has one, without its routes.
void check_cxl_fabric(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
