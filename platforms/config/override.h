// SPDX-License-Identifier: Apache-2.0
// One --set a.b.c=VALUE, or one value of a sweep, applied to a resolved machine.
//
// Contract:
// - VALUE is read as a YAML scalar whose location is the option; a sweep's value keeps its
//   location.
// - Missing mappings on the path are created, so that the reader reports a misspelt key as usual.
// - A number selects an existing entry of a list; a.b.part=NAME applies a part to a.b, and
//   method=NAME replaces `method` by a part.
// - A malformed option throws ConfigError.
#pragma once

#include <string>
#include <vector>

#include "platforms/config/catalog.h"
#include "platforms/config/node.h"

namespace starnuma::config {

class Override {
 public:
  explicit Override(const std::string& text);
  Override(const std::string& path, Node value);

  void apply(Node& tree, const Catalog& catalog, Diagnostics& diagnostics) const;

 private:
  std::vector<std::string> holder_;  ///< path of the mapping or list that holds the key
  std::string key_;
  Node value_;
};

}  // namespace starnuma::config
