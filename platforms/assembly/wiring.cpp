// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring.h"

#include "models/base/check.h"

namespace starnuma::assembly {

using transport::Topology;

namespace {

void add_sockets(Wiring& wiring, const MachineConfig& config) {
  for (int s = 0; s < config.topology.sockets(); ++s) {
    wiring.sockets.push_back(
        wiring.topology.add_node(Topology::NodeKind::kSocket, "socket" + std::to_string(s)));
  }
  for (int a = 0; a < config.topology.chassis * config.topology.asics_per_chassis; ++a) {
    wiring.asics.push_back(wiring.topology.add_node(
        Topology::NodeKind::kAsic, "asic" + std::to_string(a), config.flex_asic.latency));
  }
}

void link(Wiring& wiring, Topology::EdgeKind kind, int a, int b, base::Time latency) {
  const auto& nodes = wiring.topology.nodes();
  const std::string name = nodes[a].name + "_" + nodes[b].name;
  wiring.topology.add_edge(kind, name, a, b, latency);
}

void add_chassis_links(Wiring& wiring, const MachineConfig& config) {
  const TopologyConfig& t = config.topology;
  for (int c = 0; c < t.chassis; ++c) {
    const int first = c * t.sockets_per_chassis;
    for (int i = 0; i < t.sockets_per_chassis; ++i) {
      for (int j = i + 1; j < t.sockets_per_chassis; ++j) {
        link(wiring, Topology::EdgeKind::kUpi, wiring.sockets[first + i], wiring.sockets[first + j],
             config.upi.latency);
      }
    }
    for (int i = 0; i < t.sockets_per_chassis && t.asics_per_chassis > 0; ++i) {
      const int asic = c * t.asics_per_chassis + i * t.asics_per_chassis / t.sockets_per_chassis;
      link(wiring, Topology::EdgeKind::kUpi, wiring.sockets[first + i], wiring.asics[asic],
           config.upi.latency);
    }
  }
}

base::Time cxl_one_way(const PoolConfig& pool) {
  return pool.cpu_port.latency + pool.retimer.latency * pool.retimers + pool.link.latency +
         pool.device_port.latency;
}

}  // namespace

int Wiring::node_of(base::NodeId home) const {
  return agents.is_pool(home) ? devices[base::index_of(home) - agents.sockets]
                              : sockets[base::index_of(home)];
}

int Wiring::node_of_agent(int agent) const {
  if (agent < agents.sockets) return sockets[agent];
  return node_of(static_cast<base::NodeId>(agent - agents.sockets));
}

base::AccessClass Wiring::class_of(base::SocketId requester, base::NodeId home) const {
  const int from = sockets[base::index_of(requester)];
  const int to = node_of(home);
  if (agents.is_pool(home)) return base::AccessClass::kPool;
  if (from == to) return base::AccessClass::kLocal;
  return topology.crosses(from, to, Topology::EdgeKind::kNumalink) ? base::AccessClass::kTwoHop
                                                                   : base::AccessClass::kOneHop;
}

Wiring wire(const MachineConfig& config) {
  if (config.topology.sockets() > protocol::kMaxSockets) {
    throw base::InputError("machine.topology: " + std::to_string(config.topology.sockets()) +
                           " sockets, at most " + std::to_string(protocol::kMaxSockets));
  }
  if (config.topology.chassis > 1 && config.topology.asics_per_chassis == 0) {
    throw base::InputError("machine.topology: several chassis need asics_per_chassis above 0");
  }
  Wiring wiring;
  wiring.agents = {config.topology.sockets(), config.pool ? 1 : 0};
  add_sockets(wiring, config);
  add_chassis_links(wiring, config);
  for (std::size_t i = 0; i < wiring.asics.size(); ++i) {
    for (std::size_t j = i + 1; j < wiring.asics.size(); ++j) {
      link(wiring, Topology::EdgeKind::kNumalink, wiring.asics[i], wiring.asics[j],
           config.numalink.latency);
    }
  }
  if (config.pool) {
    wiring.devices.push_back(wiring.topology.add_node(Topology::NodeKind::kDevice, "pool"));
    for (int socket : wiring.sockets) {
      link(wiring, Topology::EdgeKind::kCxl, socket, wiring.devices[0], cxl_one_way(*config.pool));
    }
  }
  return wiring;
}

}  // namespace starnuma::assembly
