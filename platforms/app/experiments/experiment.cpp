// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/experiment.h"

#include <algorithm>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/experiments/capacity_plans.h"
#include "platforms/app/experiments/checkpoint_file.h"
#include "platforms/app/experiments/fault_plans.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/workload_files.h"
#include "platforms/app/files/output_stream.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/waves/rtl_tracking.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/config/scenario_items.h"
#include "platforms/config/writer.h"
#include "platforms/run/programs/policy_setup.h"
#include "platforms/run/programs/program_hosts.h"
#include "platforms/run/simulation.h"
#include "starnuma/version.h"
#include "stimulus/trace/format/draft.h"

namespace starnuma::app {

using assembly::MachineConfig;
using run::SimulationResult;

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
  throw base::InputError("run: " + request.target +
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
  if (request.rtl_assertions && !experiment.machine.tracking.has_rtl()) {
    throw base::InputError(
        "--rtl-assertions: the machine tracks without RTL; expected tracking.impl rtl or both");
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

std::string effective_yaml(const Experiment& experiment) {
  const std::string head =
      "# SPDX-License-Identifier: Apache-2.0\n# starnuma run effective.yaml repeats this run.\n";
  const std::string machine = "machine:\n  name: " + config::yaml_scalar(experiment.machine_name) +
                              "\n" + config::to_yaml(experiment.machine, 2);
  const std::string seed = "seed: " + std::to_string(experiment.seed) + "\n" +
                           config::yaml_of_items("inputs", "path", experiment.inputs);
  if (experiment.is_scenario()) {
    return head + "kind: scenario\n" + seed +
           "repeat: " + config::FieldText<config::Repeat>::print(experiment.repeat) + "\n" +
           yaml_of(experiment.programs, experiment.machine) + config::yaml_of(experiment.faults) +
           config::yaml_of(experiment.capacity) + machine;
  }
  return head + "kind: experiment\nworkload: " + config::escaped(experiment.workload, "\\x") +
         "\n" + seed + machine;
}

namespace {

std::shared_ptr<run::Program> build(const Experiment& experiment, const ProgramPlan& plan) {
  return std::make_shared<run::Program>(workload_of(plan, experiment.machine, experiment.seed),
                                        static_cast<int>(plan.cores.size()));
}

/// One run of an experiment: its programs with their policies, on the scaled machine.
class Passes {
 public:
  Passes(const Experiment& experiment, const BuiltPrograms& programs)
      : experiment_(experiment), programs_(programs), machine_(experiment.machine) {
    for (const auto& program : programs) footprint_ += program->workload().footprint();
    machine_ = assembly::scaled(experiment.machine, footprint_).config;
  }

  /// Runs the passes that the placements need first, then the measured pass.
  SimulationResult run(ProgressSlot& progress, const run::Recording* recording);

 private:
  const placement::PolicyRow& policy_of(std::size_t program) const {
    const placement::PlacementConfig placement =
        placement_of(experiment_.programs[program], machine_);
    return placement::row_of(placement.policy);
  }
  bool needs_first_pass() const;
  void first_pass(ProgressSlot& progress);
  std::vector<run::PlacedProgram> placed(std::vector<std::unique_ptr<placement::Policy>>& policies,
                                         bool first_touch) const;
  std::unique_ptr<placement::Policy> make_policy(std::size_t program) const;
  bool capacity_changes(const ProgramPlan& plan) const;
  trace::Summary summary_of_trace() const;

  const Experiment& experiment_;
  const BuiltPrograms& programs_;
  MachineConfig machine_;
  base::Footprint footprint_;
  std::vector<accounting::PageCounts> profiles_;  ///< Page profiles of a first pass, by program.
};

bool Passes::needs_first_pass() const {
  for (std::size_t p = 0; p < programs_.size(); ++p) {
    if (policy_of(p).traits.sees == placement::Sees::kFirstPass) return true;
  }
  return false;
}

std::unique_ptr<placement::Policy> Passes::make_policy(std::size_t program) const {
  placement::PolicySetup setup =
      run::setup_of(machine_, placement_of(experiment_.programs[program], machine_), footprint_,
                    *programs_[program], experiment_.seed,
                    machine_.host_of(base::index_of(experiment_.programs[program].cores.front()) /
                                     machine_.cores_per_socket()));
  const placement::PolicyRow& row = policy_of(program);
  if (row.traits.sees != placement::Sees::kFirstPass) return row.make(setup);
  const placement::FirstPass seen{profiles_[program], programs_[program]->arena().origins()};
  setup.first_pass = &seen;
  return row.make(setup);
}

bool Passes::capacity_changes(const ProgramPlan& plan) const {
  const std::vector<int> hosts = run::hosts_of(machine_, plan.cores);
  const bool sized = machine_.logical_pool && machine_.logical_pool->sizing.any();
  if (sized && hosts.size() == 1) return true;
  const auto& changes = experiment_.options.capacity;
  return std::any_of(changes.begin(), changes.end(), [&](const run::CapacityChange& change) {
    return hosts == std::vector{change.host};
  });
}

std::vector<run::PlacedProgram> Passes::placed(
    std::vector<std::unique_ptr<placement::Policy>>& policies, bool first_touch) const {
  std::vector<run::PlacedProgram> placed;
  const bool repeats = programs_.size() > 1 && experiment_.repeat == config::Repeat::kUntilAllDone;
  for (std::size_t p = 0; p < programs_.size(); ++p) {
    const ProgramPlan& plan = experiment_.programs[p];
    policies.push_back(first_touch ? std::make_unique<placement::Policy>() : make_policy(p));
    placement::PlacementConfig placement = placement_of(plan, machine_);
    if (first_touch && placement.traits().moves_pages()) {
      placement.policy = placement::policy_named("first_touch");
    }
    run::PlacedProgram one{programs_[p], *policies.back(),  placement,
                           plan.cores,   plan.name,         plan.start,
                           {},           plan.memory_limit, plan.extent};
    one.capacity_changes = capacity_changes(plan);
    one.protection = plan.backups();
    if (repeats) one.rebuild_pages = [this, &plan] { return build(experiment_, plan); };
    placed.push_back(std::move(one));
  }
  return placed;
}

void Passes::first_pass(ProgressSlot& progress) {
  progress.begin("oracle pass", 0, 0.5);
  const std::vector<std::uint32_t> all = values_from_child<std::uint32_t>([&] {
    std::vector<std::unique_ptr<placement::Policy>> policies;
    const SimulationResult first =
        run::simulate(machine_, placed(policies, true), progress.sink(),
                      {{}, {}, {}, {}, &rtl_tracking(experiment_.rtl_assertions)});
    progress.add_cpu_seconds(first.cpu_seconds);
    return first.profile.raw();
  });
  auto next = all.begin();
  for (const auto& program : programs_) {
    accounting::PageCounts& own =
        profiles_.emplace_back(program->arena().pages(), machine_.sockets());
    const auto count = static_cast<std::ptrdiff_t>(own.raw().size());
    std::copy(next, next + count, own.raw().begin());
    next += count;
  }
}

/// Returns the description of a recorded trace. Its id derives from its origin, so equal runs give
/// equal bytes.
trace::Summary Passes::summary_of_trace() const {
  trace::Summary summary;
  const std::string& workload = experiment_.programs.front().workload;
  summary.program = workload.substr(0, workload.find(':'));
  summary.arguments = {workload};
  summary.front_end = {"starnuma run --record",
                       kVersion,
                       {experiment_.machine_name, "--seed", std::to_string(experiment_.seed)}};
  summary.id = trace::id_of(effective_yaml(experiment_));
  return summary;
}

SimulationResult Passes::run(ProgressSlot& progress, const run::Recording* recording) {
  const bool twice = needs_first_pass();
  if (twice) first_pass(progress);
  progress.begin("running", twice ? 0.5 : 0, 1);
  run::SimulationOptions options = experiment_.options;
  options.rtl_tracking = &rtl_tracking(experiment_.rtl_assertions);
  options.phases.policy_seed = experiment_.seed;
  options.capacity = scaled_capacity(options.capacity, experiment_.machine, machine_);
  options.phases.from = experiment_.phase ? &*experiment_.phase : nullptr;
  if (!experiment_.checkpoints.empty()) {
    options.phases.checkpoint = [this](const run::Checkpoint& checkpoint) {
      write_checkpoint(experiment_.checkpoints, experiment_, checkpoint);
    };
  }
  std::optional<OutputFile> annex;
  std::optional<OutputFile> tracker;
  if (options.annex) options.annex->out = &annex.emplace(options.annex->file).stream();
  if (options.tracker) options.tracker->out = &tracker.emplace(options.tracker->file).stream();
  std::optional<OutputFile> log;
  std::optional<OutputFile> requests;
  if (options.pool_log) options.pool_log->out = &log.emplace(options.pool_log->file).stream();
  if (options.request_log) {
    options.request_log->out = &requests.emplace(options.request_log->file).stream();
  }
  std::optional<trace::Draft> trace;
  if (options.trace) {
    trace.emplace(options.trace->folder);
    options.trace = run::TraceRecording{trace->path(), summary_of_trace()};
  }
  std::vector<std::unique_ptr<placement::Policy>> policies;
  SimulationResult result =
      run::simulate(machine_, placed(policies, false), progress.sink(), options, recording);
  if (annex) annex->publish();
  if (tracker) tracker->publish();
  if (log) log->publish();
  if (requests) requests->publish();
  if (trace) trace->publish();
  return result;
}

}  // namespace

BuiltPrograms build_programs(const Experiment& experiment) {
  BuiltPrograms programs;
  for (const ProgramPlan& plan : experiment.programs) {
    programs.push_back(build(experiment, plan));
  }
  return programs;
}

int execute(const Experiment& experiment, const std::filesystem::path& folder,
            ProgressSlot& progress) {
  progress.begin("building", 0, 0);
  const BuiltPrograms programs = build_programs(experiment);
  std::optional<run::Recording> recording;
  if (experiment.waves) recording = recording_of(*experiment.waves);
  const SimulationResult result =
      Passes(experiment, programs).run(progress, recording ? &*recording : nullptr);
  write_result_folder(folder, experiment, result, progress.cpu_seconds());
  for (const std::string& mismatch : result.mismatches) {
    std::cerr << experiment.machine_name << ": " << mismatch << "\n";
  }
  return result.mismatches.empty() ? 0 : 1;
}

SimulationResult replay(const Experiment& experiment, const BuiltPrograms& programs,
                        const run::Recording* recording) {
  ProgressSlot progress;
  return Passes(experiment, programs).run(progress, recording);
}

}  // namespace starnuma::app
