// SPDX-License-Identifier: Apache-2.0
// Hardware thread, as the simulated program sees it: loads, stores, atomics, branches, work and
// barriers.
//
// Contract:
// - Every call returns the value from host memory at once and advances the core's time.
// - A `Ready` is the arrival time of a value. Passing it as `after` states a true data dependence.
//   branch() stalls the front end until it if the branch was mispredicted.
// - Each load, store, atomic and branch is one instruction. work(n) adds n other instructions.
// - Calls by address have the same timing without data, for traces. Loads and stores may cross
//   lines; atomics may not.
// - Timing: the issue window (issue_window_function.h) and the components behind the core's memory
//   socket.
// - The core runs ahead of the current kernel time by at most the quantum, then synchronises.
// - In SystemC time the core continues while accesses are outstanding and stalls where hardware
//   would (accesses_in_time.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>

#include "models/base/arena.h"
#include "models/base/prefetch.h"
#include "models/base/wide.h"
#include "models/core/issue_window_function.h"
#include "models/core/team.h"
#include "models/core/thread_observer.h"
#include "models/core/waiting.h"
#include "models/kernel/execution.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::core {

class AccessesInTime;
struct MemoryInTime;

/// Time at which a value is available; default: the current time.
struct Ready {
  Ticks ticks = 0;
};
inline Ready latest(Ready a, Ready b) { return {max_time(a.ticks, b.ticks)}; }

template <class T>
struct Loaded {
  T value;
  Ready ready;
};

class Thread : private TokenResolver, private PendingTimes::Listener {
 public:
  /// Constructs thread `index` of the team.
  Thread(const CoreConfig& config, base::Time quantum, base::CoreId core, int index, Team& team);
  ~Thread() override;

  /// Sets the target of accesses. Precondition: before the run.
  void connect(kernel::Destination<protocol::Access> memory) { memory_ = memory; }
  /// Sets the target of accesses in SystemC time. Precondition: before the run.
  void connect(const MemoryInTime& memory, kernel::QueuedDispatcher& dispatcher);
  /// Registers an observer of all further calls; null removes it.
  void observe(ThreadObserver* observer) { observer_ = observer; }

  /// Index in the team, from 0.
  int index() const { return index_; }
  int threads() const { return team_.threads(); }

  template <class T>
  Loaded<T> load(const base::SimArray<T>& array, std::uint64_t i, Ready after = {}) {
    base::prefetch(&array.data[i]);  // lets the host fetch the value while its latency is modelled
    const Ticks done = send(array.address_of(i), protocol::AccessKind::kLoad, enter_load(after));
    window_.load_done(done);
    if (observer_ != nullptr) {
      tell(protocol::AccessKind::kLoad, array.address_of(i), sizeof(T), after, done);
    }
    const T value = array.data[i];
    keep_pace();
    return {value, {done}};
  }
  Ready load(base::VirtualAddress address, int bytes, Ready after = {}) {
    const Ticks done = send(address, bytes, protocol::AccessKind::kLoad, enter_load(after));
    window_.load_done(done);
    if (observer_ != nullptr) tell(protocol::AccessKind::kLoad, address, bytes, after, done);
    keep_pace();
    return {done};
  }

  /// `whole_line`: the element is a line, whose previous contents are not read.
  template <class T>
  void store(const base::SimArray<T>& array, std::uint64_t i, T value, Ready after = {},
             bool whole_line = false) {
    base::prefetch_to_write(&array.data[i]);
    const Ticks start = enter_store(after);
    const Ticks done = send(array.address_of(i), protocol::AccessKind::kStore, start, whole_line);
    window_.store_done(done);
    if (observer_ != nullptr) {
      tell(protocol::AccessKind::kStore, array.address_of(i), sizeof(T), after, done);
    }
    array.data[i] = value;
    keep_pace();
  }
  void store(base::VirtualAddress address, int bytes, Ready after = {}) {
    const Ticks done = send(address, bytes, protocol::AccessKind::kStore, enter_store(after));
    window_.store_done(done);
    if (observer_ != nullptr) tell(protocol::AccessKind::kStore, address, bytes, after, done);
    keep_pace();
  }

  /// Stores the whole line at `address` (x86 MOVDIR64B). The previous contents are not read.
  void store_line(base::VirtualAddress address, Ready after = {}) {
    const Ticks done = send(address, protocol::AccessKind::kStore, enter_store(after), true);
    window_.store_done(done);
    if (observer_ != nullptr) {
      tell(protocol::AccessKind::kStore, address, base::kLineBytes, after, done);
    }
    keep_pace();
  }

  /// Accesses memory past the caches (non-temporal instructions). Returns when the line has
  /// arrived, or when its home has stored it. Precondition: the line has no cached accesses.
  Ready load_uncached(base::VirtualAddress address, Ready after = {}) {
    const Ticks done = send(address, protocol::AccessKind::kUncachedLoad, enter_load(after));
    window_.load_done(done);
    keep_pace();
    return {done};
  }
  Ready store_uncached(base::VirtualAddress address, Ready after = {},
                       protocol::AccessKind kind = protocol::AccessKind::kUncachedStore) {
    const Ticks done = send(address, kind, enter_store(after));
    window_.store_done(done);
    keep_pace();
    return {done};
  }

  /// Performs a locked add; returns the previous value.
  template <class T>
  T fetch_add(const base::SimArray<T>& array, std::uint64_t i, T delta) {
    lock(array.address_of(i), sizeof(T));
    const T before = array.data[i];
    array.data[i] = static_cast<T>(before + delta);
    keep_pace();
    return before;
  }
  /// Performs a locked OR; returns the previous value.
  template <class T>
  T fetch_or(const base::SimArray<T>& array, std::uint64_t i, T bits) {
    lock(array.address_of(i), sizeof(T));
    const T before = array.data[i];
    array.data[i] = static_cast<T>(before | bits);
    keep_pace();
    return before;
  }
  /// Performs a locked compare and exchange; returns true if it stored `desired`.
  template <class T>
  bool compare_exchange(const base::SimArray<T>& array, std::uint64_t i, T expected, T desired) {
    lock(array.address_of(i), sizeof(T));
    const bool equal = array.data[i] == expected;
    if (equal) array.data[i] = desired;
    keep_pace();
    return equal;
  }

  /// Flushes the element's line from all caches of the core's host and writes it back if dirty (x86
  /// clflushopt). Complete after a following fence().
  template <class T>
  void flush(const base::SimArray<T>& array, std::uint64_t i) {
    const Ticks start = enter_store({});
    window_.store_done(send(array.address_of(i), protocol::AccessKind::kFlush, start));
    keep_pace();
  }
  /// Waits for all earlier loads, stores and flushes (x86 mfence).
  void fence() {
    window_.dispatch(1);
    window_.wait_until(window_.drained());
    keep_pace();
  }

  void atomic(base::VirtualAddress address) {
    lock(address, sizeof(std::uint64_t));
    keep_pace();
  }

  /// Executes `instructions` non-memory instructions.
  void work(int instructions) {
    window_.dispatch(instructions);
    keep_pace();
  }

  /// Executes a conditional branch at `site`, decided by a value that arrives at `ready`.
  void branch(std::uint32_t site, bool taken, Ready ready = {}) {
    window_.dispatch(1);
    if (branch_prediction_ == BranchPrediction::kPerfect) return;
    std::uint8_t& counter = predictor_[site % predictor_.size()];
    const bool predicted = counter >= 2;
    if (taken && counter < 3) ++counter;
    if (!taken && counter > 0) --counter;
    if (predicted != taken) resolve_wrong_guess(ready);
  }
  /// Executes a mispredicted branch, decided by a value that arrives at `ready`.
  void mispredict(Ready ready = {}) {
    window_.dispatch(1);
    if (branch_prediction_ == BranchPrediction::kTwoBit) resolve_wrong_guess(ready);
  }

  /// Number of the team's posts made without a gap.
  std::uint64_t posted() const { return team_.posted(); }
  /// Lets all other cores catch up with this core's time. Throws ProgramStopped if the team is
  /// stopped.
  void synchronise();
  /// Prepares the first run of the program and each further one.
  void begin();
  /// Ends the thread's run: waits until all its accesses are complete.
  void finish();
  /// Idles until `time`. Does not throw for a stopped team.
  void wait_for(base::Time time);
  /// Resumes the thread after its end, at the current kernel time.
  void resume();
  /// Returns the core's clock after `after` has arrived (x86 rdtscp).
  base::Time time(Ready after = {}) const {
    return time_of(std::max(window_.now(), window_.known(after.ticks)));
  }
  /// Returns a dependence for a load that is scheduled for `time`.
  Ready at(base::Time time) const { return {time.ps() * ticks_per_ps_}; }
  /// Stalls until `time` and lets all other cores catch up (x86 tpause).
  void pause_until(base::Time time);
  /// Stalls until `time`. May be called from any process.
  void stall_until(base::Time time) { window_.wait_until(time.ps() * ticks_per_ps_); }
  /// Delays the core by `span` for the operating system. Called by another process.
  void interrupt(base::Time span) { window_.wait_until(window_.now() + span.ps() * ticks_per_ps_); }
  /// Halts the thread until go_on(), in SystemC time. The thread stops at its next synchronisation,
  /// at its end or in a team wait, and then calls `then`. Called by another process.
  void halt(std::function<void()> then);
  void end_halt();
  /// Migrates the thread to another core (core_base.h). Called by another process; in SystemC time
  /// while the thread is halted.
  void continue_on(base::CoreId core, const MemoryInTime& memory, base::Time span);
  /// Waits for all threads of the team.
  void barrier();
  /// Makes post `number` of the team after all earlier accesses of the thread are complete.
  void post(std::uint64_t number);
  /// Waits until all posts below `number` are made; counted as barrier time.
  void await(std::uint64_t number);
  /// Opens the measured window of the machine: waits until outstanding accesses have completed,
  /// then resets the statistics. Called by one thread while the others wait or have finished. A
  /// second call discards the interval since the first one as warm-up; pages may have moved in it.
  void begin_measurement();

  std::int64_t instructions() const { return window_.instructions() - instructions_before_; }
  std::int64_t mispredictions() const { return mispredictions_; }
  /// Returns the wait times of the measured window up to the current kernel time.
  Waiting waiting() const;
  void reset_statistics();

 private:
  /// Waits until kernel time reaches the core's time.
  void catch_up();
  /// Dispatches a load and allocates its queue entry; returns when the access may start.
  Ticks enter_load(Ready after) {
    window_.dispatch(1);
    window_.enter_load();
    return std::max(window_.now(), after.ticks);
  }
  Ticks enter_store(Ready after) {
    window_.dispatch(1);
    window_.enter_store();
    return std::max(window_.now(), after.ticks);
  }
  /// Sends an access to one line; returns when its answer arrives.
  Ticks send(base::VirtualAddress address, protocol::AccessKind kind, Ticks start,
             bool whole_line = false);
  /// Sends an access that may cross lines; both parts start together.
  Ticks send(base::VirtualAddress address, int bytes, protocol::AccessKind kind, Ticks start);
  void lock(base::VirtualAddress address, int bytes);
  void take_halt();
  void wait_while_halted();
  template <class Done>
  void rest_until(const Done& done, const sc_core::sc_event& event);
  Ticks wait_for(Ticks name) override;
  void on_resolved(Ticks /*name*/) override { kernel::notify_now(*arrived_); }
  /// Notifies the observer of an access.
  [[gnu::cold, gnu::noinline]] void tell(protocol::AccessKind kind, base::VirtualAddress address,
                                         int bytes, Ready after, Ticks done) const;
  void resolve_wrong_guess(Ready ready) {
    ++mispredictions_;
    window_.mispredict(ready.ticks);
    if (observer_ != nullptr) observer_->on_mispredict(observed(ready));
    keep_pace();
  }
  Observed observed(Ready after) const {
    return {window_.instructions(), time_of(window_.now()), after.ticks};
  }
  void keep_pace() {
    if (__builtin_expect(window_.now() > horizon_, 0)) synchronise();
  }
  base::Time time_of(Ticks ticks) const {
    const base::Wide product =
        static_cast<base::Wide>(static_cast<std::uint64_t>(ticks)) * reciprocal_;
    return base::Time(static_cast<std::int64_t>(product >> kReciprocalShift));
  }

  static constexpr int kReciprocalShift = 62;

  // Fields of a load, adjacent in the host's cache.
  alignas(64) kernel::Destination<protocol::Access> memory_;
  std::int64_t ticks_per_ps_;
  std::uint64_t reciprocal_;  ///< ceil(2^62 / ticks_per_ps): exact division for days of time.
  Ticks horizon_;             ///< Kernel time plus quantum at the last synchronisation.
  base::CoreId core_;
  BranchPrediction branch_prediction_;
  LockedOperations locked_operations_;
  ThreadObserver* observer_ = nullptr;
  IssueWindow window_;

  Team& team_;
  int index_;
  Ticks quantum_;
  std::array<std::uint8_t, 64> predictor_{};  ///< 2-bit counters, one per branch site.
  std::int64_t instructions_before_ = 0;
  std::int64_t mispredictions_ = 0;
  WaitingClock waiting_;
  kernel::Execution execution_;
  std::unique_ptr<AccessesInTime> in_time_;  ///< Null in immediate delivery.
  /// Notified when the token that the thread waits for is resolved.
  std::unique_ptr<sc_core::sc_event> arrived_;
  /// State of halt() and go_on().
  struct Halt {
    std::function<void()> then;  ///< Callback of a requested halt; empty if none is requested.
    bool taken = false;          ///< The thread is halted.
    sc_core::sc_event over{sc_core::sc_gen_unique_name("over")};
  };
  std::unique_ptr<Halt> halt_;
  bool at_rest_ = false;  ///< The thread waits for its team or has ended.
};

inline Ticks Thread::send(base::VirtualAddress address, protocol::AccessKind kind, Ticks start,
                          bool whole_line) {
  protocol::Access access;
  access.address = address;
  access.issued = access.time = time_of(start);
  access.core = core_;
  access.kind = kind;
  access.dirty = whole_line;
  memory_.send(access);
  return access.time.ps() * ticks_per_ps_;
}

inline Ticks Thread::send(base::VirtualAddress address, int bytes, protocol::AccessKind kind,
                          Ticks start) {
  const Ticks done = send(address, kind, start);
  const base::VirtualAddress last{address.value + static_cast<std::uint64_t>(bytes) - 1};
  if (address.value >> base::kLineShift == last.value >> base::kLineShift) return done;
  return max_time(done, send(last, kind, start));
}

/// Executes a locked read-modify-write. By default no older access is outstanding when it starts,
/// and no younger one starts before it completes.
inline void Thread::lock(base::VirtualAddress address, int bytes) {
  window_.dispatch(1);
  Ticks done = 0;
  if (locked_operations_ == LockedOperations::kOverlap) {
    window_.enter_load();
    done = send(address, protocol::AccessKind::kAtomic, window_.now());
    window_.load_done(done);
  } else {
    done = send(address, protocol::AccessKind::kAtomic, window_.drained());
    window_.wait_until(done);
  }
  if (observer_ != nullptr) tell(protocol::AccessKind::kAtomic, address, bytes, {}, done);
}

/// Program of the cores: run() is called once per thread, inside its core's SystemC thread.
class Program {
 public:
  virtual ~Program() = default;
  virtual void run(Thread& thread) = 0;
  /// Returns true if run() is to be called again for a thread that has ended. May wait. The thread
  /// must have been resumed if the result is true.
  virtual bool again(Thread& /*thread*/) { return false; }
  /// Reports the failure of a thread, which ends the program. `why` names the thread and the error.
  virtual void failed(const std::string& /*why*/) {}
};

}  // namespace starnuma::core
