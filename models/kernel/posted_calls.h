// SPDX-License-Identifier: Apache-2.0
// Posted calls: an agent starts each without waiting for it, and at most a fixed number of them are
// outstanding.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "models/kernel/execution.h"

namespace starnuma::kernel {

class PostedCalls {
 public:
  explicit PostedCalls(std::size_t limit) : limit_(limit) { done_.reserve(limit); }

  struct Capacity {
    base::Time time;    ///< Earliest time at which one more call can start.
    bool full = false;  ///< The limit was reached, so that the agent has to wait.
    base::Time waited;
  };
  /// Starts `call`, which returns when it is complete. Returns when the next call can start, from
  /// `time` on.
  template <class Call>
  Capacity post(const Execution& execution, base::Time time, Call call) {
    if (!execution.overlaps()) {
      done_.push_back(call());
      return booked(time);
    }
    ++in_flight_;
    execution.spawn([this, &execution, call = std::move(call)]() mutable {
      call();
      --in_flight_;
      execution.wake(for_capacity_);
    });
    const base::Time start = kernel::now();
    const bool full = execution.wait_while(for_capacity_, [&] { return in_flight_ >= limit_; });
    return {std::max(time, kernel::now()), full, kernel::now() - start};
  }

 private:
  /// Returns the capacity of calls whose completion times are known.
  Capacity booked(base::Time time) {
    const auto forget_until = [&](base::Time end) {
      const auto over = [&](base::Time done) { return done <= end; };
      done_.erase(std::remove_if(done_.begin(), done_.end(), over), done_.end());
    };
    forget_until(time);
    if (done_.size() < limit_) return {time, false, {}};
    const base::Time first = *std::min_element(done_.begin(), done_.end());
    forget_until(first);
    return {first, true, first - time};
  }

  std::size_t limit_;
  std::vector<base::Time> done_;  ///< Completion times in immediate delivery.
  std::size_t in_flight_ = 0;     ///< Number of outstanding calls in queued delivery.
  WaitingFibers for_capacity_;
};

}  // namespace starnuma::kernel
