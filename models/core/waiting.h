// SPDX-License-Identifier: Apache-2.0
// Where a thread's time goes while it has nothing to run: in barriers, and after its end.
//
// Contract: told of each arrival, leaving and of the end by the thread's own clock, in their order.
// A thread has arrived when all that it has started is done: until then it waits for its own
// misses. open_window() opens a measured window at `now`: what was before is forgotten, and a
// thread that waits just then waits from there on. `instructions` are those executed so far.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantities.h"
#include "models/core/issue_window_function.h"

namespace starnuma::core {

struct Waiting {
  base::Time in_barriers;                 ///< From each arrival to its leaving.
  base::Time after_end;                   ///< With no work left.
  std::int64_t barrier_instructions = 0;  ///< Executed in barriers.

  Waiting& operator+=(const Waiting& other) {
    in_barriers += other.in_barriers;
    after_end += other.after_end;
    barrier_instructions += other.barrier_instructions;
    return *this;
  }
  /// What came since `before`.
  Waiting since(const Waiting& before) const {
    return {in_barriers - before.in_barriers, after_end - before.after_end,
            barrier_instructions - before.barrier_instructions};
  }
};

class WaitingClock {
 public:
  /// As `Waiting`, in ticks.
  struct Sum {
    Ticks in_barriers = 0;
    Ticks after_end = 0;
    std::int64_t barrier_instructions = 0;
  };

  void arrive(Ticks now, std::int64_t instructions) {
    state_ = State::kInBarrier;
    since_ = now;
    instructions_ = instructions;
  }
  void leave(Ticks now, std::int64_t instructions) {
    state_ = State::kRunning;
    sum_.in_barriers += std::max<Ticks>(0, now - since_);
    sum_.barrier_instructions += instructions - instructions_;
  }
  void end(Ticks now) {
    state_ = State::kEnded;
    since_ = now;
  }
  /// Runs on behind its end.
  void resume(Ticks now) {
    state_ = State::kRunning;
    sum_.after_end += std::max<Ticks>(0, now - since_);
  }
  void open_window(Ticks now, std::int64_t instructions) {
    sum_ = {};
    since_ = std::max(since_, now);
    instructions_ = instructions;
  }

  /// The sums, with what is under way at `now`.
  Sum until(Ticks now, std::int64_t instructions) const {
    Sum sum = sum_;
    const Ticks span = std::max<Ticks>(0, now - since_);
    if (state_ == State::kEnded) sum.after_end += span;
    if (state_ != State::kInBarrier) return sum;
    sum.in_barriers += span;
    sum.barrier_instructions += instructions - instructions_;
    return sum;
  }

 private:
  enum class State : std::uint8_t { kRunning, kInBarrier, kEnded };

  State state_ = State::kRunning;
  Ticks since_ = 0;  ///< In this state, or in the window.
  std::int64_t instructions_ = 0;
  Sum sum_;
};

}  // namespace starnuma::core
