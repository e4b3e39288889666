// SPDX-License-Identifier: Apache-2.0
// Numbering of the endpoints of the fabric: the caching agents, then the homes of all nodes in the
// order sockets, pool devices, memory nodes.
#pragma once

#include "models/base/ids.h"

namespace starnuma::protocol {

struct AgentMap {
  int sockets = 0;
  int devices = 0;
  int memory_nodes = 0;

  constexpr int nodes() const { return sockets + devices + memory_nodes; }
  constexpr int count() const { return sockets + nodes(); }
  static constexpr base::AgentId caching_agent(base::SocketId socket) {
    return static_cast<base::AgentId>(socket);
  }
  constexpr base::AgentId home_of(base::NodeId node) const {
    return static_cast<base::AgentId>(sockets + base::index_of(node));
  }
  constexpr base::NodeId device_node(int device) const {
    return static_cast<base::NodeId>(sockets + device);
  }
  constexpr base::NodeId memory_node(int index) const {
    return static_cast<base::NodeId>(sockets + devices + index);
  }
  constexpr bool is_pool(base::NodeId node) const {
    const int device = base::index_of(node) - sockets;
    return device >= 0 && device < devices;
  }
};

}  // namespace starnuma::protocol
