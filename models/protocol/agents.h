// SPDX-License-Identifier: Apache-2.0
// Numbering of the fabric's end points: caching agents, socket homes, pool devices.
#pragma once

#include "models/base/ids.h"

namespace starnuma::protocol {

struct AgentMap {
  int sockets = 0;
  int devices = 0;

  constexpr int count() const { return 2 * sockets + devices; }
  constexpr base::AgentId caching_agent(base::SocketId socket) const {
    return static_cast<base::AgentId>(socket);
  }
  constexpr base::AgentId home_of(base::NodeId node) const {
    return static_cast<base::AgentId>(sockets + base::index_of(node));
  }
  constexpr base::NodeId device_node(int device) const {
    return static_cast<base::NodeId>(sockets + device);
  }
  constexpr bool is_pool(base::NodeId node) const { return base::index_of(node) >= sockets; }
};

}  // namespace starnuma::protocol
