// SPDX-License-Identifier: Apache-2.0
// Maps times of a recorded stream to clock cycles of a bench. Short distances are preserved, long
// gaps are shortened.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::testbenches {

inline constexpr std::int64_t kCyclePs = 416;  ///< Clock period in waves and streams.

class TimeAxis {
 public:
  /// Creates the axis from all times that will be passed to cycle_of(). No gap between two of them
  /// exceeds `longest_gap` cycles.
  TimeAxis(std::vector<base::Time> times, std::int64_t longest_gap) : times_(std::move(times)) {
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    std::int64_t cycle = 0;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      if (i > 0) cycle += std::min((times_[i] - times_[i - 1]).ps() / kCyclePs, longest_gap);
      cycles_.push_back(cycle);
    }
  }

  std::int64_t cycle_of(base::Time time) const {
    const auto at = std::lower_bound(times_.begin(), times_.end(), time);
    return cycles_[static_cast<std::size_t>(at - times_.begin())];
  }

 private:
  std::vector<base::Time> times_;
  std::vector<std::int64_t> cycles_;
};

}  // namespace starnuma::testbenches
