// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/prepare.h"

#include "models/base/check.h"
#include "platforms/app/experiments/capacity_plans.h"
#include "platforms/app/experiments/checkpoint_file.h"
#include "platforms/app/experiments/fault_plans.h"
#include "platforms/app/experiments/workload_files.h"
#include "platforms/app/waves/wave_options.h"

namespace starnuma::app {

Experiment prepare(const ExperimentRequest& request) {
  return prepare(request, open_target(request.target, request.sets));
}

namespace {

/// Programs of an experiment as written.
struct Written {
  std::string workload;  ///< Workload alone; empty if `programs` is used.
  std::vector<config::ScenarioProgram> programs;
  config::Repeat repeat = config::Repeat::kUntilAllDone;
  std::vector<config::ScenarioFault> faults = {};
  std::vector<config::ScenarioCapacity> capacity = {};
};

Written written_as(const std::string& text) {
  if (config::is_yaml_name(text)) {
    config::Diagnostics diagnostics;
    config::Experiment opened = config::open_programs(text, diagnostics);
    diagnostics.throw_if_any();
    place_workloads(opened);
    return {"", opened.programs, opened.repeat, opened.faults, opened.capacity};
  }
  if (names_programs(text)) return {"", split_programs(text)};
  return {text, {}};
}

Written written_in(const ExperimentRequest& request, const config::Experiment& opened) {
  if (request.workload) return written_as(*request.workload);
  if (opened.is_scenario) {
    return {"", opened.programs, opened.repeat, opened.faults, opened.capacity};
  }
  if (opened.has_workload) return written_as(opened.workload);
  throw base::InputError("run: ", request.target,
                         " names no workload; expected MACHINE WORKLOAD, see starnuma list");
}

std::vector<ProgramPlan> plans_of(const Written& written, const Experiment& experiment) {
  if (written.programs.empty()) {
    return {plan_workload(written.workload, experiment.machine, experiment.seed)};
  }
  config::Diagnostics diagnostics;
  auto plans = plan_programs(written.programs, experiment.machine, experiment.seed, diagnostics);
  diagnostics.throw_if_any();
  return plans;
}

std::vector<run::HardwareFault> faults_of(const Written& written, const Experiment& experiment) {
  config::Diagnostics diagnostics;
  auto faults = plan_faults(written.faults, experiment.machine, experiment.programs, diagnostics);
  diagnostics.throw_if_any();
  return faults;
}

std::vector<run::CapacityChange> capacity_of(const Written& written, const Experiment& experiment) {
  config::Diagnostics diagnostics;
  auto changes = plan_capacity(written.capacity, experiment.machine, experiment.programs,
                               experiment.options.faults, diagnostics);
  diagnostics.throw_if_any();
  return changes;
}

std::string measured_by(const Experiment& experiment) {
  if (!experiment.is_scenario()) return experiment.programs.front().measured;
  std::string text;
  for (const ProgramPlan& plan : experiment.programs) {
    const std::string work = plan.measured.empty() ? "all its work" : plan.measured;
    text += (text.empty() ? "" : "; ") + plan.name + ": " + work;
  }
  return text;
}

bool has_rtl(const assembly::MachineConfig& machine) {
  for (int d = 0; d < machine.pool.count; ++d) {
    if (machine.pool[d].device.has_rtl()) return true;
  }
  return machine.tracking.has_rtl();
}

}  // namespace

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
  experiment.seed = request.seed.value_or(opened.has_seed ? opened.seed : stimulus::kDefaultSeed);
  if (request.rtl_assertions && !has_rtl(experiment.machine)) {
    throw base::InputError(
        "--rtl-assertions: the machine has no RTL; expected tracking.impl or pool.device.impl rtl "
        "or both");
  }
  const Written written = written_in(request, opened);
  if (request.options.trace && !written.programs.empty()) {
    throw base::InputError("--record: expected one program, on all cores");
  }
  experiment.repeat = written.repeat;
  experiment.programs = plans_of(written, experiment);
  experiment.faults = written.faults;
  experiment.options.faults = faults_of(written, experiment);
  experiment.options.fault_seed = experiment.seed;
  experiment.capacity = written.capacity;
  experiment.options.capacity = capacity_of(written, experiment);
  experiment.inputs = input_files(experiment.programs);
  check_inputs(opened.inputs, experiment.inputs);
  experiment.workload = text_of(experiment.programs, experiment.machine);
  experiment.measured = measured_by(experiment);
  const MemoryNeeds needs = needs_of(experiment.programs, experiment.machine, experiment.seed);
  check_scaling(target, needs.footprint);
  check_memory(experiment.machine, needs.footprint, needs.host);
  if (request.waves) check_waves(*request.waves, experiment.machine, needs.footprint);
  experiment.checkpoints = request.checkpoints;
  if (!request.checkpoints.empty()) check_checkpoints(request.checkpoints, experiment);
  if (request.phase) resume_from(*request.phase, experiment);
  return experiment;
}

}  // namespace starnuma::app
