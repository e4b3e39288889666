// SPDX-License-Identifier: Apache-2.0
// Checks a configuration file of any kind and reports all its problems.
//
// Contract:
// - A machine is read with everything that it extends and its parts.
// - A part is read as the group that its `of:` names.
// - Files of `kind: reference` (published figures), `kind: box` (measurements of a computer),
//   `kind: plan` and `kind: pool_bench`, which other readers check, need only be valid YAML.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/inherit.h"
#include "platforms/config/load.h"
#include "platforms/config/part.h"
#include "platforms/config/reader.h"
#include "platforms/config/resolve.h"

namespace starnuma::config {

template <class Config>
void check_part(Node file, const Catalog& catalog, Diagnostics& diagnostics) {
  const auto group = part_group(file, group_paths<Config>(), diagnostics);
  if (!group) return;
  const Node body =
      part_fields(std::move(file), join_path("machine", *group), catalog, diagnostics);
  GroupVisitor reading(body, *group, diagnostics);
  Config{}.visit(reading);
}

/// Contents of a valid file of kind machine, experiment or scenario.
template <class Config>
struct Checked {
  Experiment experiment;
  Config machine;
};

/// Reads the machine of every point of the sweep.
template <class Config>
void check_sweep(const Experiment& experiment, const Catalog& catalog, Diagnostics& diagnostics) {
  const std::size_t points = experiment.sweep ? experiment.sweep->values.size() : 0;
  for (std::size_t i = 0; i < points; ++i) {
    Node machine = experiment.machine.tree;
    experiment.sweep->apply(i, machine, catalog, diagnostics);
    read<Config>(machine, diagnostics);
  }
}

/// Checks a file that has been loaded.
template <class Config>
std::optional<Checked<Config>> check_tree(Node file, const Catalog& catalog,
                                          Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.noted();
  const auto kind = kind_of(file, all_kinds(), diagnostics);
  if (!kind || *kind == "plan" || *kind == "reference" || *kind == "box" || *kind == "pool_bench") {
    return std::nullopt;
  }
  if (*kind == "part") {
    check_part<Config>(std::move(file), catalog, diagnostics);
    return std::nullopt;
  }
  Checked<Config> checked;
  checked.experiment = resolve(std::move(file), *kind, catalog, diagnostics);
  checked.machine = read<Config>(checked.experiment.machine.tree, diagnostics);
  if (diagnostics.noted() != before) return std::nullopt;
  check_sweep<Config>(checked.experiment, catalog, diagnostics);
  if (diagnostics.noted() != before) return std::nullopt;
  return checked;
}

template <class Config>
std::optional<Checked<Config>> check_file(const std::filesystem::path& path, const Catalog& catalog,
                                          Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.noted();
  Node file = load_file(path, diagnostics);
  const bool clean = diagnostics.noted() == before;
  auto checked = check_tree<Config>(std::move(file), catalog, diagnostics);
  return clean ? std::move(checked) : std::nullopt;
}

}  // namespace starnuma::config
