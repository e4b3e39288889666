// SPDX-License-Identifier: Apache-2.0
// run: one run, or a sweep of them.
#include <fstream>
#include <iostream>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/policy_sets.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/experiments/sweep.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/draft_folder.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_files.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

ExperimentRequest run_request(const Arguments& arguments) {
  ExperimentRequest request = request_of(arguments, arguments.positional[0]);
  if (arguments.positional.size() > 1) request.workload = arguments.positional[1];
  request.waves = wave_request(arguments);
  if (!arguments.has("policy")) return request;
  const auto policy = placement::policy_named(arguments.get<std::string>("policy"));
  const OpenedMachine opened = open_machine(request.target, request.sets);
  for (std::string& set : sets_for(policy, opened.machine)) request.sets.push_back(std::move(set));
  return request;
}

}  // namespace

int run_run(const Arguments& arguments) {
  const ExperimentRequest request = run_request(arguments);
  Target target = open_target(request.target, request.sets);
  const bool dry = arguments.has("dry-run");
  if (target.experiment.sweep && target.diagnostics.noted() == 0) {
    for (const std::string option : {"dry-run", "checkpoints", "from-checkpoint"}) {
      if (!arguments.has(option)) continue;
      throw base::InputError("run: --" + option + " is of one run, not of a sweep");
    }
    const fs::path name = fs::path("results") / fs::path(request.target).stem();
    return run_sweep(
        request, target,
        arguments.has("output") ? fs::path(arguments.get<std::string>("output")) : name);
  }
  Experiment experiment = prepare(request, std::move(target));
  if (dry) {
    std::cout << effective_yaml(experiment);
    return 0;
  }
  experiment.report = !arguments.has("no-report");
  const fs::path folder =
      arguments.has("output")
          ? fs::path(arguments.get<std::string>("output"))
          : fs::path("results") / folder_name(experiment.machine_name, experiment.workload);
  require_outside(folder, arguments);
  if (experiment.report) require_report();
  DraftFolder draft(folder);
  const int code = run_jobs({{experiment, draft.path()}});
  if (!fs::exists(draft.path() / kSummary)) return code;
  std::ostringstream summary;
  summary << std::ifstream(draft.path() / kSummary).rdbuf();
  draft.publish();
  std::cout << summary.str() << "\nResults: " << folder.string() << "\n";
  return code;
}

}  // namespace starnuma::app
