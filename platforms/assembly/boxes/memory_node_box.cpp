// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/memory_node_box.h"

namespace starnuma::assembly {
namespace {

int ports(const Wiring& wiring, int node) {
  return MemoryNodeBox::kFirstLinkPort + static_cast<int>(wiring.topology.edges_at(node).size());
}

}  // namespace

MemoryNodeBox::MemoryNodeBox(const sc_core::sc_module_name& name, const Shared& shared, int index)
    : sc_module(name),
      fabric_(
          "fabric", transport::DelayConfig{},
          ports(shared.wiring, shared.wiring.memory_nodes[static_cast<std::size_t>(index)]),
          route_table(shared.wiring, shared.wiring.memory_nodes[static_cast<std::size_t>(index)],
                      kFirstLinkPort),
          accounting::LatencyKind::kCache),
      home_(shared, shared.wiring.agents.memory_node(index), shared.config.memory_node[index].home,
            fabric_, kHomePort) {}

}  // namespace starnuma::assembly
