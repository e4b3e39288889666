// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/queued_dispatcher.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::kernel {

using base::Time;

QueuedDispatcher::QueuedDispatcher(const sc_core::sc_module_name& name)
    : sc_module(name), Dispatcher(true) {
  SC_HAS_PROCESS(QueuedDispatcher);
  SC_METHOD(deliver);  // triggered at the time of the earliest call or arrival
  sensitive << due_;
  dont_initialize();
}

void QueuedDispatcher::open_outbox() {
  begin();  // refuses a start from inside a handler, and sets the horizon
}

void QueuedDispatcher::call_at(Time time, Station& station, int tag, Envelope* message) {
  SN_CHECK(time >= now(), name(), ": a call for ", time.ps(), " ps asked for at ", now().ps(),
           " ps");
  calls_.push({time, order_++, &station, message, tag});
  if (!running_) wake();
}

void QueuedDispatcher::deliver() {
  due_at_ = Time(0);
  const Time time = now();
  for (;;) {
    handle_due();
    if (calls_.empty() || calls_.top().time > time) break;
    const Call call = calls_.top();
    calls_.pop();
    call.station->due(call.tag, call.message);
  }
  wake();
}

void QueuedDispatcher::wake() {
  if (idle()) return;
  Time next = queue_.empty() ? calls_.top().time : queue_.back().message->time;
  if (!calls_.empty()) next = std::min(next, calls_.top().time);
  next = std::max(next, now());
  if (due_at_ == next && next > Time(0)) return;
  due_at_ = next;
  due_.cancel();
  due_.notify(sc_core::sc_time::from_value(static_cast<std::uint64_t>((next - now()).ps())));
}

}  // namespace starnuma::kernel
