// SPDX-License-Identifier: Apache-2.0
// describe and list: look before running.
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/command.h"
#include "platforms/app/describe.h"
#include "platforms/app/experiment.h"
#include "platforms/app/open_machine.h"
#include "platforms/config/resolve.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;

int run_describe(const Arguments& arguments) {
  std::vector<std::string> sets;
  if (arguments.has("set")) sets = arguments.get<std::vector<std::string>>("set");
  const OpenedMachine target = open_machine(arguments.positional[0], sets);
  const MachineConfig& machine = target.machine;
  const int scale = arguments.get<int>("scale");
  if (arguments.has("json") && arguments.has("dot")) {
    throw base::InputError("describe: expected one of --json and --dot, found both");
  }
  const assembly::Unloaded unloaded(machine);
  const Described described{target.experiment.machine.name, target.experiment.machine.summary,
                            machine, unloaded, scale};
  std::cout << (arguments.has("json")  ? describe_json(described)
                : arguments.has("dot") ? describe_dot(described)
                                       : describe_text(described));
  return 0;
}

int run_list(const Arguments& arguments) {
  const std::string what = arguments.positional.empty() ? "" : arguments.positional[0];
  if (!what.empty() && what != "machines" && what != "workloads") {
    throw base::InputError("list: unknown list \"" + what + "\", expected machines or workloads");
  }
  if (what != "workloads") {
    std::cout << "Machines\n";
    for (const auto& machine : config::list_machines(platforms_folder())) {
      std::cout << "  " << std::left << std::setw(26) << machine.name << machine.summary << "\n";
    }
  }
  if (what != "machines") {
    std::cout << (what.empty() ? "\n" : "") << "Workloads\n";
    for (const auto& workload : stimulus::workloads()) {
      std::cout << "  " << std::left << std::setw(16) << workload.name << workload.sentence << "\n"
                << std::string(18, ' ') << workload.options << "\n";
    }
  }
  return 0;
}

}  // namespace starnuma::app
