// SPDX-License-Identifier: Apache-2.0
// Some of several boxes of one kind, by index: a list, or all there are.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace starnuma::base {

struct IndexSet {
  bool all = true;
  std::vector<int> listed;  ///< As written: from 0, each once; not empty unless `all`.

  /// In ascending order, of `count` boxes.
  std::vector<int> of(int count) const {
    std::vector<int> indices = listed;
    if (all) {
      indices.resize(static_cast<std::size_t>(count));
      std::iota(indices.begin(), indices.end(), 0);
    }
    std::sort(indices.begin(), indices.end());
    return indices;
  }
  friend bool operator==(const IndexSet& a, const IndexSet& b) {
    return a.all == b.all && a.listed == b.listed;
  }
};

}  // namespace starnuma::base
