// SPDX-License-Identifier: Apache-2.0
// Requests of a caching agent for lines and for ownership, and their grants.
//
// Contract:
// - send() returns when the line is granted. The core has its copy then.
// - A line with an outstanding request has a miss register. If it is present, its tag is pinned.
// - A deferred snoop of the line is answered after the grant and may invalidate the line again.
// - Timing: a request is complete when the last of its grant and acknowledgements has passed the
//   on-die fabric.
#pragma once

#include "models/cache/device_windows.h"
#include "models/cache/evictions.h"
#include "models/cache/miss_book.h"

namespace starnuma::cache {

class Requests {
 public:
  /// `context`, `lines`, `evictions` and `windows` must outlive this object.
  Requests(AgentContext& context, SocketLines& lines, Evictions& evictions, DeviceWindows& windows,
           LineStoresAre line_stores)
      : context_(context),
        lines_(lines),
        evictions_(evictions),
        windows_(windows),
        fetches_line_stores_(line_stores != LineStoresAre::kUnfetched),
        book_(context) {}

  void add_observer(kernel::MissObserver& observer) { book_.add_observer(observer); }
  /// Sends a request to the line's home and waits for its completion. `here` is the line's entry if
  /// the line is present without write permission.
  void send(protocol::Access& access, int core, SocketEntry* here);
  /// Suspends the access of the register until its line is granted or its eviction acknowledged.
  void wait_for_home(MissRegister& pending) {
    windows_.count_during(pending.address, [&] { lines_.waits.wait_for_home(pending); });
  }
  /// Handles data, ownership or an acknowledgement for the waiting access. The last one completes
  /// it.
  void granted(const kernel::Envelope& envelope, const protocol::Message& message,
               kernel::Outbox& outbox);

 private:
  void complete(MissRegister& pending, kernel::Outbox& outbox);
  [[gnu::cold]] void complete_current(MissRegister& pending);
  [[gnu::cold]] void complete_poisoned(MissRegister& pending, kernel::Outbox& outbox);
  SocketEntry& install(const MissRegister& pending, kernel::Outbox& outbox);
  void hand_over(const MissRegister& pending, SocketEntry& entry);

  AgentContext& context_;
  SocketLines& lines_;
  Evictions& evictions_;
  DeviceWindows& windows_;
  bool fetches_line_stores_;  ///< Stores of whole lines of pool devices fetch their line.
  MissBook book_;
};

}  // namespace starnuma::cache
