// SPDX-License-Identifier: Apache-2.0
// Sharers of regions over the last phases. A scaled phase is shorter than a published one, so fewer
// sockets access a region in it.
//
// Contract: all calls have the same number of regions. Counts of misses are those of the last
// phase.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/placement/knowledge.h"

namespace starnuma::placement {

class RecentSharers {
 public:
  /// Remembers `phases` phases, the current one included; at least 1.
  explicit RecentSharers(int phases) : phases_(static_cast<std::size_t>(phases)) {}

  int phases() const { return static_cast<int>(phases_); }
  /// Adds the sharers of the phases before to those of the phase that has ended.
  void add_to(std::vector<RegionUse>& uses);

 private:
  std::size_t phases_;
  std::deque<std::vector<std::uint32_t>> before_;  ///< Sharers of the phases before, by region.
};

}  // namespace starnuma::placement
