// SPDX-License-Identifier: Apache-2.0
// Events that wait for their cycle, in order of arrival. Each may be late by a random number of
// cycles, so that events of different queues coincide.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace starnuma::testbenches {

/// Parameters of an overlapped replay.
struct Overlap {
  std::uint64_t seed = 1;
  std::int64_t longest_gap = 2;  ///< Longest run of cycles without an event.
  std::uint64_t latest = 6;      ///< Maximum delay of an event, in cycles.
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
