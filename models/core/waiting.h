// SPDX-License-Identifier: Apache-2.0
// Time that a thread spends without work: in barriers and after its end.
//
// Contract:
// - Ordering: calls come in the order of the thread's clock.
// - A thread arrives when all its accesses are complete. The time before belongs to its own misses.
// - open_window() discards the time before `now`. A current wait counts from `now`.
// - `instructions` is the current number of executed instructions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantities.h"
#include "models/core/issue_window_function.h"

namespace starnuma::core {

struct Waiting {
  base::Time in_barriers;                 ///< Time from each arrival to its departure.
  base::Time after_end;                   ///< Time after the thread's end.
  std::int64_t barrier_instructions = 0;  ///< Number of instructions executed in barriers.

  Waiting& operator+=(const Waiting& other) {
    in_barriers += other.in_barriers;
    after_end += other.after_end;
    barrier_instructions += other.barrier_instructions;
    return *this;
  }
  /// Returns the difference to an earlier sample.
  Waiting since(const Waiting& before) const {
    return {in_barriers - before.in_barriers, after_end - before.after_end,
            barrier_instructions - before.barrier_instructions};
  }
};

class WaitingClock {
 public:
  /// Same sums as `Waiting`, in ticks.
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
  /// Resumes the thread after its end.
  void resume(Ticks now) {
    state_ = State::kRunning;
    sum_.after_end += std::max<Ticks>(0, now - since_);
  }
  void open_window(Ticks now, std::int64_t instructions) {
    sum_ = {};
    since_ = std::max(since_, now);
    instructions_ = instructions;
  }

  /// Returns the sums including a current wait up to `now`.
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
  Ticks since_ = 0;  ///< Start of the current state or of the window, whichever is later.
  std::int64_t instructions_ = 0;
  Sum sum_;
};

}  // namespace starnuma::core
