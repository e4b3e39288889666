// SPDX-License-Identifier: Apache-2.0
// One --set a.b.c=VALUE, or one value of a sweep, laid over a resolved machine.
//
// Contract: VALUE is read as a YAML scalar whose origin is the option itself; a sweep's value keeps
// its own. Missing mappings on
// the way are created, so that a misspelt key is found by the reader like any other. A number
// selects an entry of a list that is there; a.b.part=NAME lays a part over a.b. A malformed option
// throws ConfigError.
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
