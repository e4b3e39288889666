// SPDX-License-Identifier: Apache-2.0
// LLC misses by interval of simulated time.
//
// Contract:
// - begin() starts the measurement window and discards earlier data.
// - A miss counts in the interval in which its data arrived. It is in flight from its request until
//   then, independent of the order of calls.
// - intervals(end) returns all intervals up to `end`. Later arrivals count in the last one, so sums
//   over intervals equal sums over the window.
#pragma once

#include <array>
#include <vector>

#include "models/base/quantities.h"
#include "models/kernel/miss_observer.h"

namespace starnuma::observers {

class MissTimeline : public kernel::MissObserver {
 public:
  struct Interval {
    std::array<std::int64_t, accounting::kMostAccessClasses> misses{};
    std::int64_t latency_ps = 0;  ///< Latency of the misses that arrived.
    std::int64_t queue_ps = 0;    ///< Contention part of `latency_ps`.
    std::int64_t pending_ps = 0;  ///< Time from request to data within the interval, of all misses.
    std::int64_t outstanding_ps = 0;  ///< Time in an MSHR within the interval, of all misses.

    Interval& operator+=(const Interval& other);
    std::int64_t count() const;
  };

  /// Precondition: `length` > 0.
  explicit MissTimeline(base::Time length) : length_(length.ps()) {}

  void begin(base::Time start) {
    start_ = start.ps();
    intervals_.clear();
  }
  void on_miss(const kernel::Miss& miss) override;
  /// Returns the intervals up to `end`; the last one may be shorter. Returns none if the window is
  /// empty.
  std::vector<Interval> intervals(base::Time end) const;

 private:
  Interval& at(std::int64_t index);
  /// Adds the time from `begin` to `end` to the intervals that it falls into.
  void spread(std::int64_t begin, std::int64_t end, std::int64_t Interval::*sum);

  std::int64_t length_;
  std::int64_t start_ = 0;
  std::vector<Interval> intervals_;
};

}  // namespace starnuma::observers
