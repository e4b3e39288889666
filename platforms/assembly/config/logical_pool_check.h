// SPDX-License-Identifier: Apache-2.0
// Checks of a logical pool that involve several fields.
#pragma once

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Checks the machine's logical pool, if any. Precondition: its regions have passed their checks.
void check_logical_pool(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
