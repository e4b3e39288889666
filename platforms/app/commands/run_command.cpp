// SPDX-License-Identifier: Apache-2.0
// run: one run, a sweep, or the same run with each delivery.
#include <boost/json.hpp>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/policy_sets.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/experiments/seeds.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/app/files/result_files.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/app/runs/contest.h"
#include "platforms/app/runs/jobs.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/config/sweep.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

ExperimentRequest run_request(const Arguments& arguments) {
  ExperimentRequest request = request_of(arguments, arguments.positional[0]);
  if (arguments.positional.size() > 1) request.workload = arguments.positional[1];
  request.waves = wave_request(arguments);
  if (!arguments.has("policy")) return request;
  const auto policy = placement::policy_named(arguments.text("policy"));
  const OpenedMachine opened = open_machine(request.target, request.sets);
  try {
    for (std::string& set : sets_for(policy, opened.machine)) {
      request.sets.push_back(std::move(set));
    }
  } catch (const base::InputError& unfit) {
    throw base::InputError("--policy: ", unfit.what());
  }
  return request;
}

/// Runs each value of the target's sweep.
int run_sweep(const Arguments& arguments, const ExperimentRequest& request, const Target& target) {
  const config::Sweep& sweep = *target.experiment.sweep;
  std::vector<Entrant> entrants;
  boost::json::array values;
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    Experiment experiment = prepare(request, target, i);
    ExperimentRequest one = request;  // request of the equivalent single run
    one.target = target.experiment.machine.name;
    one.workload = experiment.workload;
    const std::string value = flow_text(sweep.values[i]);
    one.sets.push_back(sweep.field + "=" + value);
    if (!sweep.also.empty()) one.sets.push_back(sweep.also + "=" + value);
    values.emplace_back(value);
    const std::string name = experiment.machine_name + "_" + sweep.label(i);
    entrants.push_back({name, std::move(one), std::move(experiment)});
  }
  return run_contest(arguments, "starnuma.contest.sweep",
                     folder_of(arguments, fs::path(request.target).stem().string()), entrants,
                     seeds_of(arguments, "run", entrants[0].experiment.seed),
                     {{"field", sweep.field}, {"values", values}});
}

/// Compares the run with each delivery.
int run_deliveries(const Arguments& arguments, const ExperimentRequest& request) {
  constexpr const char* kField = "simulation.delivery";
  std::vector<Entrant> entrants;
  boost::json::array values;
  for (const std::string_view name : base::EnumNames<assembly::Delivery>::kNames) {
    const std::string delivery(name);
    ExperimentRequest one = request;
    one.sets.push_back(std::string(kField) + "=" + delivery);
    Experiment experiment = prepare(one);
    values.emplace_back(delivery);
    entrants.push_back({delivery, std::move(one), std::move(experiment)});
  }
  const Experiment& first = entrants[0].experiment;
  return run_contest(
      arguments, "starnuma.contest.delivery",
      folder_of(arguments, folder_name(first.machine_name, first.workload) + "_delivery"), entrants,
      seeds_of(arguments, "run", first.seed), {{"field", kField}, {"values", values}});
}

/// Rejects options of a single run for several runs, which `what` describes.
void refuse_options_of_one_run(const Arguments& arguments, const std::string& what) {
  for (const std::string option :
       {"dry-run", "checkpoints", "from-checkpoint", "waves", "trace-events", "record",
        "record-annex", "record-tracker", "record-pool", "log-pool", "log-requests",
        "rtl-assertions", "progress"}) {
    if (!arguments.has(option)) continue;
    throw base::InputError("run: --", option, " is of one run, not of ", what);
  }
}

/// Returns the document of --json: the settings of the run and the contents of its JSON files.
boost::json::object document(const Experiment& experiment, const fs::path& folder) {
  boost::json::object all{{"machine", experiment.machine_name},
                          {"workload", experiment.workload},
                          {"seed", experiment.seed},
                          {"results", folder.string()}};
  for (const char* name : {kPublished, kHost, kStats}) {
    const fs::path file = folder / name;
    if (fs::exists(file)) all[file.stem().string()] = boost::json::parse(read_text(file));
  }
  return all;
}

}  // namespace

int run_run(const Arguments& arguments) {
  const ExperimentRequest request = run_request(arguments);
  Target target = open_target(request.target, request.sets);
  const bool dry = arguments.has("dry-run");
  if (target.experiment.sweep && target.diagnostics.noted() == 0) {
    refuse_options_of_one_run(arguments, "a sweep");
    if (arguments.has("compare-delivery")) {
      throw base::InputError("run: --compare-delivery is of one run, not of a sweep");
    }
    return run_sweep(arguments, request, target);
  }
  refuse_json_with(arguments, {"dry-run"});
  if (arguments.has("compare-delivery")) {
    refuse_options_of_one_run(arguments, "--compare-delivery");
    return run_deliveries(arguments, request);
  }
  for (const std::string option : {"jobs", "slurm"}) {
    if (!arguments.has(option)) continue;
    throw base::InputError("run: --", option, " is of a sweep, not of one run");
  }
  if (arguments.get<int>("seeds") > 1) {
    throw base::InputError(
        "run: --seeds is of a sweep, not of one run; `compare` and `plan` take it too");
  }
  Experiment experiment = prepare(request, std::move(target));
  if (dry) {
    std::cout << effective_yaml(experiment);
    return 0;
  }
  experiment.report = !arguments.has("no-report");
  const fs::path folder =
      arguments.has("output")
          ? fs::path(arguments.text("output"))
          : fs::path("results") / folder_name(experiment.machine_name, experiment.workload);
  require_outside(folder, arguments);
  if (experiment.report) require_report();
  const fs::path progress = arguments.text("progress");
  require_own_file("--progress", progress, {"0.", "1."});
  DraftFolder draft(folder);
  const int code = run_jobs({{experiment, draft.path()}}, progress);
  if (!fs::exists(draft.path() / kSummary)) return code;
  draft.publish();
  if (wants_json(arguments)) {
    print_json(document(experiment, folder));
  } else {
    std::cout << read_text(folder / kSummary) << "\nResults: " << folder.string() << "\n";
  }
  return code;
}

}  // namespace starnuma::app
