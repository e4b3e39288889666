// SPDX-License-Identifier: Apache-2.0
// Kernel time in tests of a single component: no process runs, the test calls sockets itself.
#pragma once

#include <systemc>

#include "models/base/quantities.h"

namespace starnuma::test {

/// Elaborates the objects of the test; afterwards sockets may send.
inline void elaborate() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

/// Advances the current kernel time.
inline void let_pass(base::Time span) {
  sc_core::sc_start(sc_core::sc_time::from_value(static_cast<std::uint64_t>(span.ps())));
}

}  // namespace starnuma::test
