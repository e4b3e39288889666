// SPDX-License-Identifier: Apache-2.0
// The slowest misses of a run, so that every run can say afterwards which accesses to look at.
//
// Contract: watches, never drives; reset() opens a measured window. Of equally slow misses the
// earlier transaction stays. Costs one comparison per miss that is not among them.
#pragma once

#include <vector>

#include "models/observers/miss_record.h"

namespace starnuma::observers {

class WorstMisses : public kernel::MissObserver {
 public:
  /// Keeps the slowest `most`, at least one.
  explicit WorstMisses(std::size_t most) : most_(most) {}

  void on_miss(const kernel::Miss& miss) override {
    if (__builtin_expect(miss.latency > bound_, 0)) enter(miss);
  }
  void reset() {
    heap_.clear();
    bound_ = base::Time(-1);
  }

  /// Slowest first; of equals the earlier transaction first.
  std::vector<MissRecord> sorted() const;

 private:
  void enter(const kernel::Miss& miss);

  std::size_t most_;
  std::vector<MissRecord> heap_;  ///< The fastest of them at the front.
  base::Time bound_{-1};          ///< Its latency once there are `most_`.
};

}  // namespace starnuma::observers
