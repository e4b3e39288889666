// SPDX-License-Identifier: Apache-2.0
// Issue window of a core: computes when the next instruction can be dispatched, given the
// instructions in flight.
//
// Contract:
// - Ordering: instructions arrive in program order.
// - dispatch() advances time by one issue slot per instruction and stalls if the ROB or load queue
//   is full. load_done() and store_done() enter completion times.
// - An issue slot and a picosecond are whole numbers of ticks, so the core's clock does not drift.
// - Completion times may be tokens (pending_times.h). Only a stall waits for a token.
// - Timing: retirement is in order. An instruction retires when all older ones are complete.
// - Timing: a store deallocates its queue entry in order, when its line is writable and all older
// loads
//   are complete (x86 order).
// - Timing: a locked operation waits for older loads and drains the store queue.
// - A load that is faster than the shorter of ROB and load queue cannot cause a stall. It is not
//   recorded.
// - Not modelled: functional-unit conflicts, wrong-path accesses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "models/core/core_config.h"
#include "models/core/pending_times.h"

namespace starnuma::core {

/// Resolves tokens: lets simulated time pass until the time of a token is known.
class TokenResolver {
 public:
  virtual ~TokenResolver() = default;
  virtual Ticks wait_for(When token) = 0;
};

class IssueWindow {
 public:
  IssueWindow(const CoreConfig& config, const base::ClockRatio& slots)
      : slot_(slots.ticks_per_step()),
        forgettable_(std::min(config.rob, config.load_queue) * slot_),
        rob_(config.rob),
        load_queue_(config.load_queue),
        loads_(round_up(config.load_queue + 1)),
        last_(loads_.size() - 1),
        penalty_(config.mispredict_penalty.value * config.width * slot_),
        stores_(static_cast<std::size_t>(config.store_queue), 0) {}

  /// Registers the resolver of tokens. Precondition: before the first token.
  void set_resolver(TokenResolver& resolver) { resolver_ = &resolver; }

  Ticks now() const { return now_; }
  std::int64_t instructions() const { return instructions_; }

  /// Dispatches `n` instructions, one issue slot each. Waits for the oldest load if the ROB is
  /// full.
  void dispatch(std::int64_t n) {
    if (__builtin_expect(instructions_ + n >= rob_full_at_, 0)) n = dispatch_full(n);
    issue(n);
  }

  /// Allocates a load-queue entry; waits for the oldest load if the queue is full.
  void enter_load() {
    ++load_count_;
    while (__builtin_expect(load_count_ >= load_queue_full_at_, 0)) retire_oldest();
  }
  void load_done(When done) {
    if (__builtin_expect(done.is_token(), 0)) {
      has_tokens_ = true;
    } else {
      loads_done_ = std::max(loads_done_, done.ticks());
      if (done.ticks() - now_ <= forgettable_) return;
    }
    while (head_ != tail_ && loads_[head_].done.has_passed(now_)) head_ = next(head_);
    if (head_ == tail_) head_ = tail_ = 0;  // Restarts at the entry that the host has cached.
    loads_[tail_] = {instructions_, load_count_, done};
    tail_ = next(tail_);
    look_at_oldest();
  }

  /// Waits for a free store-queue entry.
  void enter_store() {
    if (__builtin_expect(unsettled_.size() == stores_.size(), 0)) settle_oldest_store();
    now_ = std::max(now_, stores_[store_]);
  }
  void store_done(When done) {
    if (__builtin_expect(has_tokens_ || done.is_token(), 0) && store_in_time(done)) return;
    last_store_free_ = std::max({last_store_free_, done.ticks(), loads_done_});
    stores_[store_] = last_store_free_;
    store_ = store_ + 1 == stores_.size() ? 0 : store_ + 1;
  }

  /// Returns when a locked operation may start: older loads complete, store queue drained.
  When drained() {
    const Ticks known = std::max({now_, loads_done_, last_store_free_});
    return __builtin_expect(has_tokens_, 0) ? drained_in_time(known) : When(known);
  }
  /// Stalls dispatch until `time`.
  void wait_until(When time) { now_ = std::max(now_, known(time)); }
  /// Refills the front end after a mispredicted branch that was resolved at `ready`.
  void mispredict(When ready) { now_ = std::max(now_, known(ready)) + penalty_; }
  /// Returns `time`, or the time of the token after waiting for it.
  Ticks known(When time) const {
    return __builtin_expect(time.is_token(), 0) ? resolver_->wait_for(time) : time.ticks();
  }

 private:
  struct Load {
    std::int64_t instruction;
    std::int64_t load;
    When done;
  };

  static std::size_t round_up(int entries) {
    std::size_t size = 1;
    while (size < static_cast<std::size_t>(entries)) size *= 2;
    return size;
  }
  std::size_t next(std::size_t i) const { return (i + 1) & last_; }
  void issue(std::int64_t n) {
    instructions_ += n;
    now_ += n * slot_;
  }
  /// Dispatches as many instructions as fit into the ROB and retires loads; returns the rest of
  /// `n`.
  [[gnu::noinline]] std::int64_t dispatch_full(std::int64_t n) {
    while (instructions_ + n >= rob_full_at_) {
      const std::int64_t room = std::max<std::int64_t>(0, rob_full_at_ - instructions_);
      issue(room);
      n -= room;
      retire_oldest();
    }
    return n;
  }
  void retire_oldest() {
    now_ = std::max(now_, known(loads_[head_].done));
    head_ = next(head_);
    look_at_oldest();
  }
  // Handling of tokens (issue_window_in_time.cpp).
  bool store_in_time(When done);
  void settle_oldest_store();
  When drained_in_time(Ticks so_far);

  void look_at_oldest() {
    const bool none = head_ == tail_;
    rob_full_at_ = none ? kNever : loads_[head_].instruction + rob_;
    load_queue_full_at_ = none ? kNever : loads_[head_].load + load_queue_;
  }

  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  // Fields of a fast load, adjacent in the host's cache.
  Ticks now_ = 0;
  Ticks slot_;
  std::int64_t instructions_ = 0;
  /// Instruction count at which the oldest slow load fills the ROB.
  std::int64_t rob_full_at_ = kNever;
  std::int64_t load_count_ = 0;
  /// Load count at which the oldest slow load fills the load queue.
  std::int64_t load_queue_full_at_ = kNever;
  Ticks loads_done_ = 0;  ///< Current completion time of all loads.
  Ticks forgettable_;

  std::int64_t rob_;
  std::int64_t load_queue_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  std::vector<Load> loads_;  ///< Ring of slow loads in program order.
  std::size_t last_;         ///< Last index of the ring; its size is a power of two.
  Ticks penalty_;
  std::size_t store_ = 0;
  Ticks last_store_free_ = 0;
  bool has_tokens_ = false;  ///< True from the first load or store with a token.
  TokenResolver* resolver_ = nullptr;

  /// Store whose queue entry is deallocated at a time that is not known yet.
  struct Store {
    When done;
    Ticks loads_done;          ///< Completion time of the older loads with known times.
    std::int64_t older_loads;  ///< Number of the last older load.
  };
  /// Youngest stores in program order; empty if all times are known.
  std::deque<Store> unsettled_;
  std::vector<Ticks> stores_;  ///< Ring of the times at which store-queue entries become free.
};

}  // namespace starnuma::core
