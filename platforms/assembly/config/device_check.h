// SPDX-License-Identifier: Apache-2.0
// Features of a machine that the RTL of a pool device does not have (`pool.device.impl`).
#pragma once

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Adds a problem for each feature that a device in RTL does not have.
void check_rtl_devices(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
