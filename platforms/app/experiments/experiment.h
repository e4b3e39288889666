// SPDX-License-Identifier: Apache-2.0
// Experiment: a machine, its programs and a seed; run in its own process into a result folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/programs.h"
#include "platforms/app/process/shared_progress.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/simulation.h"
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

/// Builds the workload, runs the passes that the placement needs and writes the result folder.
/// Called once per process. Returns the exit code: 1 if the program's check failed.
int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress);

/// Programs in the order of the experiment's.
using BuiltPrograms = std::vector<std::shared_ptr<run::Program>>;
BuiltPrograms build_programs(const Experiment& experiment);
/// Runs the experiment without writing results; once per process. `recording` may be null.
run::SimulationResult replay(const Experiment& experiment, const BuiltPrograms& programs,
                             const run::Recording* recording);

/// Returns the experiment as YAML that `run` accepts.
std::string effective_yaml(const Experiment& experiment);

}  // namespace starnuma::app
