// SPDX-License-Identifier: Apache-2.0
// Number of phases in which each page or region has moved, used to detect ping-pong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/placement/plan.h"

namespace starnuma::placement {

class MoveHistory {
 public:
  /// `unit_pages` is the number of pages of a unit: 1, or that of a region.
  explicit MoveHistory(std::uint64_t unit_pages = 1, std::vector<std::uint16_t> phases_moved = {})
      : unit_pages_(unit_pages), phases_moved_(std::move(phases_moved)) {}

  /// Sets the number of units.
  void resize(std::uint64_t units) { phases_moved_.resize(units); }
  /// Records that the unit moves in this phase.
  void note(std::uint64_t unit) { ++phases_moved_[unit]; }
  std::uint64_t phases_moved(std::uint64_t unit) const { return phases_moved_[unit]; }
  /// Returns true if the unit has moved in more than a quarter of all phases up to the current one.
  bool ping_pongs(std::uint64_t unit, int phase) const {
    return 4 * phases_moved(unit) > static_cast<std::uint64_t>(phase);
  }
  /// Removes the units of a phase's moves that were not made: all except the first `made`.
  void forget_unmade(const std::vector<Move>& moves, std::size_t made);

  /// Returns the counts by unit; recall() restores them.
  const std::vector<std::uint16_t>& all() const { return phases_moved_; }
  void recall(const std::vector<std::uint16_t>& phases_moved) { phases_moved_ = phases_moved; }

 private:
  std::uint64_t unit_pages_;
  std::vector<std::uint16_t> phases_moved_;
};

}  // namespace starnuma::placement
