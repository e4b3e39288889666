// SPDX-License-Identifier: Apache-2.0
// Congestion of a head's link towards its host, as QoS telemetry measures it: the share of the last
// 100 samples in which a message waited for the link (CXL 3.1, 3.3.4).
//
// Contract: sent() receives the messages in order of time. The link is a queue with the service
// times of its rate; stalls for credits are not included. Samples lie at multiples of `interval`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "models/base/quantities.h"

namespace starnuma::pool {

class EgressMeter {
 public:
  static constexpr int kSamples = 100;

  explicit EgressMeter(base::Time interval) : interval_(interval) {}

  /// A message leaves for the link at `now` and occupies it for `service`.
  void sent(base::Time now, base::Time service) {
    if (now < free_at_) {
      if (!waits_.empty() && waits_.back().end >= now) {
        waits_.back().end = free_at_;
      } else {
        waits_.push_back({now, free_at_});
      }
    }
    free_at_ = std::max(now, free_at_) + service;
  }

  /// Returns the percentage of the samples up to `now` in which a message waited.
  int percent(base::Time now) {
    const std::int64_t last = now.ps() / interval_.ps();
    const std::int64_t first = last - kSamples + 1;
    while (!waits_.empty() && waits_.front().end.ps() <= first * interval_.ps()) waits_.pop_front();
    std::int64_t samples = 0;
    for (const Wait& wait : waits_) {
      samples += std::min(last + 1, from(wait.end)) - std::max(first, from(wait.begin));
    }
    return static_cast<int>(samples * 100 / kSamples);
  }

 private:
  struct Wait {
    base::Time begin;
    base::Time end;
  };

  /// Returns the number of the first sample at or after a time.
  std::int64_t from(base::Time time) const {
    return (time.ps() + interval_.ps() - 1) / interval_.ps();
  }

  base::Time interval_;
  base::Time free_at_;
  std::deque<Wait> waits_;  ///< Intervals in which a message waited, in order.
};

}  // namespace starnuma::pool
