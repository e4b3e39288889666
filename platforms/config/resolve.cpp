// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/resolve.h"

#include <algorithm>
#include <utility>

#include "models/base/nearest.h"
#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"
#include "platforms/config/inherit.h"
#include "platforms/config/load.h"
#include "platforms/config/override.h"

namespace starnuma::config {
namespace {

namespace fs = std::filesystem;

/// A machine written inside an experiment may say its own name; else it is called like the file.
ResolvedMachine inline_machine(Node machine, const Catalog& catalog) {
  std::string name = fs::path(machine.origin.file).stem().string();
  if (const Node* written = machine.find("name")) {
    if (!written->is_scalar()) {
      fail(written->origin, "machine.name", "expected text, found " + describe(*written));
    }
    name = written->text;
    machine.erase("name");
  }
  return {with_ancestors(std::move(machine), catalog), name};
}

ResolvedMachine machine_of_file(const fs::path& path, const Catalog& catalog) {
  Node file = load_file(path);
  require_kind(file, {"machine"});
  return {with_ancestors(std::move(file), catalog), path.stem().string()};
}

ResolvedMachine machine_of(const Node& machine, const Catalog& catalog) {
  if (machine.is_mapping()) return inline_machine(machine, catalog);
  return machine_of_file(catalog.machine_named_by(machine, "experiment.machine"), catalog);
}

/// The text of an experiment's field, read as T; false when the file does not have it.
template <class T>
bool read_optional(const Node& file, std::string_view key, T& value, Diagnostics& diagnostics) {
  const Node* node = file.find(key);
  if (node == nullptr) return false;
  const auto read = node->is_scalar() ? FieldText<T>::read(*node) : std::nullopt;
  if (read) {
    value = *read;
  } else {
    diagnostics.add(node->origin, join_path("experiment", key),
                    "expected " + FieldText<T>::expected() + ", found " + describe(*node));
  }
  return true;
}

Experiment experiment_of(const Node& file, const Catalog& catalog) {
  const std::vector<std::string> keys{"kind", "summary", "source", "machine", "workload", "seed"};
  Diagnostics diagnostics;
  for (const Node::Entry& entry : file.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    diagnostics.add(entry.origin, join_path("experiment", entry.key),
                    "unknown key, " + base::suggestion(entry.key, keys));
  }
  Experiment experiment;
  experiment.has_workload = read_optional(file, "workload", experiment.workload, diagnostics);
  experiment.has_seed = read_optional(file, "seed", experiment.seed, diagnostics);
  const Node* machine = file.find("machine");
  if (machine == nullptr) {
    diagnostics.add(file.origin, "experiment.machine",
                    "missing, expected a machine's name or mapping");
  }
  diagnostics.throw_if_any();
  experiment.machine = machine_of(*machine, catalog);
  return experiment;
}

fs::path locate(const std::string& name_or_path, const Catalog& catalog) {
  if (const auto path = catalog.find(Shelf::kMachines, name_or_path)) return *path;
  if (!looks_like_path(name_or_path)) {
    throw ConfigError(catalog.unknown(Shelf::kMachines, name_or_path));
  }
  if (!file_exists(name_or_path)) throw ConfigError(name_or_path + ": no such file");
  return name_or_path;
}

}  // namespace

Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const fs::path& platforms) {
  const Catalog catalog(platforms);
  const fs::path path = locate(name_or_path, catalog);
  Node file = load_file(path);
  Experiment experiment;
  if (require_kind(file, {"machine", "experiment"}) == "machine") {
    experiment.machine = {with_ancestors(std::move(file), catalog), path.stem().string()};
  } else {
    experiment = experiment_of(file, catalog);
  }
  for (const std::string& set : sets) Override(set).apply(experiment.machine.tree, catalog);
  return experiment;
}

std::vector<MachineInfo> list_machines(const fs::path& platforms) {
  const Catalog catalog(platforms);
  std::vector<MachineInfo> machines;
  for (const std::string& name : catalog.names(Shelf::kMachines)) {
    const Node file = load_file(*catalog.find(Shelf::kMachines, name));
    require_kind(file, {"machine"});
    const Node* summary = file.find("summary");
    machines.push_back({name, summary == nullptr ? "" : summary->text});
  }
  return machines;
}

}  // namespace starnuma::config
