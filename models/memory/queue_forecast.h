// SPDX-License-Identifier: Apache-2.0
// Waits of accesses whose schedule is not known yet, if the data bus serves them in order.
//
// Contract: the bus serves one access per spacing(), the mean distance that observe() found between
// accesses that waited, without refreshes. Calls of expect() may have any order of time, but no
// time before `horizon`.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"
#include "models/timing/busy_window.h"

namespace starnuma::memory {

class QueueForecast {
 public:
  /// `shortest`: least distance of two column commands. `refresh`: distances from this length on
  /// hold a refresh.
  QueueForecast(base::Time shortest, base::Time refresh)
      : refresh_(refresh), spacing_(shortest), sum_(shortest.ps()) {}

  /// Returns the wait of an access that arrives at `at`, behind those that arrive earlier.
  base::Time expect(base::Time at, base::Time horizon) {
    return window_.book(at, spacing_, horizon);
  }
  /// Returns the wait that expect() would return, without a booking.
  base::Time peek(base::Time at) const {
    return spacing_ * static_cast<std::int64_t>(window_.unserved(at));
  }
  base::Time spacing() const { return spacing_; }
  /// Adds the distance between an access that waited and the previous access.
  void observe(base::Time distance) {
    if (distance >= refresh_) return;
    sum_ += distance.ps();
    if (++count_ == kSamples) {
      sum_ /= 2;
      count_ /= 2;
    }
    spacing_ = base::Time(sum_ / count_);
  }

 private:
  static constexpr std::int64_t kSamples = 256;

  base::Time refresh_;
  base::Time spacing_;
  std::int64_t sum_;  ///< Distances of the last accesses that waited, in picoseconds.
  std::int64_t count_ = 1;
  timing::BusyWindow window_;
};

}  // namespace starnuma::memory
