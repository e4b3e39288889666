// SPDX-License-Identifier: Apache-2.0
// Snoop filters of a machine's pool devices, derived from their fields and the tracked caches.
#pragma once

#include "models/pool/snoop_filter_size.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the capacity of all caches of the machine in lines: LLCs and private L2s.
std::uint64_t cached_lines(const MachineConfig& config);

/// Returns the filter of one of the machine's pool devices.
pool::SnoopFilterGeometry snoop_filter(const MachineConfig& config, const PoolConfig& pool);

/// Returns the filter size after the caches of `full` were scaled to those of `scaled`. An
/// inclusive filter scales with the caches, so it covers the same fraction of their lines even at a
/// floor.
base::FilterSize scaled_filter(const MachineConfig& full, const MachineConfig& scaled,
                               const PoolConfig& pool);

}  // namespace starnuma::assembly
