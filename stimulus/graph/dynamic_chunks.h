// SPDX-License-Identifier: Apache-2.0
// Chunks of a loop that are assigned to threads dynamically (OpenMP's schedule(dynamic, n)).
//
// Contract: every thread has its own DynamicChunks over the same counter. A loop consists of
// `for_each` by all threads, a barrier, and `close` by all threads before the next barrier.
#pragma once

#include <algorithm>
#include <cstdint>

#include "stimulus/costs.h"
#include "stimulus/range.h"
#include "stimulus/step_counter.h"

namespace starnuma::stimulus {

class DynamicChunks {
 public:
  DynamicChunks(const base::SimArray<std::uint64_t>& counters, std::uint64_t index)
      : counter_(counters, index) {}

  /// Calls body(part) for chunks of `chunk` elements of [0, size); `cost` is the cost of acquiring
  /// one.
  template <class Thread, class Body>
  void for_each(Thread& thread, std::uint64_t size, std::uint64_t chunk, const LoopCost& cost,
                Body body) {
    for (;;) {
      thread.synchronise();
      spend(thread, cost);
      const std::uint64_t begin = counter_.add(thread, 1) * chunk;
      if (begin >= size) return;
      body(Range{begin, std::min(begin + chunk, size)});
    }
  }
  template <class Thread>
  void close(Thread& thread) {
    counter_.total(thread);
  }

 private:
  StepCounter counter_;
};

}  // namespace starnuma::stimulus
