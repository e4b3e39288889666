// SPDX-License-Identifier: Apache-2.0
// The wiring of a machine: its topology graph, made from the configuration. Pure; builds nothing.
#pragma once

#include <vector>

#include "models/base/access_class.h"
#include "models/protocol/agents.h"
#include "models/transport/topology.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

struct Wiring {
  transport::Topology topology;
  std::vector<int> sockets;  ///< Graph node of each socket.
  std::vector<int> asics;
  std::vector<int> devices;
  protocol::AgentMap agents;

  /// Graph node of a home: socket or pool device.
  int node_of(base::NodeId home) const;
  /// Graph node at which an agent sits.
  int node_of_agent(int agent) const;
  /// How a memory access of `requester` to `home` is classed when memory supplies the data.
  base::AccessClass class_of(base::SocketId requester, base::NodeId home) const;
};

/// In a chassis every two sockets share a UPI-like link and each socket has one to its ASIC; every
/// two ASICs share a NUMALink; each socket has a CXL link to the pool device.
Wiring wire(const MachineConfig& config);

}  // namespace starnuma::assembly
