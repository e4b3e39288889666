// SPDX-License-Identifier: Apache-2.0
// The threads of one program: their barrier, the order of their posts, and the start of the
// measured window.
//
// Contract: the barrier's counter and generation are real lines of the program's memory, so
// arriving and leaving cost real coherence traffic; spinning in between costs nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <systemc>

#include "models/base/arena.h"
#include "models/protocol/access_error.h"

namespace starnuma::core {

/// Thrown out of a thread whose program is to stop, perhaps from inside an access, which has not
/// happened then.
struct ProgramStopped : protocol::AccessError {
  ProgramStopped() : AccessError("its program is to stop") {}
};

class Team {
 public:
  /// `lines` holds two cache lines: the counter, and the generation one line further.
  Team(int threads, base::SimArray<std::uint64_t> lines) : threads_(threads), lines_(lines) {}

  static constexpr std::uint64_t kCounter = 0;
  static constexpr std::uint64_t kGeneration = base::kLineBytes / sizeof(std::uint64_t);
  static constexpr std::uint64_t kWords = 2 * kGeneration;

  int threads() const { return threads_; }
  /// All threads have left and come again, to memory that has been built anew.
  void restart(base::SimArray<std::uint64_t> lines) {
    lines_ = lines;
    left_ = 0;
    posted_ = 0;
    early_.clear();
  }
  const base::SimArray<std::uint64_t>& lines() const { return lines_; }
  /// Barriers passed so far; the event says that it has grown.
  std::uint64_t rounds() const { return rounds_; }
  sc_core::sc_event& released() { return released_; }
  void release() {
    ++rounds_;
    released_.notify();
  }

  /// Post `number` is made: posts are numbered from 0 on, each is made once, in any order.
  void post(std::uint64_t number) {
    early_.insert(number);
    for (; early_.erase(posted_) > 0; ++posted_) progress_.notify();
  }
  /// All posts below this number have been made; the event says that it has grown.
  std::uint64_t posted() const { return posted_; }
  sc_core::sc_event& posted_event() { return progress_; }

  /// All threads leave what they do, from where they next wait or let others catch up.
  void stop() {
    stopped_ = true;
    released_.notify();
    progress_.notify();
  }
  bool stopped() const { return stopped_; }
  /// Throws ProgramStopped where the program is to stop.
  void go_on() const {
    if (stopped_) throw ProgramStopped();
  }

  /// A thread has done its share.
  void leave() {
    if (++left_ == threads_) on_finished();
  }

  /// Called when a thread opens the measured window.
  std::function<void()> on_begin_measurement = [] {};
  /// Called when the last thread has done its share.
  std::function<void()> on_finished = [] {};

 private:
  int threads_;
  base::SimArray<std::uint64_t> lines_;
  std::uint64_t rounds_ = 0;
  int left_ = 0;
  bool stopped_ = false;
  sc_core::sc_event released_{sc_core::sc_gen_unique_name("released")};
  std::uint64_t posted_ = 0;
  std::set<std::uint64_t> early_;  ///< Posts made before one below them.
  sc_core::sc_event progress_{sc_core::sc_gen_unique_name("progress")};
};

}  // namespace starnuma::core
