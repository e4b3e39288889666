// SPDX-License-Identifier: Apache-2.0
// Slowest misses of a run, so that every run can report the accesses to inspect.
//
// Contract: the observer is passive; reset() starts a measurement window. Among equally slow misses
// the earlier transaction is kept. A miss that is not recorded costs one comparison.
#pragma once

#include <vector>

#include "models/observers/miss_record.h"

namespace starnuma::observers {

class WorstMisses : public kernel::MissObserver {
 public:
  /// Keeps the slowest `most` misses. Precondition: `most` > 0.
  explicit WorstMisses(std::size_t most) : most_(most) {}

  void on_miss(const kernel::Miss& miss) override {
    if (__builtin_expect(miss.latency > bound_, 0)) enter(miss);
  }
  void reset() {
    heap_.clear();
    bound_ = base::Time(-1);
  }

  /// Returns the misses, slowest first; equally slow ones in order of transactions.
  std::vector<MissRecord> sorted() const;

 private:
  void enter(const kernel::Miss& miss);

  std::size_t most_;
  std::vector<MissRecord> heap_;  ///< Heap with the fastest recorded miss at the front.
  base::Time bound_{-1};          ///< Latency of the front, once there are `most_` misses.
};

}  // namespace starnuma::observers
