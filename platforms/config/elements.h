// SPDX-License-Identifier: Apache-2.0
// Elements of repeated components that `overrides:` makes different.
//
// Contract: a key of `overrides:` is an index or an index range such as `4-7`. Its value overrides
// the fields next to `overrides:`. If keys overlap, the later one has priority.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

struct Element {
  int index;
  std::string path;  ///< path of the key with the highest priority
  Node text;         ///< all fields of the element
};

/// Returns the overridden elements of the repeated components `node` at `path`, by index. If
/// `count` is unknown because it is invalid, each key denotes only its first index.
std::vector<Element> elements_of(const Node& node, const std::string& path,
                                 std::optional<int> count, Diagnostics& diagnostics);

}  // namespace starnuma::config
