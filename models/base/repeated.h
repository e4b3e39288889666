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
};

}  // namespace starnuma::base
