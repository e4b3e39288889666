// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/experiment.h"

#include "platforms/config/field_text.h"
#include "platforms/config/scenario_items.h"
#include "platforms/config/writer.h"

namespace starnuma::app {

std::string effective_yaml(const Experiment& experiment) {
  const std::string head =
      "# SPDX-License-Identifier: Apache-2.0\n# starnuma run effective.yaml repeats this run.\n";
  const std::string machine = "machine:\n  name: " + config::yaml_scalar(experiment.machine_name) +
                              "\n" + config::to_yaml(experiment.machine, 2);
  const std::string seed = "seed: " + std::to_string(experiment.seed) + "\n" +
                           config::yaml_of_items("inputs", "path", experiment.inputs);
  if (experiment.is_scenario()) {
    return head + "kind: scenario\n" + seed +
           "repeat: " + config::FieldText<config::Repeat>::print(experiment.repeat) + "\n" +
           yaml_of(experiment.programs, experiment.machine) + config::yaml_of(experiment.faults) +
           config::yaml_of(experiment.capacity) + machine;
  }
  return head + "kind: experiment\nworkload: " + config::escaped(experiment.workload, "\\x") +
         "\n" + seed + machine;
}

}  // namespace starnuma::app
