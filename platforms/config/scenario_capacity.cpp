// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/scenario_capacity.h"

#include "platforms/config/scenario_items.h"

namespace starnuma::config {
namespace {

constexpr const char* kKey = "dynamic_capacity";

}  // namespace

std::vector<ScenarioCapacity> capacity_of(const Node& file, Diagnostics& diagnostics) {
  return scenario_items<ScenarioCapacity>(
      file, kKey, "event", "events, " + FieldText<CapacityEvent>::expected(), diagnostics);
}

std::string yaml_of(const std::vector<ScenarioCapacity>& capacity) {
  return yaml_of_items(kKey, "event", capacity);
}

}  // namespace starnuma::config
