// SPDX-License-Identifier: Apache-2.0
// Interface by which an MMU reports the accesses of its core to a passive observer.
//
// Contract: accessed() is called when an access completes, in the order in which accesses take
// effect. The observer does not affect the simulation.
#pragma once

#include "models/base/ids.h"
#include "models/protocol/access.h"

namespace starnuma::protocol {

class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  virtual void accessed(const Access& access, base::SocketId socket) = 0;
};

}  // namespace starnuma::protocol
