// SPDX-License-Identifier: Apache-2.0
// The `sweep:` of an experiment: one field of its machine, given one value after another.
//
//   sweep: {field: pool.device.snoop_filter_size, values: [4 MiB, 2 MiB]}
//
// `also:` names a field that takes the same values.
//
// Contract: problems are noted at their places in the file; the field is looked up by whoever reads
// the machine that a point was laid over.
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

  /// Value `i` as part of a folder's name, like that of no other value.
  std::string label(std::size_t i) const;
  /// Lays value `i` over a machine.
  void apply(std::size_t i, Node& machine, const Catalog& catalog, Diagnostics& diagnostics) const;
};

/// What the experiment's file says; nothing where it has no sweep or a wrong one.
std::optional<Sweep> sweep_of(const Node& experiment, Diagnostics& diagnostics);

}  // namespace starnuma::config
