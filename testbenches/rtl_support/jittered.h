// SPDX-License-Identifier: Apache-2.0
// Events that wait for their cycle, in the order in which they came; each may be late by some
// cycles at random, so that events of different queues meet in one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "models/base/random.h"

namespace starnuma::testbenches {

/// How a stream is replayed with overlap.
struct Overlap {
  std::uint64_t seed = 1;
  std::int64_t longest_gap = 2;  ///< Cycles in which nothing happens.
  std::uint64_t latest = 6;      ///< Cycles by which an event may be late.
  std::uint64_t stall_percent = 25;
};

template <class Event>
class Jittered {
 public:
  void push(std::int64_t cycle, const Event& event) {
    last_ = std::max(last_, cycle);
    waiting_.push_back({last_, event});
  }
  bool due(std::int64_t cycle) const {
    return !waiting_.empty() && waiting_.front().cycle <= cycle;
  }
  const Event& front() const { return waiting_.front().event; }
  void pop() { waiting_.pop_front(); }
  bool empty() const { return waiting_.empty(); }

 private:
  struct Waiting {
    std::int64_t cycle;
    Event event;
  };
  std::deque<Waiting> waiting_;
  std::int64_t last_ = 0;
};

}  // namespace starnuma::testbenches
