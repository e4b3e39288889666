// SPDX-License-Identifier: Apache-2.0
// In how many phases each page, or region of pages, has moved; by it a policy sees ping-pong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/placement/plan.h"

namespace starnuma::placement {

class MoveHistory {
 public:
  /// A unit is a page, or a region of so many.
  explicit MoveHistory(std::uint64_t unit_pages = 1, std::vector<std::uint16_t> phases_moved = {})
      : unit_pages_(unit_pages), phases_moved_(std::move(phases_moved)) {}

  /// There are so many units.
  void resize(std::uint64_t units) { phases_moved_.resize(units); }
  /// The unit moves in this phase.
  void note(std::uint64_t unit) { ++phases_moved_[unit]; }
  std::uint64_t phases_moved(std::uint64_t unit) const { return phases_moved_[unit]; }
  /// A unit that moved in more than a quarter of the phases so far ping-pongs.
  bool ping_pongs(std::uint64_t unit, int phase) const {
    return 4 * phases_moved(unit) > static_cast<std::uint64_t>(phase);
  }
  /// Of a phase's moves only the first `made` were made: a unit without any did not move.
  void forget_unmade(const std::vector<Move>& moves, std::size_t made);

  /// By unit; recall() takes it back.
  const std::vector<std::uint16_t>& all() const { return phases_moved_; }
  void recall(const std::vector<std::uint16_t>& phases_moved) { phases_moved_ = phases_moved; }

 private:
  std::uint64_t unit_pages_;
  std::vector<std::uint16_t> phases_moved_;
};

}  // namespace starnuma::placement
