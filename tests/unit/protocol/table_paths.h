// SPDX-License-Identifier: Apache-2.0
// Reachability in any protocol table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace starnuma::protocol::sample {

/// Returns true if the rows lead from `from` to one of `goals` in any number of steps.
template <class Row, std::size_t rows, class State>
bool leads_to(const std::array<Row, rows>& table, State from, const std::vector<State>& goals) {
  std::vector<State> seen{from};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (std::find(goals.begin(), goals.end(), seen[i]) != goals.end()) return true;
    for (const Row& row : table) {
      const bool known = std::find(seen.begin(), seen.end(), row.next) != seen.end();
      if (row.state == seen[i] && !known) seen.push_back(row.next);
    }
  }
  return false;
}

}  // namespace starnuma::protocol::sample
