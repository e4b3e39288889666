// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/resolve.h"

#include <algorithm>
#include <utility>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"
#include "platforms/config/inherit.h"
#include "platforms/config/load.h"
#include "platforms/config/node_path.h"
#include "platforms/config/override.h"
#include "platforms/config/scenario_items.h"

namespace starnuma::config {
namespace {

namespace fs = std::filesystem;

/// Returns the name that a machine or experiment takes from its file.
std::string name_of(const fs::path& file, Diagnostics& diagnostics) {
  std::string name = file.stem().string();
  if (!is_name(name)) {
    diagnostics.add({file.string()}, "",
                    std::string("expected a file called ") + kNameRule + " and .yaml, not " +
                        in_quotes(file.filename().string()));
  }
  return name;
}

/// Resolves a machine written inside an experiment; `name:` overrides the name of the file.
ResolvedMachine inline_machine(Node machine, const Catalog& catalog, Diagnostics& diagnostics) {
  std::string name = fs::path(machine.origin.file).stem().string();
  if (const Node* written = machine.find("name")) {
    if (written->is_scalar() && is_name(written->text)) {
      name = written->text;
    } else {
      diagnostics.add(written->origin, "machine.name",
                      std::string("expected ") + kNameRule + ", found " + describe(*written));
    }
    machine.erase("name");
  }
  return {with_ancestors(std::move(machine), catalog, diagnostics), name, ""};
}

/// Resolves a machine with its own file, whose keys have been checked.
ResolvedMachine machine_in(Node file, const std::string& name, const Catalog& catalog,
                           Diagnostics& diagnostics) {
  const Node* summary = file.find("summary");
  const std::string sentence = summary != nullptr ? summary->text : "";
  return {with_ancestors(std::move(file), catalog, diagnostics), name, sentence};
}

ResolvedMachine incomplete_machine(const Origin& origin) {
  ResolvedMachine machine;
  machine.tree.kind = YamlKind::kMapping;
  machine.tree.origin = origin;
  machine.tree.incomplete = true;
  return machine;
}

ResolvedMachine machine_of(const Node& machine, const std::string& place, const Catalog& catalog,
                           Diagnostics& diagnostics) {
  if (machine.is_mapping()) return inline_machine(machine, catalog, diagnostics);
  const auto path = catalog.machine_named_by(machine, place, diagnostics);
  if (!path) return incomplete_machine(machine.origin);
  auto file = catalog.load(*path, "machine", machine, place, diagnostics);
  if (!file) return incomplete_machine(machine.origin);
  return machine_in(std::move(*file), name_of(*path, diagnostics), catalog, diagnostics);
}

/// Reads the text of an experiment's or scenario's field as T; returns false if the key is absent.
template <class T>
bool read_optional(const Node& file, const char* kind, std::string_view key, T& value,
                   Diagnostics& diagnostics) {
  const Node* node = file.find(key);
  if (node == nullptr) return false;
  const auto read = node->is_scalar() ? FieldText<T>::read(*node) : std::nullopt;
  if (read) {
    value = *read;
  } else {
    diagnostics.add(node->origin, join_path(kind, key),
                    "expected " + FieldText<T>::expected() + ", found " + describe(*node));
  }
  return true;
}

void refuse_other_keys(const Node& file, const char* kind, const std::vector<std::string>& keys,
                       Diagnostics& diagnostics) {
  for (const Node::Entry& entry : file.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    diagnostics.add(entry.origin, join_path(kind, entry.key),
                    diagnostics.unknown_key(entry.origin, entry.key, keys));
  }
}

/// Reads the fields common to experiments and scenarios.
Experiment common_of(const Node& file, const char* kind, Diagnostics& diagnostics) {
  Experiment experiment;
  std::string text;
  read_optional(file, kind, "summary", text, diagnostics);
  read_optional(file, kind, "source", text, diagnostics);
  experiment.inputs = scenario_items<InputFile>(
      file, "inputs", "path", "files, each with path and checksum", diagnostics, kind);
  experiment.has_seed = read_optional(file, kind, "seed", experiment.seed, diagnostics);
  return experiment;
}

void read_machine(const Node& file, const char* kind, const Catalog& catalog,
                  Experiment& experiment, Diagnostics& diagnostics) {
  if (const Node* machine = file.find("machine")) {
    experiment.machine = machine_of(*machine, join_path(kind, "machine"), catalog, diagnostics);
    return;
  }
  experiment.machine = incomplete_machine(file.origin);
  if (!file.incomplete) {
    diagnostics.add(file.origin, join_path(kind, "machine"),
                    "missing, expected a machine's name or mapping");
  }
}

Experiment experiment_of(const Node& file, const Catalog& catalog, Diagnostics& diagnostics) {
  constexpr const char* kKind = "experiment";
  refuse_other_keys(file, kKind,
                    {"kind", "summary", "source", "machine", "workload", "seed", "sweep", "inputs"},
                    diagnostics);
  Experiment experiment = common_of(file, kKind, diagnostics);
  experiment.has_workload =
      read_optional(file, kKind, "workload", experiment.workload, diagnostics);
  experiment.workload_origin = nearest_origin(file, "workload");
  experiment.sweep = sweep_of(file, diagnostics);
  read_machine(file, kKind, catalog, experiment, diagnostics);
  return experiment;
}

constexpr const char* kScenario = "scenario";

/// Reads a scenario except its machine.
Experiment scenario_of(const Node& file, Diagnostics& diagnostics) {
  refuse_other_keys(file, kScenario,
                    {"kind", "summary", "source", "machine", "seed", "repeat", "programs", "faults",
                     "dynamic_capacity", "inputs"},
                    diagnostics);
  Experiment experiment = common_of(file, kScenario, diagnostics);
  experiment.is_scenario = true;
  read_optional(file, kScenario, "repeat", experiment.repeat, diagnostics);
  experiment.programs = programs_of(file, diagnostics);
  experiment.faults = faults_of(file, diagnostics);
  experiment.capacity = capacity_of(file, diagnostics);
  experiment.workload_origin = nearest_origin(file, "programs");
  return experiment;
}

fs::path locate(const std::string& name_or_path, const Catalog& catalog) {
  if (const auto path = catalog.find(Shelf::kMachines, name_or_path)) return *path;
  if (!looks_like_path(name_or_path)) {
    throw ConfigError(catalog.unknown(Shelf::kMachines, name_or_path));
  }
  if (!file_exists(name_or_path)) throw ConfigError(one_line(name_or_path) + ": no such file");
  return name_or_path;
}

}  // namespace

Experiment resolve(Node file, const std::string& kind, const Catalog& catalog,
                   Diagnostics& diagnostics) {
  const std::string name = name_of(file.origin.file, diagnostics);
  if (kind == "experiment") return experiment_of(file, catalog, diagnostics);
  Experiment experiment;
  if (kind == kScenario) {
    experiment = scenario_of(file, diagnostics);
    read_machine(file, kScenario, catalog, experiment, diagnostics);
    return experiment;
  }
  experiment.machine = machine_in(std::move(file), name, catalog, diagnostics);
  return experiment;
}

Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog, Diagnostics& diagnostics) {
  Node file = load_file(locate(name_or_path, catalog), diagnostics);
  Experiment experiment;
  if (const auto kind = kind_of(file, {"machine", "experiment", "scenario"}, diagnostics)) {
    experiment = resolve(std::move(file), *kind, catalog, diagnostics);
  } else {
    experiment.machine = incomplete_machine(file.origin);
  }
  for (const std::string& set : sets) {
    Override(set).apply(experiment.machine.tree, catalog, diagnostics);
  }
  return experiment;
}

Experiment open_target(const std::string& name_or_path, const std::vector<std::string>& sets,
                       const Catalog& catalog) {
  Diagnostics diagnostics;
  Experiment experiment = open_target(name_or_path, sets, catalog, diagnostics);
  diagnostics.throw_if_any();
  return experiment;
}

Experiment open_programs(const fs::path& file, Diagnostics& diagnostics) {
  if (!file_exists(file.string())) throw ConfigError(one_line(file.string()) + ": no such file");
  const Node tree = load_file(file, diagnostics);
  if (!kind_of(tree, {kScenario}, diagnostics)) return {};
  return scenario_of(tree, diagnostics);
}

std::vector<MachineInfo> list_machines(const fs::path& platforms) {
  const Catalog catalog(platforms);
  Diagnostics diagnostics;
  std::vector<MachineInfo> machines;
  for (const std::string& name : catalog.names(Shelf::kMachines)) {
    const Node file = load_file(*catalog.find(Shelf::kMachines, name), diagnostics);
    if (!kind_of(file, {"machine"}, diagnostics)) continue;
    const Node* summary = file.find("summary");
    machines.push_back({name, summary == nullptr ? "" : summary->text});
  }
  diagnostics.throw_if_any();
  return machines;
}

}  // namespace starnuma::config
