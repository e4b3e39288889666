// SPDX-License-Identifier: Apache-2.0
// What a run says of itself to the placement policy of a program.
//
// Contract: `config` is already scaled, to `footprint`: that of all programs of the run.
#pragma once

#include "platforms/assembly/machine_config.h"
#include "platforms/run/placed_program.h"

namespace starnuma::run {

/// Of all of them together.
base::Footprint footprint_of(const std::vector<PlacedProgram>& programs);

/// Lengths, thresholds and limits.
placement::ScaledPhase phase_of(const assembly::ScalingConfig& scaling,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint,
                                const stimulus::Workload& workload, int threads);

/// Of a program of `host` that lies in memory as `placement` says; counts of a first pass are for
/// the caller to add. Pool devices are to have room for the program's share of their pages.
placement::PolicySetup setup_of(const assembly::MachineConfig& config,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint, Program& program,
                                std::uint64_t seed, int host = 0);

}  // namespace starnuma::run
