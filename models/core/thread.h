// SPDX-License-Identifier: Apache-2.0
// A hardware thread, as the simulated program that runs on it sees it: loads, stores, atomics,
// branches, work and barriers.
//
// Contract: every call returns the real value from host memory at once and moves the core's time.
// A `Ready` says when a value arrives; passing it on (`after`) states a true data dependence, and
// `branch` stalls the front end until it when the modelled predictor was wrong. Each load, store,
// atomic and branch is one instruction; `work(n)` adds the n others around it. Calls by address do
// the same where there are no data, as when a trace is played: loads and stores of `bytes`, which
// may cross lines; atomics lie in one.
// Timing: issue_window_function.h, and the boxes behind the core's memory socket. The core runs
// ahead of kernel time by at most the quantum before it lets the others catch up. In SystemC time
// it goes on while its accesses are under way, and waits where hardware does (accesses_in_time.h).
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
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::core {

class AccessesInTime;
struct MemoryInTime;

/// When a value is available; default: now.
struct Ready {
  Ticks ticks = 0;
};
inline Ready latest(Ready a, Ready b) { return {later(a.ticks, b.ticks)}; }

template <class T>
struct Loaded {
  T value;
  Ready ready;
};

class Thread : private TimeTeller, private PendingTimes::Listener {
 public:
  /// Thread `index` of the team.
  Thread(const CoreConfig& config, base::Time quantum, base::CoreId core, int index, Team& team);
  ~Thread() override;

  /// Where accesses go; before the run.
  void connect(kernel::Destination<protocol::Access> memory) { memory_ = memory; }
  /// The same in SystemC time.
  void connect(const MemoryInTime& memory, kernel::QueuedDispatcher& dispatcher);
  /// Tells it all that the thread does from now on; null: nobody.
  void observe(ThreadObserver* observer) { observer_ = observer; }

  /// Of the team, from 0 on.
  int index() const { return index_; }
  int threads() const { return team_.threads(); }

  template <class T>
  Loaded<T> load(const base::SimArray<T>& array, std::uint64_t i, Ready after = {}) {
    base::prefetch(&array.data[i]);  // the host fetches the value while its latency is modelled
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

  template <class T>
  void store(const base::SimArray<T>& array, std::uint64_t i, T value, Ready after = {}) {
    base::prefetch_to_write(&array.data[i]);
    const Ticks start = enter_store(after);
    const Ticks done = send(array.address_of(i), protocol::AccessKind::kStore, start);
    window_.store_done(done);
    if (observer_ != nullptr) {
      tell(protocol::AccessKind::kStore, array.address_of(i), sizeof(T), after, done);
    }
    array.data[i] = value;
    keep_pace();
  }
  void store(base::VirtualAddress address, int bytes, Ready after = {}) {
    const Ticks start = enter_store(after);
    const Ticks done = send(address, bytes, protocol::AccessKind::kStore, start);
    window_.store_done(done);
    if (observer_ != nullptr) tell(protocol::AccessKind::kStore, address, bytes, after, done);
    keep_pace();
  }

  /// The whole line that the address begins, as by MOVDIR64B: what it held before does not matter.
  void store_line(base::VirtualAddress address, Ready after = {}) {
    const Ticks start = enter_store(after);
    const Ticks done = send(address, protocol::AccessKind::kStore, start, true);
    window_.store_done(done);
    if (observer_ != nullptr) {
      tell(protocol::AccessKind::kStore, address, base::kLineBytes, after, done);
    }
    keep_pace();
  }

  /// Past the caches (as by non-temporal instructions), a line of a socket's or memory node's
  /// memory that is used in no other way. When the line is here, or its home has taken it.
  Ready load_uncached(base::VirtualAddress address, Ready after = {}) {
    const Ticks done = send(address, protocol::AccessKind::kUncachedLoad, enter_load(after));
    window_.load_done(done);
    keep_pace();
    return {done};
  }
  Ready store_uncached(base::VirtualAddress address, Ready after = {}) {
    const Ticks done = send(address, protocol::AccessKind::kUncachedStore, enter_store(after));
    window_.store_done(done);
    keep_pace();
    return {done};
  }

  /// Locked add; returns the value before.
  template <class T>
  T fetch_add(const base::SimArray<T>& array, std::uint64_t i, T delta) {
    lock(array.address_of(i), sizeof(T));
    const T before = array.data[i];
    array.data[i] = static_cast<T>(before + delta);
    keep_pace();
    return before;
  }
  /// Locked or; returns the value before.
  template <class T>
  T fetch_or(const base::SimArray<T>& array, std::uint64_t i, T bits) {
    lock(array.address_of(i), sizeof(T));
    const T before = array.data[i];
    array.data[i] = static_cast<T>(before | bits);
    keep_pace();
    return before;
  }
  /// Locked compare and exchange; says whether it stored.
  template <class T>
  bool compare_exchange(const base::SimArray<T>& array, std::uint64_t i, T expected, T desired) {
    lock(array.address_of(i), sizeof(T));
    const bool equal = array.data[i] == expected;
    if (equal) array.data[i] = desired;
    keep_pace();
    return equal;
  }

  /// The core's host gives up the line of an element: what is written of it goes to memory, and no
  /// cache of the host keeps it (x86 clflushopt). Done when a fence() behind it is.
  template <class T>
  void flush(const base::SimArray<T>& array, std::uint64_t i) {
    const Ticks start = enter_store({});
    window_.store_done(send(array.address_of(i), protocol::AccessKind::kFlush, start));
    keep_pace();
  }
  /// Waits until all loads, stores and flushes before it are done (x86 mfence).
  void fence() {
    window_.dispatch(1);
    window_.wait_until(window_.drained());
    keep_pace();
  }

  void atomic(base::VirtualAddress address) {
    lock(address, sizeof(std::uint64_t));
    keep_pace();
  }

  /// `instructions` that touch no memory.
  void work(int instructions) {
    window_.dispatch(instructions);
    keep_pace();
  }

  /// A conditional branch at `site`, decided by a value that arrives at `ready`.
  void branch(std::uint32_t site, bool taken, Ready ready = {}) {
    window_.dispatch(1);
    if (branch_prediction_ == BranchPrediction::kPerfect) return;
    std::uint8_t& counter = predictor_[site % predictor_.size()];
    const bool predicted = counter >= 2;
    if (taken && counter < 3) ++counter;
    if (!taken && counter > 0) --counter;
    if (predicted != taken) resolve_wrong_guess(ready);
  }
  /// A branch that is known to be mispredicted, decided by a value that arrives at `ready`.
  void mispredict(Ready ready = {}) {
    window_.dispatch(1);
    if (branch_prediction_ == BranchPrediction::kTwoBit) resolve_wrong_guess(ready);
  }

  /// How many posts of the team have been made without one missing below.
  std::uint64_t posted() const { return team_.posted(); }
  /// Lets every other core catch up with this one's time.
  void synchronise();
  /// Before its first call, and before the first one after its end.
  void begin();
  /// The thread's end: waits until all it has started is done.
  void finish();
  /// Does nothing before `time`; stopped or not.
  void wait_for(base::Time time);
  /// Goes on behind its end, from kernel time.
  void resume();
  /// The core's clock, read when `after` has arrived (as by rdtscp).
  base::Time time(Ready after = {}) const {
    return time_of(std::max(window_.now(), window_.known(after.ticks)));
  }
  /// For a load that is to start at `time`.
  Ready at(base::Time time) const { return {time.ps() * ticks_per_ps_}; }
  /// Dispatches nothing before `time`, and lets every other core catch up (as by tpause).
  void pause_until(base::Time time);
  /// Dispatches nothing before `time`; called by anybody.
  void stand_until(base::Time time) { window_.wait_until(time.ps() * ticks_per_ps_); }
  /// The operating system takes the core for `span`; called by another process.
  void interrupt(base::Time span) { window_.wait_until(window_.now() + span.ps() * ticks_per_ps_); }
  /// In SystemC time: starts nothing from where it next lets others catch up, is at its end or
  /// waits for its team, until go_on(); `then` is called when it has come there. Called by another
  /// process.
  void halt(std::function<void()> then);
  void go_on();
  /// It moves to another core, in SystemC time while it stands still; called by another process
  /// (core_base.h).
  void continue_on(base::CoreId core, const MemoryInTime& memory, base::Time span);
  /// Waits for all threads of the team.
  void barrier();
  /// Makes post `number` of the team, when all that the thread has started is done.
  void post(std::uint64_t number);
  /// Waits until all posts below `number` have been made; counted as time in a barrier.
  void await(std::uint64_t number);
  /// Opens the measured window of the whole machine: waits until what is under way has settled,
  /// then statistics start from zero. Called by one thread while the others wait or have finished.
  /// Opened again, what lay between was warm-up: pages may have moved in it.
  void begin_measurement();

  std::int64_t instructions() const { return window_.instructions() - instructions_before_; }
  std::int64_t mispredictions() const { return mispredictions_; }
  /// Of the measured window, up to kernel time.
  Waiting waiting() const;
  void reset_statistics();

 private:
  /// Lets kernel time reach the core's.
  void catch_up();
  /// Takes a queue entry; when the access may start.
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
  /// When the answer is there.
  Ticks send(base::VirtualAddress address, protocol::AccessKind kind, Ticks start,
             bool whole_line = false);
  /// The same of an access that may cross lines, which start together.
  Ticks send(base::VirtualAddress address, int bytes, protocol::AccessKind kind, Ticks start);
  void lock(base::VirtualAddress address, int bytes);
  void take_halt();
  void stand_still();
  template <class Done>
  void rest_until(const Done& done, const sc_core::sc_event& event);
  Ticks wait_for(Ticks name) override;
  void on_known(Ticks /*name*/) override { arrived_->notify(); }
  /// Tells the observer of an access.
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

  // What a load needs, side by side in the host's cache.
  alignas(64) kernel::Destination<protocol::Access> memory_;
  std::int64_t ticks_per_ps_;
  std::uint64_t reciprocal_;  ///< ceil(2^62 / ticks_per_ps): exact division for days of time.
  Ticks horizon_;             ///< Kernel time plus quantum, at the last synchronisation.
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
  std::unique_ptr<AccessesInTime> in_time_;     ///< Null in immediate delivery.
  std::unique_ptr<sc_core::sc_event> arrived_;  ///< What the thread waits for.
  /// Somebody wants it to stand still, or did.
  struct Halt {
    std::function<void()> then;  ///< To be called; empty: not wanted, or done.
    bool taken = false;          ///< It stands still.
    sc_core::sc_event over{sc_core::sc_gen_unique_name("over")};
  };
  std::unique_ptr<Halt> halt_;
  bool at_rest_ = false;  ///< It waits for its team, or is at its end.
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
  return later(done, send(last, kind, start));
}

/// A locked read-modify-write; by default nothing older is outstanding and nothing younger starts
/// before it is done.
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

/// What runs on the cores: called once per thread, inside its core's SystemC thread.
class Program {
 public:
  virtual ~Program() = default;
  virtual void run(Thread& thread) = 0;
  /// Asked of a thread that has done its share and left the team: whether run() is called again.
  /// May wait; a thread that goes on has been resumed.
  virtual bool again(Thread& /*thread*/) { return false; }
  /// A thread has failed, which ends the program; `why` says which and how.
  virtual void failed(const std::string& /*why*/) {}
};

}  // namespace starnuma::core
