// SPDX-License-Identifier: Apache-2.0
// Collective start of the measurement window, without outstanding accesses.
#pragma once

namespace starnuma::stimulus {

/// Starts the window. Every thread of the team must call it.
template <class Thread>
void open_window(Thread& thread) {
  thread.barrier();
  if (thread.index() == 0) thread.begin_measurement();
  thread.barrier();
}

}  // namespace starnuma::stimulus
