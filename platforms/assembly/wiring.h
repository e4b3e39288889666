// SPDX-License-Identifier: Apache-2.0
// The wiring of a machine: its topology graph, made from the configuration. Pure; builds nothing.
#pragma once

#include <string>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/protocol/agents.h"
#include "models/transport/topology.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

struct Wiring {
  transport::Topology topology;
  std::vector<int> sockets;  ///< Graph node of each socket.
  std::vector<int> asics;
  std::vector<std::vector<int>> switches;  ///< By pool device.
  std::vector<int> devices;
  std::vector<int> memory_nodes;
  int fabric_switch = -1;                 ///< Graph node of the switch between servers, or none.
  std::vector<std::vector<int>> refused;  ///< By pool device: sockets that may not use its pages.
  std::vector<int> host_of_socket;
  std::vector<std::uint32_t> hosts_of_device;  ///< A bit for each host with an extent there.
  std::vector<std::uint32_t> hosts_of_region;  ///< By socket: for each host with a region there.
  std::vector<int> owner_of_edge;  ///< Pool device or memory node that a CXL or memory edge is of.
  protocol::AgentMap agents;
  accounting::LatencyKinds kinds;
  std::vector<accounting::LinkKind> kind_of_edge;
  accounting::AccessClasses classes;

  /// Graph node of a home: socket, pool device or memory node.
  int node_of(base::NodeId home) const;
  /// Graph node at which an agent sits.
  int node_of_agent(int agent) const;
  /// How a memory access of `requester` to `home` is classed when memory supplies the data: by the
  /// highest level that its way crosses, one hop inside a chassis, however many links that takes,
  /// and two hops between chassis; one that it does not reach by the highest there is.
  accounting::AccessClass class_of(base::SocketId requester, base::NodeId home) const;
  /// Whether `home` is in the socket's host, or the host has an extent or region of it.
  bool reaches(base::SocketId requester, base::NodeId home) const;
  /// The same of a graph node that is a socket, and of an agent.
  bool reaches_agent(int socket_node, int agent) const;
  /// Whether pages of `home` may be used on a socket: it reaches it and may go there.
  bool may_use(base::SocketId requester, base::NodeId home) const;
  /// The host that a home is in; of a pool device none: -1.
  int host_of(base::NodeId home) const;
  /// Short name of a home in tables: s3, pool, pool1, memory0.
  std::string name_of(base::NodeId home) const;
  /// The object that a home is in, below the machine: "socket3", "pool", "memory_node0".
  std::string object_of(base::NodeId home) const;
};

/// Sockets of a chassis are linked all to all or in a ring, and each has a link to its ASIC; every
/// two ASICs of a host share a NUMALink; attached sockets have CXL links to a pool device, over
/// switches where the device has them; memory nodes hang on the sockets they name; every socket has
/// a link to the fabric switch. `config` has passed check().
Wiring wire(const MachineConfig& config);

/// The links of an edge, below the machine: "cxl.socket3_pool".
std::string name_of_edge(const Wiring& wiring, int edge);

/// What accesses of this machine are classed by.
accounting::AccessClasses access_classes(const MachineConfig& config);

/// Rate and flight time of an edge's links.
const transport::LinkConfig& link_of(const MachineConfig& config, const Wiring& wiring, int edge);

}  // namespace starnuma::assembly
