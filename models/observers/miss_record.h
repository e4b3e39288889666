// SPDX-License-Identifier: Apache-2.0
// Record of a demand access that missed the LLC; it remains valid after the access.
#pragma once

#include "models/kernel/miss_observer.h"

namespace starnuma::observers {

struct MissRecord {
  std::uint64_t transaction = 0;
  base::Time issued;  ///< Time at which the core issued the access.
  base::Time done;    ///< Time at which the data arrived.
  base::VirtualAddress address;
  base::LineAddress line;
  base::CoreId core{};
  base::SocketId requester{};
  base::NodeId home{};
  accounting::AccessClass access_class{};
  accounting::Ledger ledger;

  static MissRecord of(const kernel::Miss& miss) {
    return {miss.transaction, miss.done - miss.latency, miss.done, miss.address,      miss.line,
            miss.core,        miss.requester,           miss.home, miss.access_class, miss.ledger};
  }
  base::Time latency() const { return done - issued; }
};

}  // namespace starnuma::observers
