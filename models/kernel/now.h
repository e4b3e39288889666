// SPDX-License-Identifier: Apache-2.0
// Kernel time in the project's own type. Only shells and the kernel room may ask for it.
#pragma once

#include <systemc>

#include "models/base/quantities.h"

namespace starnuma::kernel {

inline base::Time now() {
  // Where the simulation keeps its time: sc_time_stamp() is a call of the library each time.
  static const sc_core::sc_time& time = sc_core::sc_get_curr_simcontext()->time_stamp();
  return base::Time(static_cast<std::int64_t>(time.value()));
}

/// Of a SystemC thread: returns when kernel time has come to `time`.
inline void wait_until(base::Time time) {
  if (time <= now()) return;
  sc_core::wait(sc_core::sc_time::from_value(static_cast<std::uint64_t>((time - now()).ps())));
}

}  // namespace starnuma::kernel
