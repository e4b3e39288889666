// SPDX-License-Identifier: Apache-2.0
// demo: baseline and pool with this platform's core, and both as published.
#include <filesystem>
#include <iostream>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/commands/demo_workloads.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/results/summary.h"
#include "platforms/app/runs/contest.h"

namespace starnuma::app {

namespace {

namespace fs = std::filesystem;

/// Compares the machines of the demo. A quick comparison is named as such.
int compare(const Arguments& arguments, const std::string& workload, const fs::path& folder,
            bool quick) {
  std::vector<Entrant> machines;
  const auto add = [&](const std::string& name) {
    ExperimentRequest request = request_of(arguments, name);
    request.workload = workload;
    Experiment experiment = prepare(request);
    machines.push_back({experiment.machine_name, request, experiment});
  };
  add("baseline16");
  if (!keeps_first_touch(machines[0].experiment)) add("baseline16_first_touch");
  add("starnuma16_t16");
  const std::size_t ours = machines.size();
  add("published16");
  add("published16_t16");
  return run_contest(arguments, "starnuma.contest.demo", folder, machines,
                     seeds_of(arguments, "demo", machines[0].experiment.seed),
                     {{"ours", ours}, {"quick", quick}});
}

}  // namespace

int run_demo(const Arguments& arguments) {
  const auto folder = arguments.text("output");
  const bool quick = arguments.has("quick"), chosen = arguments.has("workload");
  // The first call shows a table early.
  if (!quick && !chosen && !fs::exists(folder) && !arguments.has("json") &&
      !arguments.has("dry-run")) {
    if (const int code = compare(arguments, kQuickDemo, folder + "-quick", true)) return code;
    std::cout << std::endl;
  }
  const std::string workload = chosen ? arguments.text("workload") : quick ? kQuickDemo : kDemo;
  return compare(arguments, workload, folder, quick);
}

}  // namespace starnuma::app
