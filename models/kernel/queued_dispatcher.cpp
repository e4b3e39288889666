// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/queued_dispatcher.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/prefetch.h"

namespace starnuma::kernel {

using base::Time;

namespace {

/// Number of host cache lines of an event target that an event touches first.
constexpr int kTargetLines = 3;

}  // namespace

QueuedDispatcher::QueuedDispatcher(const sc_core::sc_module_name& name)
    : sc_module(name), Dispatcher(true) {
  SC_HAS_PROCESS(QueuedDispatcher);
  SC_METHOD(deliver);  // triggered at the time of the earliest scheduled call or arrival
  sensitive << due_;
  dont_initialize();
}

void QueuedDispatcher::call_at(Time time, EventTarget& target, int tag, Envelope* message) {
  SN_CHECK(time >= now(), name(), ": a call for ", time.ps(), " ps asked for at ", now().ps(),
           " ps");
  calendar_.push({time, order_++, {&target, nullptr, message, tag}});
  const bool wakes = due_by_receiver_ == Time(0) || time < due_by_receiver_;
  if (!delivering_ && wakes) wake();
}

void QueuedDispatcher::keep_order(Envelope& message) {
  const auto from = static_cast<std::size_t>(message.source);
  const auto to = static_cast<std::size_t>(message.destination);
  if (from >= in_flight_.size()) in_flight_.resize(from + 1);
  if (to >= in_flight_[from].size()) in_flight_[from].resize(to + 1);
  std::vector<Latest>& of_way = in_flight_[from][to];
  const Time time = now();
  Latest* same_line = nullptr;
  for (std::size_t i = 0; i < of_way.size();) {
    if (of_way[i].arrival <= time) {
      of_way[i] = of_way.back();
      of_way.pop_back();
      continue;
    }
    if (of_way[i].key == message.interleave_key) same_line = &of_way[i];
    ++i;
  }
  if (same_line == nullptr) {
    of_way.push_back({message.time, message.interleave_key});
    return;
  }
  if (message.time < same_line->arrival) {
    message.advance(accounting::LatencyKind::kLineQueue, same_line->arrival - message.time);
  }
  same_line->arrival = message.time;
}

void QueuedDispatcher::wait_until(Time time) {
  if (time <= now()) return;
  if (alarm_.free.empty()) {
    alarm_.free.push_back(static_cast<int>(alarm_.waiters.size()));
    alarm_.waiters.emplace_back();
  }
  const int tag = alarm_.free.back();
  alarm_.free.pop_back();
  Alarm::Waiter& waiter = alarm_.waiters[static_cast<std::size_t>(tag)];
  waiter.fiber = running();
  call_at(time, alarm_, tag);
  if (waiter.fiber != nullptr) return wait();
  if (waiter.thread == nullptr) {
    waiter.thread = std::make_unique<sc_core::sc_event>(sc_core::sc_gen_unique_name("alarm"));
  }
  sc_core::wait(*waiter.thread);
}

void QueuedDispatcher::Alarm::due(int tag, Envelope*) {
  Waiter& waiter = waiters[static_cast<std::size_t>(tag)];
  free.push_back(tag);
  waiter.fiber != nullptr ? dispatcher.fibers_.resume(*waiter.fiber) : notify_now(*waiter.thread);
}

void QueuedDispatcher::run_some_fibers() {
  while (!ready_.empty() || !spawned_.empty()) {
    while (!ready_.empty()) {
      Fiber& fiber = *ready_.front();
      ready_.pop_front();
      fibers_.resume(fiber);
    }
    if (spawned_.empty()) return;
    Fibers::Body body = std::move(spawned_.front());
    spawned_.pop_front();
    fibers_.run(std::move(body));
  }
}

/// Prefetches the host memory that the next event touches first, while the current one is handled.
void QueuedDispatcher::prefetch_next() const {
  const Calendar<Next>::Due* const due = calendar_.next();
  if (due == nullptr) return;
  const Next& next = due->entry;
  if (next.target == &alarm_) {
    const Alarm::Waiter& waiter = alarm_.waiters[static_cast<std::size_t>(next.tag)];
    if (waiter.fiber != nullptr) Fibers::prefetch(*waiter.fiber);
    return;
  }
  base::prefetch_lines<kTargetLines>(next.target != nullptr
                                         ? static_cast<const void*>(next.target)
                                         : static_cast<const void*>(next.receiver));
  base::prefetch_lines<(sizeof(Envelope) - 1) / base::kHostLine + 1>(next.message);
}

void QueuedDispatcher::deliver() {
  due_by_receiver_ = Time(0);
  delivering_ = true;
  run_ready_fibers();
  allow_run_ahead();
  for (Calendar<Next>::Due due; calendar_.pop(std::max(now(), run_ahead.limit), due);
       run_ready_fibers()) {
    run_ahead.reached = std::max(run_ahead.reached, due.time);
    prefetch_next();
    const Next& next = due.entry;
    if (next.target != nullptr) {
      next.target->due(next.tag, next.message);
    } else {
      if (reroute_order_) reroute_order_->handled(*next.message);
      handle_now({*next.message, *next.receiver});
    }
  }
  delivering_ = false;
  wake();
}

/// Sets the limit to the last picosecond before the end of run_for() and the next SystemC event.
void QueuedDispatcher::allow_run_ahead() {
  const std::uint64_t span = sc_core::sc_time_to_pending_activity(simcontext()).value();
  const auto until_end =
      static_cast<std::uint64_t>(std::max(run_ahead.end - systemc_time(), Time(0)).ps());
  run_ahead.limit =
      systemc_time() + Time(static_cast<std::int64_t>(std::min(span, until_end))) - Time(1);
}

void QueuedDispatcher::wake() {
  if (idle()) return;
  const bool at_once = !ready_.empty() || !spawned_.empty();
  const Time next = at_once ? now() : std::max(calendar_.first_time(), now());
  if (due_by_receiver_ == next && next > Time(0)) return;
  due_by_receiver_ = next;
  due_.cancel();
  due_.notify(delay_until(next));
}

}  // namespace starnuma::kernel
