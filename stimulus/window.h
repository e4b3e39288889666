// SPDX-License-Identifier: Apache-2.0
// How a team opens the measured window: together, with nothing under way.
#pragma once

namespace starnuma::stimulus {

/// Called by every thread of the team.
template <class Thread>
void open_window(Thread& thread) {
  thread.barrier();
  if (thread.index() == 0) thread.begin_measurement();
  thread.barrier();
}

}  // namespace starnuma::stimulus
