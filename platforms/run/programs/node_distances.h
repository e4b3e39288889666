// SPDX-License-Identifier: Apache-2.0
// Distances of nodes from a socket, as firmware tables (ACPI SLIT) report them.
#pragma once

#include <vector>

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::run {

/// Returns the nodes that the socket may use, sorted by unloaded access time.
std::vector<base::NodeId> nearest_to(const assembly::MachineConfig& config, base::NodeId socket);

/// Returns ten times the unloaded access time relative to local memory, by node: 10 for the socket
/// itself, 0 for a node that the socket may not use.
std::vector<int> distances_from(const assembly::MachineConfig& config, base::NodeId socket);

}  // namespace starnuma::run
