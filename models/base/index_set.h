// SPDX-License-Identifier: Apache-2.0
// Subset of several components of one kind by index: a list, or all of them.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace starnuma::base {

struct IndexSet {
  bool all = true;
  /// Indices as written, from 0 and without duplicates; not empty unless `all`.
  std::vector<int> listed;

  /// Returns the indices among `count` components in ascending order.
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
