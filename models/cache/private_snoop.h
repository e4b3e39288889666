// SPDX-License-Identifier: Apache-2.0
// What the socket's caching agent asks of a core's private caches: the backward path of the socket
// between them.
//
// Contract: a leaf call. The private caches answer at once, send nothing, and keep no copy after an
// invalidation and no writable copy after a downgrade.
#pragma once

#include "models/base/ids.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::cache {

struct PrivateSnoop : kernel::Backward<protocol::Access> {
  enum class Demand { kDowngrade, kInvalidate };
  /// Returns whether the copy was dirty; false where there is none.
  virtual bool snoop(base::LineAddress line, Demand demand) = 0;
};

}  // namespace starnuma::cache
