// SPDX-License-Identifier: Apache-2.0
// How far nodes are from a socket, as firmware tells an operating system.
#pragma once

#include <vector>

#include "platforms/assembly/machine_config.h"

namespace starnuma::run {

/// All nodes that it may use, by the unloaded time of an access.
std::vector<base::NodeId> nearest_to(const assembly::MachineConfig& config, base::NodeId socket);

/// By node: tenths of the unloaded time to its own memory, so 10 to itself; 0 where it may not go.
std::vector<int> distances_from(const assembly::MachineConfig& config, base::NodeId socket);

}  // namespace starnuma::run
