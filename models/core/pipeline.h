// SPDX-License-Identifier: Apache-2.0
// Pipeline of a core: it executes instructions in its issue window and sends their accesses to
// memory.
//
// Contract:
// - Each load, store, locked operation and branch is one instruction.
// - Results are times in ticks at which values arrive, or tokens (pending_times.h). Passing one as
//   `after` states a true data dependence.
// - Timing: the issue window (issue_window_function.h) and the components behind the target.
// - In SystemC time the core continues while accesses are outstanding and stalls where hardware
//   would (accesses_in_time.h).
#pragma once

#include <algorithm>
#include <memory>

#include "models/core/accesses_in_time.h"
#include "models/core/branch_predictor.h"
#include "models/core/issue_window_function.h"
#include "models/core/pending_times.h"
#include "models/kernel/execution.h"
#include "models/protocol/access.h"

namespace starnuma::core {

class Pipeline {
 public:
  Pipeline(const CoreConfig& config, base::CoreId core)
      : clock_(base::ClockRatio(config.frequency, config.width)),
        core_(core),
        locked_operations_(config.locked_operations),
        window_(config, base::ClockRatio(config.frequency, config.width)),
        predictor_(config.branch_prediction) {}

  /// Selects delivery in SystemC time by `dispatcher`. Precondition: before connect().
  void deliver_in(kernel::QueuedDispatcher& dispatcher) {
    in_time_ = std::make_unique<AccessesInTime>(dispatcher, clock_, window_);
    window_.set_resolver(*in_time_);
    execution_ = kernel::Execution(dispatcher);
  }
  /// Sets the target of accesses.
  void connect(const MemoryPort& memory) {
    if (in_time_ != nullptr) in_time_->connect(memory);
    memory_ = memory.memory;
  }
  /// Sends further accesses as core `core`.
  void set_core(base::CoreId core) { core_ = core; }

  const TickClock& clock() const { return clock_; }
  /// Time of the front end: the next instruction issues then.
  Ticks now() const { return window_.now(); }
  std::int64_t instructions() const { return window_.instructions(); }

  /// Size of an access that is known not to cross lines.
  static constexpr int kWithinLine = 1;

  /// Loads `bytes` bytes from at most two lines; both parts start together.
  When load(base::VirtualAddress address, When after,
            protocol::AccessKind kind = protocol::AccessKind::kLoad, int bytes = kWithinLine) {
    window_.dispatch(1);
    window_.enter_load();
    const When done = send(address, bytes, kind, after.not_before(window_.now()), false);
    window_.load_done(done);
    return done;
  }
  /// Stores like load(). `whole_line`: the previous contents are not read.
  When store(base::VirtualAddress address, When after, protocol::AccessKind kind,
             bool whole_line = false, int bytes = kWithinLine) {
    window_.dispatch(1);
    window_.enter_store();
    const When done = send(address, bytes, kind, after.not_before(window_.now()), whole_line);
    window_.store_done(done);
    return done;
  }
  /// Executes a locked read-modify-write. By default no older access is outstanding when it starts,
  /// and no younger one starts before it completes.
  When lock(base::VirtualAddress address) {
    window_.dispatch(1);
    When done;
    if (locked_operations_ == LockedOperations::kOverlap) {
      window_.enter_load();
      done = send_line(address, protocol::AccessKind::kAtomic, When(window_.now()), false);
      window_.load_done(done);
    } else {
      done = send_line(address, protocol::AccessKind::kAtomic, window_.drained(), false);
      window_.wait_until(done);
    }
    return done;
  }
  /// Executes `instructions` non-memory instructions.
  void work(int instructions) { window_.dispatch(instructions); }
  /// Executes a conditional branch, decided by a value that arrives at `ready`; returns true if it
  /// was mispredicted.
  bool branch(std::uint32_t site, bool taken, When ready) {
    window_.dispatch(1);
    if (!predictor_.mispredicts(site, taken)) return false;
    refill(ready);
    return true;
  }
  /// Executes a mispredicted branch; returns false if prediction is perfect.
  bool mispredict(When ready) {
    window_.dispatch(1);
    if (predictor_.perfect()) return false;
    refill(ready);
    return true;
  }

  /// Refills the front end after a mispredicted branch that was resolved at `ready`.
  void refill(When ready) { window_.mispredict(ready); }
  /// Stalls until `time`.
  void stall_until(Ticks time) { window_.wait_until(When(time)); }
  /// Stalls until all earlier accesses are complete.
  void drain() { window_.wait_until(window_.drained()); }
  /// Suspends the calling thread until simulated time reaches the time of the front end.
  void catch_up() const { execution_.sleep_until(clock_.time_of(now())); }
  /// Returns when all earlier accesses are complete, after waiting for tokens, without a stall.
  Ticks drained() { return window_.known(window_.drained()); }
  /// Returns `time`, or the time of the token after waiting for it.
  Ticks known(When time) const { return window_.known(time); }

 private:
  /// Sends an access to one line; returns when its answer arrives.
  When send_line(base::VirtualAddress address, protocol::AccessKind kind, When start,
                 bool whole_line) {
    protocol::Access access;
    access.address = address;
    access.core = core_;
    access.kind = kind;
    access.dirty = whole_line;
    if (__builtin_expect(in_time_ != nullptr, 0)) return in_time_->send(access, start);
    access.issued = access.time = clock_.time_of(start.ticks());
    memory_.send(access);
    return When(clock_.ticks_of(access.time));
  }
  When send(base::VirtualAddress address, int bytes, protocol::AccessKind kind, When start,
            bool whole_line) {
    const When done = send_line(address, kind, start, whole_line);
    const base::VirtualAddress last{address.value + static_cast<std::uint64_t>(bytes) - 1};
    if (address.value >> base::kLineShift == last.value >> base::kLineShift) return done;
    return latest(done, send_line(last, kind, start, whole_line));
  }

  // Fields of a load, adjacent in the host's cache.
  kernel::Destination<protocol::Access> memory_;
  TickClock clock_;
  base::CoreId core_;
  LockedOperations locked_operations_;
  IssueWindow window_;
  BranchPredictor predictor_;
  kernel::Execution execution_;
  std::unique_ptr<AccessesInTime> in_time_;  ///< Null in immediate delivery.
};

}  // namespace starnuma::core
