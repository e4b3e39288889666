// SPDX-License-Identifier: Apache-2.0
// Snoops of the caching agent to a core's private caches: the backward path of the socket between
// them.
//
// Contract:
// - A leaf call: the private caches answer at once and send nothing.
// - No copy remains after an invalidation, no writable copy after a downgrade.
#pragma once

#include "models/base/ids.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::cache {

struct PrivateSnoop : kernel::Backward<protocol::Access> {
  enum class Demand { kDowngrade, kInvalidate };
  /// Returns true if the copy was dirty; false if there is none.
  virtual bool snoop(base::LineAddress line, Demand demand) = 0;
};

}  // namespace starnuma::cache
