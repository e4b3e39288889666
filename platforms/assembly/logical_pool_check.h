// SPDX-License-Identifier: Apache-2.0
// What no single field of a logical pool can tell.
#pragma once

#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// Where a machine has one; when its regions are good.
void check_logical_pool(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
