// SPDX-License-Identifier: Apache-2.0
// schema: reference data of configuration files and results for editors and readers.
#include <iostream>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/bench/bench_pool_file.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/commands/declared_statistics.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/results/faults_page.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/parameters.h"
#include "platforms/config/schema.h"

namespace starnuma::app {
namespace {

/// Machine whose values the page shows first: the published one at full size.
constexpr const char* kParametersOf = "starnuma16_full";

std::vector<config::ResolvedMachine> shipped_machines() {
  std::vector<config::ResolvedMachine> machines;
  const auto platforms = platforms_folder();
  machines.push_back(config::open_target(kParametersOf, {}, platforms).machine);
  for (const auto& machine : config::list_machines(platforms)) {
    machines.push_back(config::open_target(machine.name, {}, platforms).machine);
  }
  return machines;
}

}  // namespace

int run_schema(const Arguments& arguments) {
  if (arguments.has("parameters") + arguments.has("statistics") + arguments.has("faults") > 1) {
    throw base::InputError("schema: expected one of --parameters, --statistics and --faults");
  }
  if (arguments.has("faults")) {
    std::cout << faults_page();
  } else if (arguments.has("statistics")) {
    std::cout << declared_statistics().page();
  } else if (arguments.has("parameters")) {
    std::cout << config::parameters_page(config::all_fields<assembly::MachineConfig>(),
                                         shipped_machines());
  } else {
    std::cout << config::json_schema<assembly::MachineConfig>(
        {{"pool_bench", pool_bench_properties()}});
  }
  return 0;
}

}  // namespace starnuma::app
