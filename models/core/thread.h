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
// - Timing: the core's pipeline (pipeline.h).
// - The core runs ahead of the current kernel time by at most the quantum, then synchronises.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <systemc>
#include <utility>

#include "models/base/arena.h"
#include "models/base/prefetch.h"
#include "models/core/halts.h"
#include "models/core/pipeline.h"
#include "models/core/team.h"
#include "models/core/thread_observer.h"
#include "models/core/waiting.h"
#include "models/protocol/access.h"

namespace starnuma::core {

/// Time at which a value is available; default: the current time.
using Ready = When;

template <class T>
struct Loaded {
  T value;
  Ready ready;
};

class Thread {
 public:
  using AccessKind = protocol::AccessKind;

  /// Constructs thread `index` of the team.
  Thread(const CoreConfig& config, base::Time quantum, base::CoreId core, int index, Team& team);

  /// Selects delivery in SystemC time by `dispatcher`. Precondition: before connect().
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { pipeline_.deliver_in(dispatcher); }
  /// Sets the target of accesses. Precondition: before the run.
  void connect(const MemoryPort& memory) { pipeline_.connect(memory); }
  /// Registers an observer of all further calls; null removes it.
  void observe(ThreadObserver* observer) { observer_ = observer; }

  /// Index in the team, from 0.
  int index() const { return index_; }
  int threads() const { return team_.threads(); }

  /// `kind`: kLoad or kCurrentLoad.
  template <class T>
  Loaded<T> load(const base::SimArray<T>& array, std::uint64_t i, Ready after = {},
                 AccessKind kind = AccessKind::kLoad) {
    base::prefetch(&array.data[i]);  // lets the host fetch the value while its latency is modelled
    const When done = pipeline_.load(array.address_of(i), after, kind);
    notify(AccessKind::kLoad, array.address_of(i), sizeof(T), after, done);
    const T value = array.data[i];
    keep_pace();
    return {value, done};
  }
  Ready load(base::VirtualAddress address, int bytes, Ready after = {}) {
    const When done = pipeline_.load(address, after, AccessKind::kLoad, bytes);
    notify(AccessKind::kLoad, address, bytes, after, done);
    keep_pace();
    return done;
  }

  /// `whole_line`: the element is a line, whose previous contents are not read.
  template <class T>
  void store(const base::SimArray<T>& array, std::uint64_t i, T value, Ready after = {},
             bool whole_line = false) {
    base::prefetch_to_write(&array.data[i]);
    const base::VirtualAddress address = array.address_of(i);
    const When done = pipeline_.store(address, after, AccessKind::kStore, whole_line);
    notify(AccessKind::kStore, address, sizeof(T), after, done);
    array.data[i] = value;
    keep_pace();
  }
  void store(base::VirtualAddress address, int bytes, Ready after = {}) {
    const When done = pipeline_.store(address, after, AccessKind::kStore, false, bytes);
    notify(AccessKind::kStore, address, bytes, after, done);
    keep_pace();
  }

  /// Stores the whole line at `address` (x86 MOVDIR64B). The previous contents are not read.
  void store_line(base::VirtualAddress address, Ready after = {}) {
    const When done = pipeline_.store(address, after, AccessKind::kStore, true);
    notify(AccessKind::kStore, address, base::kLineBytes, after, done);
    keep_pace();
  }

  /// Accesses memory past the caches (non-temporal instructions). Returns when the line has
  /// arrived, or when its home has stored it. Precondition: the line has no cached accesses.
  Ready load_uncached(base::VirtualAddress address, Ready after = {}) {
    const When done = pipeline_.load(address, after, AccessKind::kUncachedLoad);
    keep_pace();
    return done;
  }
  Ready store_uncached(base::VirtualAddress address, Ready after = {},
                       AccessKind kind = AccessKind::kUncachedStore) {
    const When done = pipeline_.store(address, after, kind);
    keep_pace();
    return done;
  }

  /// Performs a locked add; returns the previous value.
  template <class T>
  T fetch_add(const base::SimArray<T>& array, std::uint64_t i, T delta) {
    return update(array, i, [&](T before) { return static_cast<T>(before + delta); });
  }
  /// Performs a locked OR; returns the previous value.
  template <class T>
  T fetch_or(const base::SimArray<T>& array, std::uint64_t i, T bits) {
    return update(array, i, [&](T before) { return static_cast<T>(before | bits); });
  }
  /// Performs a locked compare and exchange; returns true if it stored `desired`.
  template <class T>
  bool compare_exchange(const base::SimArray<T>& array, std::uint64_t i, T expected, T desired) {
    return update(array, i, [&](T before) { return before == expected ? desired : before; }) ==
           expected;
  }
  void atomic(base::VirtualAddress address) {
    lock(address, sizeof(std::uint64_t));
    keep_pace();
  }

  /// Flushes the element's line from all caches of the core's host and writes it back if dirty (x86
  /// clflushopt). Complete after a following fence().
  template <class T>
  void flush(const base::SimArray<T>& array, std::uint64_t i) {
    pipeline_.store(array.address_of(i), {}, AccessKind::kFlush);
    keep_pace();
  }
  /// Waits for all earlier loads, stores and flushes (x86 mfence).
  void fence() {
    pipeline_.work(1);
    pipeline_.drain();
    keep_pace();
  }
  /// Executes `instructions` non-memory instructions.
  void work(int instructions) {
    pipeline_.work(instructions);
    keep_pace();
  }
  /// Executes a conditional branch at `site`, decided by a value that arrives at `ready`.
  void branch(std::uint32_t site, bool taken, Ready ready = {}) {
    if (pipeline_.branch(site, taken, ready)) count_misprediction(ready);
  }
  /// Executes a mispredicted branch, decided by a value that arrives at `ready`.
  void mispredict(Ready ready = {}) {
    if (pipeline_.mispredict(ready)) count_misprediction(ready);
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
    return pipeline_.clock().time_of(std::max(pipeline_.now(), pipeline_.known(after)));
  }
  /// Returns a dependence for a load that is scheduled for `time`.
  Ready at(base::Time time) const { return Ready(ticks_of(time)); }
  /// Stalls until `time` and lets all other cores catch up (x86 tpause).
  void pause_until(base::Time time);
  /// Stalls until `time`. May be called from any process.
  void stall_until(base::Time time) { pipeline_.stall_until(ticks_of(time)); }
  /// Delays the core by `span` for the operating system. Called by another process.
  void interrupt(base::Time span) { pipeline_.stall_until(pipeline_.now() + ticks_of(span)); }
  /// Halts the thread until end_halt() (halts.h): at its next synchronisation, at its end or in a
  /// team wait. Called by another process.
  void halt(std::function<void()> then) { halts_.request(std::move(then)); }
  void end_halt() { halts_.end(); }
  /// Migrates the thread to another core (core_base.h). Called by another process; in SystemC time
  /// while the thread is halted.
  void continue_on(base::CoreId core, const MemoryPort& memory, base::Time span);
  /// Waits for all threads of the team.
  void barrier();
  /// Makes post `number` of the team after all earlier accesses of the thread are complete.
  void post(std::uint64_t number);
  /// Waits until all posts below `number` are made; counted as barrier time.
  void await(std::uint64_t number);
  /// Opens the measured window of the machine: waits until outstanding accesses have completed,
  /// then resets the statistics. Called by one thread while the others wait or have finished. A
  /// second call discards the interval since the first one as warm-up.
  void begin_measurement();

  std::int64_t instructions() const { return pipeline_.instructions() - instructions_before_; }
  std::int64_t mispredictions() const { return mispredictions_; }
  /// Returns the wait times of the measured window up to the current kernel time.
  Waiting waiting() const;
  void reset_statistics();

 private:
  /// Replaces an element by `next` of it in a locked operation; returns the previous value.
  template <class T, class Next>
  T update(const base::SimArray<T>& array, std::uint64_t i, const Next& next) {
    lock(array.address_of(i), sizeof(T));
    const T before = array.data[i];
    array.data[i] = next(before);
    keep_pace();
    return before;
  }
  void lock(base::VirtualAddress address, int bytes) {
    const When done = pipeline_.lock(address);
    notify(AccessKind::kAtomic, address, bytes, {}, done);
  }
  /// Waits until kernel time reaches the core's time.
  void catch_up();
  void wait_while_halted();
  template <class Done>
  void rest_until(const Done& done, const sc_core::sc_event& event);
  /// Notifies the observer of an access.
  void notify(AccessKind kind, base::VirtualAddress address, int bytes, Ready after, When done) {
    if (observer_ != nullptr) tell(kind, address, bytes, after, done);
  }
  [[gnu::cold, gnu::noinline]] void tell(AccessKind kind, base::VirtualAddress address, int bytes,
                                         Ready after, When done) const;
  void count_misprediction(Ready ready) {
    ++mispredictions_;
    if (observer_ != nullptr) observer_->on_mispredict(observed(ready));
    keep_pace();
  }
  Observed observed(Ready after) const {
    return {pipeline_.instructions(), pipeline_.clock().time_of(pipeline_.now()), after};
  }
  void keep_pace() {
    if (__builtin_expect(pipeline_.now() > horizon_, 0)) synchronise();
  }
  Ticks ticks_of(base::Time time) const { return pipeline_.clock().ticks_of(time); }

  // Fields of a load, adjacent in the host's cache.
  alignas(64) Ticks horizon_;  ///< Kernel time plus quantum at the last synchronisation.
  ThreadObserver* observer_ = nullptr;
  Pipeline pipeline_;

  Team& team_;
  int index_;
  Ticks quantum_;
  std::int64_t instructions_before_ = 0;
  std::int64_t mispredictions_ = 0;
  WaitingClock waiting_;
  Halts halts_;
};

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
