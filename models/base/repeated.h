// SPDX-License-Identifier: Apache-2.0
// Several components of one kind with the same parameters except for overrides: `count:` and
// `overrides:` in YAML.
//
// Contract:
// - Element i is `overrides[i]` if that exists, else `each`.
// - Overrides are complete elements; their indices are below `count`.
// - T does not contain a Repeated.
#pragma once

#include <map>
#include <string>

namespace starnuma::base {

template <class T>
struct Repeated {
  int count = 0;
  T each{};
  std::map<int, T> overrides;

  /// Returns element `i`, from 0 to count - 1.
  const T& operator[](int i) const {
    const auto own = overrides.find(i);
    return own == overrides.end() ? each : own->second;
  }
  /// Returns the path of the keys of element `i` in YAML, such as "pool." or "pool.overrides.1.";
  /// `list` is the key of all elements.
  std::string path_of(const std::string& list, int i) const {
    return list + (overrides.count(i) == 0 ? "." : ".overrides." + std::to_string(i) + ".");
  }
  /// Calls `visit(path, element)` once for all elements without an override, and for each override.
  template <class Visit>
  void each_config(const std::string& list, const Visit& visit) const {
    if (static_cast<int>(overrides.size()) < count) visit(list + ".", each);
    for (const auto& [i, own] : overrides) visit(path_of(list, i), own);
  }
};

}  // namespace starnuma::base
