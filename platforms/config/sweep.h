// SPDX-License-Identifier: Apache-2.0
// Sweep of an experiment: one field of its machine takes one value after another.
//
//   sweep: {field: pool.device.snoop_filter_size, values: [4 MiB, 2 MiB]}
//
// `also:` names a field that takes the same values.
//
// Contract: problems are noted at their locations in the file. The reader of a point's machine
// checks that the field exists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

struct Sweep {
  static constexpr int kMostValues = 256;

  std::string field;
  std::string also;  ///< Empty: none.
  std::vector<Node> values;

  /// Returns the part of a folder's name for value `i`; unique among the values.
  std::string label(std::size_t i) const;
  /// Applies value `i` to a machine.
  void apply(std::size_t i, Node& machine, const Catalog& catalog, Diagnostics& diagnostics) const;
};

/// Reads the sweep of an experiment's file; nothing if it is absent or invalid.
std::optional<Sweep> sweep_of(const Node& experiment, Diagnostics& diagnostics);

}  // namespace starnuma::config
