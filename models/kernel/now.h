// SPDX-License-Identifier: Apache-2.0
// Current kernel time as base::Time. Only SystemC modules and models/kernel may read it.
#pragma once

#include <systemc>

#include "models/base/quantities.h"

namespace starnuma::kernel {

inline base::Time now() {
  // Caches a reference to the kernel's time, because sc_time_stamp() is a library call.
  static const sc_core::sc_time& time = sc_core::sc_get_curr_simcontext()->time_stamp();
  return base::Time(static_cast<std::int64_t>(time.value()));
}

/// Waits until kernel time reaches `time`. Precondition: the caller is a SystemC thread.
inline void wait_until(base::Time time) {
  if (time <= now()) return;
  sc_core::wait(sc_core::sc_time::from_value(static_cast<std::uint64_t>((time - now()).ps())));
}

}  // namespace starnuma::kernel
