// SPDX-License-Identifier: Apache-2.0
// At which count the counters of trackers stop in a run: `tracking.count_scale`.
//
// The rule is placement::most_counted(); here is the factor. Where the policy reads the metadata
// they are of a phase, as long as the policy's. Where nobody reads and resets them, all of the run
// is one phase.
#pragma once

#include "models/base/footprint.h"
#include "models/protocol/tracking.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// Misses by region and phase over those of the published machine, on a machine that scaled() made
/// for this program.
double tracked_factor(const MachineConfig& config, const base::Footprint& program,
                      double thread_instructions);

/// Where a counter of `bits` stops if misses by region and phase change by `factor`.
std::uint64_t most_counted(const tracking::TrackingConfig& tracking, int bits, double factor);

/// Of annexes and metadata.
protocol::Counter tracked_counter(const tracking::TrackingConfig& tracking, double factor);

}  // namespace starnuma::assembly
