// SPDX-License-Identifier: Apache-2.0
// Finding the text of a field by its key path, such as "pool.overrides.1.memory.channels".
//
// Contract: steps are keys of mappings and indices of lists; below `overrides` an index is also
// found under a range of indices that holds it, the one written last first.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/base/problems.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// A key of `overrides:`, "3" or "4-7".
struct Indices {
  int first;
  int last;
};
std::optional<Indices> indices_of(std::string_view key);

/// The value at `path` below `mapping`, or null.
const Node* find_path(const Node& mapping, std::string_view path);

/// Where the value at `path` was written; for an element of repeated boxes that does not have its
/// own, where that of all was; else the place of the nearest mapping around it.
Origin nearest_origin(const Node& mapping, std::string_view path);

/// Of the paths of a problem the one that the user wrote nearest: in an option, in the file that
/// `mapping` stands in, anywhere; the first of equals.
const std::string& nearest_path(const Node& mapping, const base::Problem& problem);

}  // namespace starnuma::config
