// SPDX-License-Identifier: Apache-2.0
// Halts of a thread by another process. The thread halts where it is next safe to do so: at once if
// it rests, which is when it waits for its team or has ended.
#pragma once

#include <functional>
#include <systemc>
#include <utility>

#include "models/kernel/now.h"

namespace starnuma::core {

class Halts {
 public:
  // Calls of another process.
  /// Requests a halt. Calls `then` once the thread is halted.
  void request(std::function<void()> then) {
    then_ = std::move(then);
    if (resting_) take();
  }
  /// Ends the halt.
  void end() {
    taken_ = false;
    kernel::notify_next_delta(over_);
  }

  // Calls of the thread.
  /// Begins a rest, with a requested halt.
  void rest() {
    resting_ = true;
    if (then_) take();
  }
  void end_rest() { resting_ = false; }
  void rest_until(const sc_core::sc_event& event) {
    rest();
    sc_core::wait(event);
    end_rest();
  }
  /// Returns true if the thread is to wait: a halt is requested or taken.
  bool pending() const { return static_cast<bool>(then_) || taken_; }
  /// Waits for the end of the pending halt. Takes a requested halt after `settle()`.
  template <class Settle>
  void wait(const Settle& settle) {
    if (then_) {
      settle();
      take();
    }
    while (taken_) sc_core::wait(over_);
  }

 private:
  void take() {
    taken_ = true;
    std::exchange(then_, {})();
  }

  std::function<void()> then_;  ///< Callback of a requested halt; empty if none is requested.
  bool taken_ = false;          ///< The thread is halted.
  bool resting_ = false;
  sc_core::sc_event over_{sc_core::sc_gen_unique_name("over")};
};

}  // namespace starnuma::core
