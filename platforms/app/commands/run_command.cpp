// SPDX-License-Identifier: Apache-2.0
// run: one run, or a sweep of them.
#include <fstream>
#include <iostream>
#include <sstream>

#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/experiments/sweep.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/draft_folder.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_files.h"

namespace starnuma::app {

namespace fs = std::filesystem;

int run_run(const Arguments& arguments) {
  ExperimentRequest request = request_of(arguments, arguments.positional[0]);
  if (arguments.positional.size() > 1) request.workload = arguments.positional[1];
  request.waves = wave_request(arguments);
  Target target = open_target(request.target, request.sets);
  if (target.experiment.sweep && target.diagnostics.noted() == 0) {
    const fs::path name = fs::path("results") / fs::path(request.target).stem();
    return run_sweep(
        request, target,
        arguments.has("output") ? fs::path(arguments.get<std::string>("output")) : name);
  }
  Experiment experiment = prepare(request, std::move(target));
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
