// SPDX-License-Identifier: Apache-2.0
// run: one run, or a sweep of them.
#include <fstream>
#include <iostream>

#include "platforms/app/child.h"
#include "platforms/app/command.h"
#include "platforms/app/result_folder.h"
#include "platforms/app/run_request.h"
#include "platforms/app/sweep.h"

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
  const Experiment experiment = prepare(request, std::move(target));
  const fs::path folder =
      arguments.has("output")
          ? fs::path(arguments.get<std::string>("output"))
          : fs::path("results") / folder_name(experiment.machine_name, experiment.workload);
  claim_folder(folder);
  const int code = run_jobs({{experiment, folder}});
  if (!fs::exists(folder / "summary.txt")) return code;
  std::cout << std::ifstream(folder / "summary.txt").rdbuf() << "\nResults: " << folder.string()
            << "\n";
  return code;
}

}  // namespace starnuma::app
