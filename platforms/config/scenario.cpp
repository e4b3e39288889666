// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/scenario.h"

#include "platforms/config/reader.h"

namespace starnuma::config {

const Origin& ScenarioProgram::origin_of(std::string_view key) const {
  const Node* value = written.find(key);
  return value != nullptr ? value->origin : written.origin;
}

std::vector<ScenarioProgram> programs_of(const Node& file, Diagnostics& diagnostics) {
  std::vector<ScenarioProgram> programs;
  const Node* list = file.find("programs");
  if (list == nullptr || !list->is_sequence() || list->items.empty()) {
    if (file.incomplete) return programs;
    diagnostics.add(list != nullptr ? list->origin : file.origin, "scenario.programs",
                    "expected a list of programs, each with a workload and the cores it runs on");
    return programs;
  }
  for (const Node& item : list->items) {
    const std::string path = "scenario.programs." + std::to_string(programs.size());
    ScenarioProgram& program = programs.emplace_back();
    program.written = item;
    Reader(item, path, diagnostics, true).read_all(program);
    if (!item.is_mapping() || item.find("workload") != nullptr) continue;
    diagnostics.add(item.origin, join_path(path, "workload"),
                    "missing, expected a workload, see starnuma list");
  }
  return programs;
}

}  // namespace starnuma::config
