// SPDX-License-Identifier: Apache-2.0
// Checks of a pool device against its machine: features that its RTL does not have
// (`pool.device.impl`), speculative reads, and bandwidth of heads and logical devices.
#pragma once

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Adds a problem for each feature that a device in RTL does not have.
void check_rtl_devices(const MachineConfig& config, base::Problems& problems);

/// Adds a problem for each socket that sends MemSpecRd if all devices drop it.
void check_speculative_reads(const MachineConfig& config, base::Problems& problems);

/// Adds a problem for each list of `pool.device.queued.qos` that is longer than what it describes.
void check_device_qos(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
