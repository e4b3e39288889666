// SPDX-License-Identifier: Apache-2.0
// Limits of a run of the pool bench: those of the device, and of the offered traffic.
#pragma once

#include <vector>

#include "models/accounting/stats.h"
#include "platforms/analysis/pool_limits.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

/// Returns the resources of a run; `reads` are those of a memory channel.
analysis::PoolResources resources_of(const pool_bench::BenchRun& run,
                                     const analysis::ChannelReads& reads);

/// Returns the lowest limit of a run with the messages that it measured. `stats` are those of the
/// whole bench.
analysis::Limit limit_of(const pool_bench::BenchRun& run, const analysis::ChannelReads& reads,
                         const std::vector<accounting::Stat>& stats);

}  // namespace starnuma::app
