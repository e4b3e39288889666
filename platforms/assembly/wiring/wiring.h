// SPDX-License-Identifier: Apache-2.0
// Wiring of a machine: its topology graph, derived from the configuration. Creates no modules.
#pragma once

#include <string>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/base/ids.h"
#include "models/transport/topology.h"
#include "models/transport/virtual_networks.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

struct Wiring {
  transport::Topology topology;
  transport::VirtualNetworks networks;  ///< Virtual networks of the routes in queued delivery.
  std::vector<int> sockets;             ///< Graph node of each socket.
  std::vector<int> asics;
  std::vector<std::vector<int>> switches;  ///< Switches by pool device.
  std::vector<int> cxl_fabric;             ///< Switches of the fabric to all devices.
  std::vector<int> devices;
  std::vector<int> memory_nodes;
  int fabric_switch = -1;  ///< Graph node of the switch between servers, or -1.
  /// Sockets that must not use a device's pages, by pool device.
  std::vector<std::vector<int>> refused;
  std::vector<int> host_of_socket;
  /// Bit mask of the hosts with an extent on each device.
  std::vector<std::uint32_t> hosts_of_device;
  /// Bit mask of the hosts with a region on each socket.
  std::vector<std::uint32_t> hosts_of_region;
  /// Pool device or memory node of a CXL or memory edge, device 0 for edges of the fabric that
  /// lead to no device; -1 for others.
  std::vector<int> owner_of_edge;
  /// Listed link of an edge; -1 for links of the topology.
  std::vector<int> listed_of_edge;
  base::AgentMap agents;
  accounting::LatencyKinds kinds;
  std::vector<accounting::LinkKind> kind_of_edge;
  accounting::AccessClasses classes;

  /// Returns the graph node of a home: socket, pool device or memory node.
  int node_of(base::NodeId home) const;
  /// Returns the graph node of an agent.
  int node_of_agent(int agent) const;
  /// Returns the class of a memory access of `requester` to `home` that memory serves: the highest
  /// level on its path. Inside a chassis that is one hop regardless of the number of links, between
  /// chassis two hops. An unreachable home has the highest class.
  accounting::AccessClass class_of(base::SocketId requester, base::NodeId home) const;
  /// Returns true if `home` is in the socket's host, or the host has an extent or region on it.
  bool reaches(base::SocketId requester, base::NodeId home) const;
  /// Returns true if an agent is reachable from a graph node that is a socket.
  bool reaches_agent(int socket_node, int agent) const;
  /// Returns true if the socket reaches `home` and may use its pages.
  bool may_use(base::SocketId requester, base::NodeId home) const;
  /// Returns the host of a home; -1 for a pool device.
  int host_of(base::NodeId home) const;
  /// Returns the short name of a home in tables: s3, pool, pool1, memory0.
  std::string name_of(base::NodeId home) const;
  /// Returns the object name of a home below the machine: "socket3", "pool", "memory_node0".
  std::string object_of(base::NodeId home) const;
};

/// Creates the wiring. The sockets of a chassis are linked all to all or in a ring, and each has a
/// link to its ASIC. Every two ASICs of a host share a NUMALink. Attached sockets have CXL links to
/// a pool device, through switches if the device or the machine has them. Memory nodes are linked
/// to the sockets that they name, and every socket to the fabric switch. Listed links follow.
/// Precondition: `config` has passed check().
Wiring wire(const MachineConfig& config);

/// Returns the graph node of this name, or -1.
int node_named(const transport::Topology& topology, const std::string& name);

/// Returns the name of an edge's links below the machine: "cxl.socket3_pool".
std::string name_of_edge(const Wiring& wiring, int edge);

/// Returns the access classes of this machine.
accounting::AccessClasses access_classes(const MachineConfig& config);

/// Returns the rate and flight time of an edge's links.
const transport::LinkConfig& link_of(const MachineConfig& config, const Wiring& wiring, int edge);

}  // namespace starnuma::assembly
