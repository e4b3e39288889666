// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/queued_dispatcher.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::kernel {

using base::Time;

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
  if (!delivering_) wake();
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
    alarm_.free.push_back(static_cast<int>(alarm_.waiting.size()));
    alarm_.waiting.push_back(nullptr);
  }
  const int tag = alarm_.free.back();
  alarm_.free.pop_back();
  alarm_.waiting[static_cast<std::size_t>(tag)] = running();
  call_at(time, alarm_, tag);
  wait();
}

void QueuedDispatcher::Alarm::due(int tag, Envelope*) {
  Fiber& fiber = *waiting[static_cast<std::size_t>(tag)];
  free.push_back(tag);
  dispatcher.fibers_.resume(fiber);
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

void QueuedDispatcher::deliver() {
  due_by_receiver_ = Time(0);
  delivering_ = true;
  const Time time = now();
  run_ready_fibers();
  for (Calendar<Next>::Due due; calendar_.pop(time, due); run_ready_fibers()) {
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

void QueuedDispatcher::wake() {
  if (idle()) return;
  const bool at_once = !ready_.empty() || !spawned_.empty();
  const Time next = at_once ? now() : std::max(calendar_.first_time(), now());
  if (due_by_receiver_ == next && next > Time(0)) return;
  due_by_receiver_ = next;
  due_.cancel();
  due_.notify(sc_core::sc_time::from_value(static_cast<std::uint64_t>((next - now()).ps())));
}

}  // namespace starnuma::kernel
