// SPDX-License-Identifier: Apache-2.0
// One experiment: a machine, the programs that run on it and a seed; run in a process of its own
// into a result folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/commands/shared_progress.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/programs.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/assembly/machine_config.h"
#include "platforms/run/simulation.h"
#include "stimulus/workload.h"

namespace starnuma::app {

struct Experiment {
  std::string machine_name;
  assembly::MachineConfig machine;
  std::vector<ProgramPlan> programs;  ///< At least one.
  config::Repeat repeat = config::Repeat::kUntilAllDone;
  std::vector<config::ScenarioFault> faults;       ///< As written; in the options as they run.
  std::vector<config::ScenarioCapacity> capacity;  ///< The same.
  std::vector<config::InputFile> inputs;           ///< That the programs read.
  std::string workload;  ///< All of them as a text, with every option spelled out.
  std::string measured;  ///< What its measured window holds; empty: only its units of work say so.
  std::uint64_t seed = stimulus::kDefaultSeed;
  run::SimulationOptions options;
  bool rtl_assertions = false;        ///< Stop where an assertion in the RTL fails.
  std::optional<WaveRequest> waves;   ///< Changes no result.
  bool report = true;                 ///< Write report.html.
  std::filesystem::path checkpoints;  ///< A file for each phase goes there; empty: none. Changes no
                                      ///< result.
  std::optional<run::PhaseRun> phase;  ///< Only this one is run.

  /// Its programs have names, and results of their own.
  bool is_scenario() const { return !programs.front().name.empty(); }
};

/// A run of one phase, as the command line says it.
struct PhaseRequest {
  std::filesystem::path file;  ///< Its checkpoint.
  int share = 100;             ///< Percent of the phase, the warm-up included.
  int warm_up = 0;             ///< Percent of the phase.
};

/// What the command line says; an experiment file supplies what is left out here.
struct ExperimentRequest {
  std::string target;  ///< Machine name, or a file of a machine, an experiment or a scenario.
  std::optional<std::string> workload;  ///< Or programs, or a scenario's file.
  std::optional<std::uint64_t> seed;
  run::SimulationOptions options;
  bool rtl_assertions = false;
  std::optional<WaveRequest> waves;
  std::filesystem::path checkpoints;  ///< Empty: none are written.
  std::optional<PhaseRequest> phase;
  std::vector<std::string> sets;
};

/// Reads and checks everything. Throws InputError before anything is run or written.
Experiment prepare(const ExperimentRequest& request);
/// The same for a target that is open already; `sweep_point` says which value of its sweep.
Experiment prepare(const ExperimentRequest& request, Target opened_target,
                   std::optional<std::size_t> sweep_point = {});

/// Builds the workload, runs the passes that the placement needs and writes the result folder.
/// To be called once per process. Returns the exit code: 1 when the program's check failed.
int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress);

/// In the order of the experiment's.
using BuiltPrograms = std::vector<std::shared_ptr<run::Program>>;
BuiltPrograms build_programs(const Experiment& experiment);
/// Runs the experiment and writes nothing; once per process. `recording` may be null.
run::SimulationResult replay(const Experiment& experiment, const BuiltPrograms& programs,
                             const run::Recording* recording);

/// The experiment as YAML that `run` takes back.
std::string effective_yaml(const Experiment& experiment);

}  // namespace starnuma::app
