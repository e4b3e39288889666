// SPDX-License-Identifier: Apache-2.0
// Waits of reads that must be answered before the schedule is known, with exact sums.
//
// Contract: expect() returns the wait behind other reads (QueueForecast), without refreshes.
// settle() compares an answer with the schedule; charge() adds the difference to later answers, so
// that the sum of all answers equals the sum of all scheduled waits. One answer takes at most a
// quarter of the difference, a quarter of its own wait or the shortest spacing, whichever is
// longest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "models/base/quantities.h"
#include "models/memory/queue_forecast.h"

namespace starnuma::memory {

class ReadForecast {
 public:
  /// `shortest`: least distance of two column commands. `refresh`: distances from this length on
  /// hold a refresh.
  ReadForecast(base::Time shortest, base::Time refresh)
      : shortest_(shortest), queue_(shortest, refresh) {}

  /// Returns the wait of a read that arrives at `at` behind `waiting` reads that are not served by
  /// `horizon`.
  base::Time expect(base::Time at, base::Time horizon, std::size_t waiting) {
    const base::Time queue = horizon - at + queue_.spacing() * static_cast<std::int64_t>(waiting);
    return std::max(queue_.expect(at, horizon), queue);
  }
  base::Time peek(base::Time at) const { return queue_.peek(at); }

  /// Returns `wait` plus its share of the outstanding difference.
  base::Time charge(base::Time wait) {
    if (__builtin_expect(debt_ == 0, 1)) return wait;
    const std::int64_t owed = std::abs(debt_);
    const std::int64_t most = std::max({shortest_.ps(), owed / kPart, wait.ps() / kPart});
    const std::int64_t part = std::min(owed, most);
    const std::int64_t paid = debt_ > 0 ? part : -std::min(part, wait.ps());
    debt_ -= paid;
    return wait + base::Time(paid);
  }

  /// Records that a read which was ready at `ready` was issued at `column`; its answer assumed
  /// `answered`.
  void settle(base::Time ready, base::Time column, base::Time answered) {
    debt_ += (column - answered).ps();
    if (ready <= last_) queue_.observe(column - last_);
    last_ = column;
  }

 private:
  static constexpr std::int64_t kPart = 4;

  base::Time shortest_;
  QueueForecast queue_;
  base::Time last_;  ///< Last column command of a read.
  std::int64_t debt_ = 0;
};

}  // namespace starnuma::memory
