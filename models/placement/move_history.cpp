// SPDX-License-Identifier: Apache-2.0
#include "models/placement/move_history.h"

#include <algorithm>

namespace starnuma::placement {

void MoveHistory::forget_unmade(const std::vector<Move>& moves, std::size_t made) {
  std::vector<std::uint64_t> moved;
  std::vector<std::uint64_t> left;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    (i < made ? moved : left).push_back(moves[i].page / unit_pages_);
  }
  std::sort(moved.begin(), moved.end());
  std::sort(left.begin(), left.end());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  for (const std::uint64_t unit : left) {
    if (!std::binary_search(moved.begin(), moved.end(), unit)) --phases_moved_[unit];
  }
}

}  // namespace starnuma::placement
