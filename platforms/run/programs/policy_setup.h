// SPDX-License-Identifier: Apache-2.0
// Setup of a program's placement policy for a run.
//
// Contract: `config` is already scaled to `footprint`, the footprint of all programs of the run.
#pragma once

#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/programs/placed_program.h"

namespace starnuma::run {

/// Returns the footprint of all programs together.
base::Footprint footprint_of(const std::vector<PlacedProgram>& programs);

/// Returns the scaled phase length, thresholds and limits.
placement::ScaledPhase phase_of(const assembly::ScalingConfig& scaling,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint,
                                const stimulus::Workload& workload, int threads);

/// Returns the setup for a program of `host` with this placement; the caller adds counts of a first
/// pass. The pool capacity is the program's share of the devices' frames.
placement::PolicySetup setup_of(const assembly::MachineConfig& config,
                                const placement::PlacementConfig& placement,
                                const base::Footprint& footprint, Program& program,
                                std::uint64_t seed, int host = 0);

}  // namespace starnuma::run
