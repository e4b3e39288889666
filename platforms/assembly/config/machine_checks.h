// SPDX-License-Identifier: Apache-2.0
// Checks of a machine that involve several fields. Each adds a problem for each violation.
#pragma once

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Checks for features that a pool device in RTL does not have (`pool.device.impl`).
void check_rtl_devices(const MachineConfig& config, base::Problems& problems);

/// Checks for lists of `pool.device.queued.qos` that are longer than what they describe.
void check_device_qos(const MachineConfig& config, base::Problems& problems);

/// Checks for sockets that send MemSpecRd if all devices drop it.
void check_speculative_reads(const MachineConfig& config, base::Problems& problems);

/// Checks that hosts are disjoint and that shared memory is consistent with them.
void check_hosts(const MachineConfig& config, base::Problems& problems);

/// Checks the machine's logical pool, if any. Precondition: its regions have passed their checks.
void check_logical_pool(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
