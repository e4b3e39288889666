// SPDX-License-Identifier: Apache-2.0
// Whether the hosts of a machine are apart, and what they share of pool devices is theirs to share.
#pragma once

#include "models/base/problems.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

void check_hosts(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
