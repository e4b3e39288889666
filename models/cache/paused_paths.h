// SPDX-License-Identifier: Apache-2.0
// Accesses of a socket that wait for paused paths to homes, as during the reset of a head.
//
// Contract: in queued delivery an access waits until opened(), in immediate delivery until the time
// at which its path opens. The dispatcher must outlive this object and know the damage of the run.
#pragma once

#include <algorithm>

#include "models/kernel/execution.h"
#include "models/protocol/access.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

class PausedPaths {
 public:
  PausedPaths(base::SocketId socket, kernel::Dispatcher& dispatcher)
      : socket_(socket), dispatcher_(dispatcher), execution_(dispatcher) {}

  /// Holds an access while the path to its home is paused. Returns true if the access waited.
  bool hold(protocol::Access& access) {
    ras::Damage& damage = *dispatcher_.damage();
    const base::NodeId home = access.line.node();
    const auto paused = [&] { return damage.way(socket_, home) == ras::Damage::Way::kPaused; };
    const base::Time end = std::max(damage.opens_at(socket_, home), access.time);
    if (!paused() || (!execution_.overlaps() && end == access.time)) return false;
    damage.held(socket_, access.line, access.time);
    execution_.wait_while(waiting_, paused);
    const base::Time wait = execution_.now(end) - access.time;
    access.mshr_queue += wait;
    access.time += wait;
    return true;
  }
  /// Resumes the accesses whose path has opened.
  void opened() { execution_.wake(waiting_); }

 private:
  base::SocketId socket_;
  kernel::Dispatcher& dispatcher_;
  kernel::Execution execution_;
  kernel::WaitingFibers waiting_;
};

}  // namespace starnuma::cache
