// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/experiment.h"

#include <iostream>

#include "models/base/check.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/output_stream.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/waves/rtl_tracking.h"
#include "platforms/assembly/page_capacity.h"
#include "platforms/assembly/scaling.h"
#include "platforms/config/writer.h"
#include "platforms/run/policy_setup.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;
using run::SimulationResult;

Experiment prepare(const ExperimentRequest& request) {
  return prepare(request, open_target(request.target, request.sets));
}

Experiment prepare(const ExperimentRequest& request, Target opened_target,
                   std::optional<std::size_t> sweep_point) {
  const OpenedMachine target = read_machine(std::move(opened_target), sweep_point);
  const config::Experiment& opened = target.experiment;
  Experiment experiment;
  experiment.machine_name = opened.machine.name;
  experiment.options = request.options;
  experiment.rtl_assertions = request.rtl_assertions;
  experiment.waves = request.waves;
  experiment.machine = target.machine;
  if (!request.workload && !opened.has_workload) {
    throw base::InputError("run: " + request.target +
                           " names no workload; expected MACHINE WORKLOAD, see starnuma list");
  }
  experiment.seed = request.seed.value_or(opened.has_seed ? opened.seed : stimulus::kDefaultSeed);
  const std::string spec = request.workload.value_or(opened.workload);
  const stimulus::MachineShape shape = analysis::shape_of(experiment.machine);
  const auto workload = stimulus::make_workload(spec, shape, experiment.seed);
  experiment.workload = stimulus::canonical_spec(spec, shape);
  experiment.measured = workload->measured();
  if (request.rtl_assertions && !experiment.machine.tracking.has_rtl()) {
    throw base::InputError(
        "--rtl-assertions: the machine tracks without RTL; expected tracking.impl rtl or both");
  }
  check_scaling(target, workload->footprint());
  check_memory(experiment.machine, *workload);
  if (request.waves) check_waves(*request.waves, experiment.machine, workload->footprint());
  return experiment;
}

std::string effective_yaml(const Experiment& experiment) {
  return "# SPDX-License-Identifier: Apache-2.0\n# starnuma run effective.yaml repeats this run.\n"
         "kind: experiment\nworkload: " +
         config::escaped(experiment.workload, "\\x") +
         "\nseed: " + std::to_string(experiment.seed) +
         "\nmachine:\n  name: " + config::yaml_scalar(experiment.machine_name) + "\n" +
         config::to_yaml(experiment.machine, 2);
}

namespace {

/// Runs the passes that the placement needs, then the one that counts.
SimulationResult run_passes(const Experiment& experiment, run::Program& program,
                            ProgressSlot& progress, const run::Recording* recording) {
  const MachineConfig machine =
      assembly::scaled(experiment.machine, program.workload().footprint()).config;
  const std::uint64_t pages = program.arena().pages();
  const assembly::RtlTracking& rtl = rtl_tracking(experiment.rtl_assertions);
  placement::PolicySetup setup =
      run::setup_of(machine, program.workload(), program.arena(), experiment.seed);
  const placement::PolicyRow& row = placement::row_of(machine.placement.policy);
  const bool oracle = row.traits.sees == placement::Sees::kFirstPass;

  accounting::PageCounts profile(pages, machine.sockets());
  const placement::FirstPass first_pass{profile, program.arena().origins()};
  if (oracle) {
    progress.begin("oracle pass", 0, 0.5);
    profile.raw() = values_from_child<std::uint32_t>([&] {
      placement::Policy first_touch;
      const SimulationResult first =
          run::simulate(machine, program, first_touch, progress.sink(), {{}, {}, {}, &rtl});
      progress.add_cpu_seconds(first.cpu_seconds);
      return first.profile.raw();
    });
    setup.first_pass = &first_pass;
  }
  const std::unique_ptr<placement::Policy> policy = row.make(setup);
  progress.begin("running", oracle ? 0.5 : 0, 1);
  run::SimulationOptions options = experiment.options;
  options.rtl_tracking = &rtl;
  options.policy_seed = experiment.seed;
  std::optional<OutputFile> annex;
  std::optional<OutputFile> tracker;
  if (options.annex) options.annex->out = &annex.emplace(options.annex->file).stream();
  if (options.tracker) options.tracker->out = &tracker.emplace(options.tracker->file).stream();
  SimulationResult result =
      run::simulate(machine, program, *policy, progress.sink(), options, recording);
  if (annex) annex->publish();
  if (tracker) tracker->publish();
  return result;
}

}  // namespace

run::Program build_program(const Experiment& experiment) {
  const stimulus::MachineShape shape = analysis::shape_of(experiment.machine);
  return {stimulus::make_workload(experiment.workload, shape, experiment.seed), shape.threads()};
}

int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress) {
  progress.begin("building", 0, 0);
  run::Program program = build_program(experiment);
  std::optional<run::Recording> recording;
  if (experiment.waves) recording = recording_of(*experiment.waves);
  const SimulationResult result =
      run_passes(experiment, program, progress, recording ? &*recording : nullptr);
  write_result_folder(folder, experiment, result, progress.cpu_seconds());
  for (const std::string& mismatch : result.mismatches) {
    std::cerr << experiment.machine_name << ": " << mismatch << "\n";
  }
  return result.mismatches.empty() ? 0 : 1;
}

SimulationResult replay(const Experiment& experiment, run::Program& program,
                        const run::Recording* recording) {
  ProgressSlot progress;
  return run_passes(experiment, program, progress, recording);
}

}  // namespace starnuma::app
