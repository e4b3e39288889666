// SPDX-License-Identifier: Apache-2.0
// Saturation value of the trackers' counters in a run, as set by `tracking.count_scale`.
//
// placement::most_counted() implements the rule; this file provides the scale factor. If the policy
// reads metadata, the counts are per phase of the policy's length. Otherwise the run is one phase.
#pragma once

#include "models/base/footprint.h"
#include "models/protocol/tracking.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the ratio of misses per region and phase to those of the published machine. `config` is
/// a machine scaled for this program.
double tracked_factor(const MachineConfig& config, const base::Footprint& program,
                      double thread_instructions);

/// Returns the saturation value of a counter of `bits` if misses per region and phase change by
/// `factor`.
std::uint64_t most_counted(const tracking::TrackingConfig& tracking, int bits, double factor);

/// Returns the counter of annexes and metadata.
protocol::Counter tracked_counter(const tracking::TrackingConfig& tracking, double factor);

}  // namespace starnuma::assembly
