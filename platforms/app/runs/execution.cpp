// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/runs/execution.h"

#include <algorithm>
#include <iostream>

#include "platforms/app/experiments/capacity_plans.h"
#include "platforms/app/experiments/checkpoint_file.h"
#include "platforms/app/files/output_stream.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/waves/rtl_parts.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/run/programs/policy_setup.h"
#include "platforms/run/programs/program_hosts.h"
#include "starnuma/version.h"
#include "stimulus/trace/format/draft.h"

namespace starnuma::app {

using assembly::MachineConfig;
using run::SimulationResult;

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
                      {{}, {}, {}, {}, &rtl_parts(experiment_.rtl_assertions)});
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
  options.rtl_parts = &rtl_parts(experiment_.rtl_assertions);
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
