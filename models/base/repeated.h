// SPDX-License-Identifier: Apache-2.0
// Several boxes of one kind, alike but for named exceptions: `count:` and `overrides:` in YAML.
//
// Contract: element i is `overrides[i]` where there is one, else `each`; overrides are whole
// elements whose index is below `count`. T holds no Repeated of its own.
#pragma once

#include <map>

namespace starnuma::base {

template <class T>
struct Repeated {
  int count = 0;
  T each{};
  std::map<int, T> overrides;

  /// Element `i`, from 0 to count - 1.
  const T& operator[](int i) const {
    const auto own = overrides.find(i);
    return own == overrides.end() ? each : own->second;
  }
};

}  // namespace starnuma::base
