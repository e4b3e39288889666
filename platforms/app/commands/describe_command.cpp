// SPDX-License-Identifier: Apache-2.0
// describe and list: inspection before a run.
#include <algorithm>
#include <boost/json.hpp>
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "platforms/analysis/describe.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/bench/reachable_bandwidth.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/resolve.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;

namespace {

/// Returns the width of a column that holds every name and a gap.
template <class Named>
int column_of(const std::vector<Named>& all) {
  std::size_t longest = 0;
  for (const Named& one : all) longest = std::max(longest, one.name.size());
  return static_cast<int>(longest) + 2;
}

/// Returns the document of `list` for machines, workloads, or both if `what` is empty.
boost::json::object listed(const std::string& what) {
  boost::json::object all;
  if (what != "workloads") {
    boost::json::array& machines = all["machines"].emplace_array();
    for (const auto& machine : config::list_machines(platforms_folder())) {
      machines.push_back({{"name", machine.name}, {"summary", machine.summary}});
    }
  }
  if (what != "machines") {
    boost::json::array& workloads = all["workloads"].emplace_array();
    for (const auto& workload : stimulus::workloads()) {
      workloads.push_back(
          {{"name", workload.name}, {"summary", workload.sentence}, {"options", workload.options}});
    }
    for (const ShippedTrace& trace : shipped_traces()) {
      workloads.push_back({{"name", "trace:" + trace.name}, {"summary", sentence_of(trace)}});
    }
  }
  return all;
}

}  // namespace

int run_describe(const Arguments& arguments) {
  std::vector<std::string> sets;
  sets = arguments.texts("set");
  const OpenedMachine target = open_machine(arguments.positional[0], sets);
  const MachineConfig& machine = target.machine;
  const int scale = arguments.get<int>("scale");
  if (arguments.has("json") && arguments.has("dot")) {
    throw base::InputError("describe: expected one of --json and --dot, found both");
  }
  const analysis::Unloaded unloaded(machine);
  const analysis::Described described{target.experiment.machine.name,
                                      target.experiment.machine.summary,
                                      machine,
                                      unloaded,
                                      scale,
                                      ReachableBandwidth()};
  std::cout << (arguments.has("json")  ? analysis::describe_json(described)
                : arguments.has("dot") ? analysis::describe_dot(described)
                                       : analysis::describe_text(described));
  return 0;
}

int run_list(const Arguments& arguments) {
  const std::string what = arguments.positional.empty() ? "" : arguments.positional[0];
  const bool all = arguments.positional.empty();
  if (!all && what != "machines" && what != "workloads") {
    throw base::InputError("list: unknown list \"", what, "\", expected machines or workloads");
  }
  if (wants_json(arguments)) {
    print_json(listed(what));
    return 0;
  }
  if (what != "workloads") {
    const auto machines = config::list_machines(platforms_folder());
    const int width = column_of(machines);
    std::cout << "Machines\n";
    for (const auto& machine : machines) {
      std::cout << "  " << std::left << std::setw(width) << machine.name << machine.summary << "\n";
    }
  }
  if (what != "machines") {
    std::cout << (all ? "\n" : "") << "Workloads\n";
    const int width = column_of(stimulus::workloads());
    for (const auto& workload : stimulus::workloads()) {
      std::cout << "  " << std::left << std::setw(width) << workload.name << workload.sentence
                << "\n"
                << std::string(2 + static_cast<std::size_t>(width), ' ') << workload.options
                << "\n";
    }
    for (const ShippedTrace& trace : shipped_traces()) {
      std::cout << "  " << std::left << std::setw(width) << "trace:" + trace.name
                << sentence_of(trace) << "\n";
    }
  }
  return 0;
}

}  // namespace starnuma::app
