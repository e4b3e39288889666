// SPDX-License-Identifier: Apache-2.0
// Experiment from a request on the command line, read and checked as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/waves/wave_request.h"

namespace starnuma::app {

/// Request from the command line; an experiment file supplies omitted parts.
struct ExperimentRequest {
  std::string target;  ///< Machine name, or a file of a machine, an experiment or a scenario.
  std::optional<std::string> workload;  ///< Workload, programs, or a scenario's file.
  std::optional<std::uint64_t> seed;
  run::SimulationOptions options;
  bool rtl_assertions = false;
  std::optional<WaveRequest> waves;
  std::filesystem::path checkpoints;  ///< Empty: no checkpoints.
  std::optional<PhaseRequest> phase;
  std::vector<std::string> sets;
};

/// Reads and checks everything. Throws InputError before anything is run or written.
Experiment prepare(const ExperimentRequest& request);
/// Prepares a target that is open already; `sweep_point` selects a value of its sweep.
Experiment prepare(const ExperimentRequest& request, Target opened_target,
                   std::optional<std::size_t> sweep_point = {});

}  // namespace starnuma::app
