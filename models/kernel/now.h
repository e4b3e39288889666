// SPDX-License-Identifier: Apache-2.0
// Simulated time as base::Time. Only SystemC modules and models/kernel may read it.
//
// Queued delivery may run ahead of SystemC time: QueuedDispatcher handles scheduled events up to
// the next SystemC event without a SystemC time step for each. Simulated time is the later one of
// both times. Models notify SystemC events with notify_now(), notify_next_delta() and delay_until()
// only, which stop it in time (checked).
#pragma once

#include <algorithm>
#include <systemc>

#include "models/base/quantities.h"

namespace starnuma::kernel {

struct RunAhead {
  base::Time reached;  ///< Time that queued delivery has reached.
  base::Time limit;    ///< Latest time that it may reach; SystemC has no event up to then.
  base::Time end;      ///< End of the current run_for().
};
inline RunAhead run_ahead;

inline base::Time systemc_time() {
  // Caches a reference to the kernel's time, because sc_time_stamp() is a library call.
  static const sc_core::sc_time& time = sc_core::sc_get_curr_simcontext()->time_stamp();
  return base::Time(static_cast<std::int64_t>(time.value()));
}

inline base::Time now() { return std::max(systemc_time(), run_ahead.reached); }

/// Returns the SystemC delay after which it is `time`, for an event before which queued delivery
/// does not run ahead. Precondition: `time` is not in the past.
inline sc_core::sc_time delay_until(base::Time time) {
  run_ahead.limit = std::min(run_ahead.limit, time - base::Time(1));
  return sc_core::sc_time::from_value(static_cast<std::uint64_t>((time - systemc_time()).ps()));
}

/// Notifies an event. The processes that it wakes run before queued delivery runs ahead.
inline void notify_now(sc_core::sc_event& event) {
  run_ahead.limit = base::Time(0);
  event.notify();
}
inline void notify_next_delta(sc_core::sc_event& event) {
  run_ahead.limit = base::Time(0);
  event.notify(sc_core::SC_ZERO_TIME);
}

/// Waits until simulated time reaches `time`. Precondition: the caller is a SystemC thread.
inline void wait_until(base::Time time) {
  if (time > now()) sc_core::wait(delay_until(time));
}

/// Advances simulated time by `span`; queued delivery may run ahead within it.
inline void run_for(base::Time span) {
  const base::Time end = now() + span;
  run_ahead.end = end;
  sc_core::sc_start(delay_until(end));
}

}  // namespace starnuma::kernel
