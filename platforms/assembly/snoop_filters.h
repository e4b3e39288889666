// SPDX-License-Identifier: Apache-2.0
// The snoop filters of a machine's pool devices, from their fields and the caches that they watch.
#pragma once

#include "models/pool/snoop_filter_size.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// Lines that all caches of the machine can hold: LLCs and private L2s.
std::uint64_t cached_lines(const MachineConfig& config);

/// The filter of one of its pool devices.
pool::SnoopFilterGeometry snoop_filter(const MachineConfig& config, const PoolConfig& pool);

/// Its size where the caches of `full` shrank to those of `scaled`: an inclusive filter follows its
/// caches, so it keeps the share of their lines that it holds, also where a floor keeps them large.
base::FilterSize scaled_filter(const MachineConfig& full, const MachineConfig& scaled,
                               const PoolConfig& pool);

}  // namespace starnuma::assembly
