// SPDX-License-Identifier: Apache-2.0
// Experiment: a machine, its programs and a seed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/experiments/programs.h"
#include "platforms/app/waves/wave_request.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/input_file.h"
#include "platforms/config/scenario.h"
#include "platforms/config/scenario_capacity.h"
#include "platforms/config/scenario_faults.h"
#include "platforms/run/simulation_options.h"
#include "stimulus/workload.h"

namespace starnuma::app {

struct Experiment {
  std::string machine_name;
  assembly::MachineConfig machine;
  std::vector<ProgramPlan> programs;  ///< At least one program.
  config::Repeat repeat = config::Repeat::kUntilAllDone;
  std::vector<config::ScenarioFault> faults;  ///< Faults as written; `options` holds them as run.
  std::vector<config::ScenarioCapacity> capacity;  ///< Dynamic capacity as written.
  std::vector<config::InputFile> inputs;           ///< Files that the programs read.
  std::string workload;  ///< Text of all programs, with every option spelled out.
  /// Contents of the measured window; empty: only the units of work describe it.
  std::string measured;
  std::uint64_t seed = stimulus::kDefaultSeed;
  run::SimulationOptions options;
  bool rtl_assertions = false;       ///< True to stop if an assertion in the RTL fails.
  std::optional<WaveRequest> waves;  ///< Requested waves; they change no result.
  bool report = true;                ///< True to write report.html.
  /// Folder that receives a file for each phase; empty: none. Changes no result.
  std::filesystem::path checkpoints;
  std::optional<run::PhaseRun> phase;  ///< Single phase to run.

  /// Returns true if its programs have names and their own results.
  bool is_scenario() const { return !programs.front().name.empty(); }
};

/// Run of one phase, as requested on the command line.
struct PhaseRequest {
  std::filesystem::path file;  ///< Checkpoint of the phase.
  int share = 100;             ///< Percentage of the phase to execute, warm-up included.
  int warm_up = 0;             ///< Warm-up as percentage of the phase.
};

/// Returns the experiment as YAML that `run` accepts.
std::string effective_yaml(const Experiment& experiment);

}  // namespace starnuma::app
