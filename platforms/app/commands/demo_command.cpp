// SPDX-License-Identifier: Apache-2.0
// demo: baseline and pool with this platform's core, and both as published.
#include "platforms/app/commands/campaign.h"
#include "platforms/app/experiments/contest.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/results/summary.h"

namespace starnuma::app {

int run_demo(const Arguments& arguments) {
  std::vector<Entrant> machines;
  const auto add = [&](const std::string& name) {
    ExperimentRequest request = request_of(arguments, name);
    request.workload = arguments.get<std::string>("workload");
    Experiment experiment = prepare(request);
    machines.push_back({experiment.machine_name, request, experiment});
  };
  add("baseline16");
  if (!keeps_first_touch(machines[0].experiment)) add("baseline16_first_touch");
  add("starnuma16_t16");
  const std::size_t ours = machines.size();
  add("published16");
  add("published16_t16");
  return run_contest(arguments, "starnuma.contest.demo", arguments.get<std::string>("output"),
                     machines, seeds_of(arguments, "demo", machines[0].experiment.seed),
                     {{"ours", ours}});
}

}  // namespace starnuma::app
