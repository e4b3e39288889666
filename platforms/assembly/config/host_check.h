// SPDX-License-Identifier: Apache-2.0
// Checks that hosts are disjoint and that shared memory is consistent with them.
#pragma once

#include "models/base/problems.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

void check_hosts(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
