// SPDX-License-Identifier: Apache-2.0
// compare: machines side by side, relative to the first one.
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/app/runs/contest.h"

namespace starnuma::app {

int run_compare(const Arguments& arguments) {
  const std::string& workload = arguments.positional.back();
  std::vector<Entrant> machines;
  for (std::size_t m = 0; m + 1 < arguments.positional.size(); ++m) {
    ExperimentRequest request = request_of(arguments, arguments.positional[m]);
    request.workload = workload;
    Experiment experiment = prepare(request);
    machines.push_back({experiment.machine_name, request, experiment});
  }
  make_unique(machines);
  return run_contest(arguments, "starnuma.contest.compare",
                     folder_of(arguments, folder_name("compare", workload)), machines,
                     seeds_of(arguments, "compare", machines[0].experiment.seed));
}

}  // namespace starnuma::app
