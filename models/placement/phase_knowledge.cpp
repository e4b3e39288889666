// SPDX-License-Identifier: Apache-2.0
#include "models/placement/phase_knowledge.h"

#include <algorithm>

namespace starnuma::placement {

void forget_unmade(Plan& plan, std::uint64_t made, std::uint64_t unit_pages) {
  std::vector<std::uint64_t> moved;
  std::vector<std::uint64_t> left;
  for (std::uint64_t i = 0; i < plan.moves.size(); ++i) {
    (i < made ? moved : left).push_back(plan.moves[i].page / unit_pages);
  }
  std::sort(moved.begin(), moved.end());
  std::sort(left.begin(), left.end());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  for (const std::uint64_t unit : left) {
    if (!std::binary_search(moved.begin(), moved.end(), unit)) --plan.history.phases_moved[unit];
  }
}

}  // namespace starnuma::placement
