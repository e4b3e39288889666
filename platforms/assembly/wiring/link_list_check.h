// SPDX-License-Identifier: Apache-2.0
// Checks of the links that a machine lists one by one.
#pragma once

#include "models/base/problems.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Checks the ends and kinds of listed links, and that memory is reachable over all links.
/// Precondition: sockets, hosts and memory nodes have passed their checks.
void check_listed_links(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
