// SPDX-License-Identifier: Apache-2.0
// What an MMU tells a passive observer of the accesses of its core.
//
// Contract: called when an access is done, in the order in which accesses take effect; the observer
// never drives.
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
