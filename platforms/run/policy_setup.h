// SPDX-License-Identifier: Apache-2.0
// What a run says of itself to its placement policy.
//
// Contract: `config` is already scaled to the program.
#pragma once

#include "models/base/arena.h"
#include "models/placement/policy.h"
#include "platforms/assembly/machine_config.h"
#include "stimulus/workload.h"

namespace starnuma::run {

/// Lengths, thresholds and limits.
placement::ScaledPhase phase_of(const assembly::MachineConfig& config,
                                const stimulus::Workload& workload, int threads);

/// Counts of a first pass are for the caller to add.
placement::PolicySetup setup_of(const assembly::MachineConfig& config,
                                const stimulus::Workload& workload, const base::Arena& arena,
                                std::uint64_t seed);

}  // namespace starnuma::run
