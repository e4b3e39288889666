// SPDX-License-Identifier: Apache-2.0
// Team: the threads of one program, with their barrier, the order of their posts and the start of
// the measured window.
//
// Contract:
// - The barrier's counter and generation are lines of the program's memory, so arriving and leaving
//   cause coherence traffic. Spinning in between is free.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <systemc>

#include "models/base/arena.h"
#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::core {

/// Thrown out of a thread of a stopped program, possibly from inside an access. Such an access has
/// no effect.
struct ProgramStopped : protocol::AccessError {
  ProgramStopped() : AccessError("its program is to stop") {}
};

class Team {
 public:
  /// `lines` holds two cache lines: the counter, then the generation.
  Team(int threads, base::SimArray<std::uint64_t> lines) : threads_(threads), lines_(lines) {}

  static constexpr std::uint64_t kCounter = 0;
  static constexpr std::uint64_t kGeneration = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr std::uint64_t kWords = 2 * kGeneration;

  int threads() const { return threads_; }
  /// Resets the team after all threads have left, for a new run with rebuilt memory.
  void restart(base::SimArray<std::uint64_t> lines) {
    lines_ = lines;
    left_ = 0;
    posted_ = 0;
    early_.clear();
  }
  const base::SimArray<std::uint64_t>& lines() const { return lines_; }
  /// Number of barriers passed. released() is notified when it grows.
  std::uint64_t rounds() const { return rounds_; }
  sc_core::sc_event& released() { return released_; }
  void release() {
    ++rounds_;
    kernel::notify_now(released_);
  }

  /// Makes post `number`. Each number from 0 is posted once, in any order.
  void post(std::uint64_t number) {
    early_.insert(number);
    for (; early_.erase(posted_) > 0; ++posted_) kernel::notify_now(progress_);
  }
  /// Number of posts made without a gap. posted_event() is notified when it grows.
  std::uint64_t posted() const { return posted_; }
  sc_core::sc_event& posted_event() { return progress_; }

  /// Stops the program: each thread leaves at its next wait or synchronisation.
  void stop() {
    stopped_ = true;
    kernel::notify_now(released_);
    kernel::notify_now(progress_);
  }
  bool stopped() const { return stopped_; }
  /// Throws ProgramStopped if the program is stopped.
  void check_running() const {
    if (stopped_) throw ProgramStopped();
  }

  /// Records the end of a thread.
  void leave() {
    if (++left_ == threads_) on_finished();
  }

  /// Callback of a thread that opens the measured window.
  std::function<void()> on_begin_measurement = [] {};
  /// Callback of the last thread's end.
  std::function<void()> on_finished = [] {};

 private:
  int threads_;
  base::SimArray<std::uint64_t> lines_;
  std::uint64_t rounds_ = 0;
  int left_ = 0;
  bool stopped_ = false;
  sc_core::sc_event released_{sc_core::sc_gen_unique_name("released")};
  std::uint64_t posted_ = 0;
  std::set<std::uint64_t> early_;  ///< Posts made before a post with a lower number.
  sc_core::sc_event progress_{sc_core::sc_gen_unique_name("progress")};
};

}  // namespace starnuma::core
