// SPDX-License-Identifier: Apache-2.0
// The elements of repeated boxes that `overrides:` makes differ from the others.
//
// Contract: a key of `overrides:` is an index or a range `4-7` of them; its value is laid over the
// fields that stand beside `overrides:`. Where keys overlap, the one written later lies on top.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

struct Element {
  int index;
  std::string path;  ///< of the topmost key that names it
  Node text;         ///< all its fields
};

/// The elements that the repeated boxes `node` at `path` override, by index. With no `count`,
/// because it did not read well, each key stands for its first index only.
std::vector<Element> elements_of(const Node& node, const std::string& path,
                                 std::optional<int> count, Diagnostics& diagnostics);

}  // namespace starnuma::config
