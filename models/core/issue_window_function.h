// SPDX-License-Identifier: Apache-2.0
// A core's issue window: when the next instruction can be dispatched, given what is in flight.
//
// Contract: instructions arrive in program order. dispatch() moves time by one issue slot per
// instruction and stalls where ROB or load queue are full; loads and stores tell when they are
// done. Time is in ticks of which both an issue slot and a picosecond are whole numbers, so the
// core's clock does not drift. Timing: in-order retire: an instruction leaves when all before it
// are done. Stores free their queue entry in order, when their line is writable and all older loads
// are done (x86 order). A locked operation waits for older loads and drains the store queue. Loads
// faster than the shorter of ROB and load queue cannot stall anything and are not remembered. Times
// of loads and stores may be names (pending_times.h): only what has to wait for one asks for it.
// Not modelled: functional-unit conflicts, wrong-path accesses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "models/core/core_config.h"
#include "models/core/pending_times.h"

namespace starnuma::core {

/// Where times have names: lets simulated time pass until one is known.
class TimeTeller {
 public:
  virtual ~TimeTeller() = default;
  virtual Ticks wait_for(Ticks name) = 0;
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

  /// Whom to ask for times that have names; before the first of those.
  void ask(TimeTeller& teller) { teller_ = &teller; }

  Ticks now() const { return now_; }
  std::int64_t instructions() const { return instructions_; }

  /// The next `n` instructions take their issue slots; waits for the oldest load where the ROB is
  /// full.
  void dispatch(std::int64_t n) {
    if (__builtin_expect(instructions_ + n >= rob_full_at_, 0)) n = dispatch_full(n);
    issue(n);
  }

  /// A load takes its load-queue entry.
  void enter_load() {
    ++load_count_;
    while (__builtin_expect(load_count_ >= load_queue_full_at_, 0)) retire_oldest();
  }
  void load_done(Ticks done) {
    if (__builtin_expect(!PendingTimes::is_name(done), 1))
      loads_done_ = std::max(loads_done_, done);
    if (done - now_ <= forgettable_) return;
    while (head_ != tail_ && loads_[head_].done <= now_) head_ = next(head_);
    if (head_ == tail_) head_ = tail_ = 0;  // where the host's cache has been lately
    loads_[tail_] = {instructions_, load_count_, done};
    tail_ = next(tail_);
    look_at_oldest();
  }

  /// A store waits for a free store-queue entry.
  void enter_store() {
    if (__builtin_expect(unsettled_.size() == stores_.size(), 0)) settle_oldest_store();
    now_ = std::max(now_, stores_[store_]);
  }
  void store_done(Ticks done) {
    if (__builtin_expect(teller_ != nullptr, 0) && store_in_time(done)) return;
    last_store_free_ = std::max({last_store_free_, done, loads_done_});
    stores_[store_] = last_store_free_;
    store_ = store_ + 1 == stores_.size() ? 0 : store_ + 1;
  }

  /// When a locked operation may start: older loads done, store queue drained. May be a name.
  Ticks drained() {
    const Ticks known = std::max({now_, loads_done_, last_store_free_});
    return __builtin_expect(teller_ == nullptr, 1) ? known : drained_in_time(known);
  }
  /// Nothing is dispatched before `time`.
  void wait_until(Ticks time) { now_ = std::max(now_, known(time)); }
  /// A mispredicted branch was resolved at `ready`.
  void mispredict(Ticks ready) { now_ = std::max(now_, known(ready)) + penalty_; }
  /// The time, or that which the name stands for.
  Ticks known(Ticks time) const {
    return __builtin_expect(PendingTimes::is_name(time), 0) ? teller_->wait_for(time) : time;
  }

 private:
  struct Load {
    std::int64_t instruction;
    std::int64_t load;
    Ticks done;
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
  /// Issues what the ROB has room for while it fills up; returns what is left of `n`.
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
  // Where times have names (issue_window_in_time.cpp).
  bool store_in_time(Ticks done);
  void settle_oldest_store();
  Ticks drained_in_time(Ticks so_far);

  void look_at_oldest() {
    const bool none = head_ == tail_;
    rob_full_at_ = none ? kNever : loads_[head_].instruction + rob_;
    load_queue_full_at_ = none ? kNever : loads_[head_].load + load_queue_;
  }

  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  // What a fast load needs, side by side in the host's cache.
  Ticks now_ = 0;
  Ticks slot_;
  std::int64_t instructions_ = 0;
  std::int64_t rob_full_at_ = kNever;  ///< Instructions, with the oldest slow load in it.
  std::int64_t load_count_ = 0;
  std::int64_t load_queue_full_at_ = kNever;  ///< Loads, with the oldest slow load among them.
  Ticks loads_done_ = 0;                      ///< When all loads so far are done.
  Ticks forgettable_;

  std::int64_t rob_;
  std::int64_t load_queue_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  std::vector<Load> loads_;  ///< Ring of slow loads in program order.
  std::size_t last_;         ///< Of its places; one less than a power of two.
  Ticks penalty_;
  std::size_t store_ = 0;
  Ticks last_store_free_ = 0;
  TimeTeller* teller_ = nullptr;

  /// A store whose queue entry is free at a time that is not known yet.
  struct Store {
    Ticks done;
    Ticks loads_done;          ///< Of older loads, those known.
    std::int64_t older_loads;  ///< The last of them.
  };
  std::deque<Store> unsettled_;  ///< The youngest stores, in order; none where times are known.
  std::vector<Ticks> stores_;    ///< Ring: when each store-queue entry is free again.
};

}  // namespace starnuma::core
