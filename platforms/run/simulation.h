// SPDX-License-Identifier: Apache-2.0
// One simulation: places programs in memory, builds a machine, runs it to the end, and collects the
// results.
//
// Contract:
// - One simulation per process, because SystemC elaborates once.
// - Results depend only on the inputs.
// - Each program has its own address space, numbered in program order.
// - Measured windows open together when all programs except late ones have reached theirs. A late
//   program's window opens when the program reaches it.
// - The run ends when every program has run once. A program's statistics cover its first run.
#pragma once

#include <functional>
#include <vector>

#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/placed_program.h"
#include "platforms/run/record/wave_recording.h"
#include "platforms/run/simulation_options.h"

namespace starnuma::run {

/// Callback with the simulated time and the estimated progress (0 to 1).
using ProgressSink = std::function<void(base::Time, double)>;

/// Runs the programs on the machine; `config` is already scaled. Throws InputError if a node's
/// memory cannot hold its pages. `recording` selects transactions whose hops are recorded.
SimulationResult simulate(const assembly::MachineConfig& config,
                          std::vector<PlacedProgram> programs, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);
/// Runs one program on all cores, with the machine's placement.
SimulationResult simulate(const assembly::MachineConfig& config, Program& program,
                          placement::Policy& policy, const ProgressSink& progress,
                          const SimulationOptions& options = {},
                          const Recording* recording = nullptr);

}  // namespace starnuma::run
