// SPDX-License-Identifier: Apache-2.0
// Lookup of a field's text by its key path, such as "pool.overrides.1.memory.channels".
//
// Contract: steps are keys of mappings and indices of lists. Below `overrides` an index also
// matches a range that contains it; the last written match has priority.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/base/problems.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// Key of `overrides:`, "3" or "4-7".
struct Indices {
  int first;
  int last;
};
std::optional<Indices> indices_of(std::string_view key);

/// Returns the value at `path` below `mapping`, or null.
const Node* find_path(const Node& mapping, std::string_view path);

/// Returns the location of the value at `path`. For an element of repeated components without its
/// own value, returns that of the common value; otherwise that of the nearest enclosing mapping.
Origin nearest_origin(const Node& mapping, std::string_view path);

/// Returns the path of a problem that the user wrote most directly: in an option, in the file of
/// `mapping`, or elsewhere; the first one on ties.
const std::string& nearest_path(const Node& mapping, const base::Problem& problem);

}  // namespace starnuma::config
