// SPDX-License-Identifier: Apache-2.0
// Execution: how an agent waits. An agent states what it waits for, whatever the delivery.
//
// Contract:
// - Immediate delivery: a transaction completes within the call that started it, and resources are
//   booked ahead. No call below suspends the caller, except sleep_until() and ProcessEvent, which
//   suspend the SystemC thread of an agent that runs by itself.
// - Queued delivery: the caller runs on a fiber, which these calls suspend. Other transactions
//   proceed meanwhile.
// - Waiting lists stay empty in immediate delivery.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "models/kernel/queued_dispatcher.h"

namespace starnuma::kernel {

class Execution {
 public:
  /// Constructs immediate execution.
  Execution() = default;
  /// Constructs the execution of the dispatcher's delivery. The dispatcher must outlive this
  /// object.
  explicit Execution(Dispatcher& dispatcher) : dispatcher_(dispatcher.queued()) {}

  /// Returns true if transactions overlap, so that state may change while an agent waits.
  bool overlaps() const { return __builtin_expect(dispatcher_ != nullptr, 0); }
  /// Returns the current time of a transaction that has reached `time`.
  base::Time now(base::Time time) const { return overlaps() ? kernel::now() : time; }

  /// Returns true if `outstanding` transactions may remain when a call returns: in immediate
  /// delivery none.
  bool may_remain(std::size_t outstanding) const { return overlaps() || outstanding == 0; }

  /// Suspends the caller until `time`; returns the time reached.
  base::Time wait_until(base::Time time) const {
    if (!overlaps()) return time;
    dispatcher_->wait_until(time);
    return kernel::now();
  }
  /// Suspends an agent that runs by itself until kernel time reaches `time`.
  void sleep_until(base::Time time) const {
    overlaps() ? dispatcher_->wait_until(time) : kernel::wait_until(time);
  }

  /// Suspends the caller until the next wake() of the list. Precondition: overlaps().
  void wait(WaitingFibers& list) const { list.wait(*dispatcher_); }
  /// Suspends the caller until the next wake() of `key`; returns the time that it passes.
  template <class Key>
  base::Time wait(KeyedWaitingFibers<Key>& list, Key key) const {
    return list.wait(*dispatcher_, key);
  }
  /// Suspends the caller while `blocked()`; each wake() checks again. Returns true if it waited.
  template <class Blocked>
  bool wait_while(WaitingFibers& list, const Blocked& blocked) const {
    if (!overlaps() || !blocked()) return false;
    do list.wait(*dispatcher_);
    while (blocked());
    return true;
  }
  template <class Key, class Blocked>
  void wait_while(KeyedWaitingFibers<Key>& list, Key key, const Blocked& blocked) const {
    if (!overlaps()) return;
    while (blocked()) list.wait(*dispatcher_, key);
  }
  void wake(WaitingFibers& list) const {
    if (!list.empty()) list.wake(*dispatcher_);
  }
  void wake_first(WaitingFibers& list) const {
    if (!list.empty()) list.wake_first(*dispatcher_);
  }
  template <class Key>
  void wake(KeyedWaitingFibers<Key>& list, Key key, base::Time time = {}) const {
    if (!list.empty()) list.wake(*dispatcher_, key, time);
  }

  /// Fiber of the caller; null if there is none.
  Fiber* caller() const { return overlaps() ? dispatcher_->running() : nullptr; }
  /// Suspends the caller until resume(). No effect in immediate delivery, where the awaited event
  /// has occurred within the call.
  void suspend() const {
    if (overlaps()) dispatcher_->wait();
  }
  /// Resumes a suspended fiber; no effect if it is null.
  void resume(Fiber* fiber) const {
    if (fiber != nullptr) dispatcher_->make_ready(*fiber);
  }

  /// Runs `task` in parallel with the caller: at once, or on a fiber of its own.
  void spawn(Fibers::Body task) const;
  /// Runs `work(i, start)` for each i below `count` on `lanes` concurrent lanes; returns the latest
  /// completion time. `work` returns its own completion time.
  using Work = std::function<base::Time(std::uint64_t, base::Time)>;
  base::Time side_by_side(std::uint64_t count, std::uint64_t lanes, base::Time start,
                          const Work& work) const;

 private:
  QueuedDispatcher* dispatcher_ = nullptr;  ///< Null in immediate delivery.
};

/// Resource that one caller uses at a time; others wait in order.
class Exclusive {
 public:
  void acquire(const Execution& execution) {
    if (execution.caller() == nullptr) return;
    execution.wait_while(waiting_, [&] { return taken_; });
    taken_ = true;
  }
  void release(const Execution& execution) {
    if (execution.caller() == nullptr) return;
    taken_ = false;
    execution.wake_first(waiting_);
  }

 private:
  bool taken_ = false;
  WaitingFibers waiting_;
};

/// Keys in use by callers, and the agents that wait until a key is unused. Empty in immediate
/// delivery, where a use ends within the call that began it.
template <class Key>
class KeysInUse {
 public:
  void begin(const Execution& execution, Key key) {
    if (execution.overlaps()) used_.push_back(key);
  }
  void end(const Execution& execution, Key key) {
    if (!execution.overlaps()) return;
    used_.erase(std::find(used_.begin(), used_.end(), key));
    execution.wake(waiting_);
  }
  /// Suspends the caller while the key is in use.
  void wait_until_unused(const Execution& execution, Key key) {
    execution.wait_while(waiting_,
                         [&] { return std::find(used_.begin(), used_.end(), key) != used_.end(); });
  }

 private:
  std::vector<Key> used_;
  WaitingFibers waiting_;
};

/// Event for which the processes of an agent wait: SystemC threads in immediate delivery, fibers in
/// queued delivery.
class ProcessEvent {
 public:
  void notify(const Execution& execution) {
    execution.overlaps() ? execution.wake(fibers_) : event_.notify(sc_core::SC_ZERO_TIME);
  }
  void wait(const Execution& execution) {
    execution.overlaps() ? execution.wait(fibers_) : sc_core::wait(event_);
  }

 private:
  sc_core::sc_event event_{sc_core::sc_gen_unique_name("event")};
  WaitingFibers fibers_;
};

}  // namespace starnuma::kernel
