// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/socket_box.h"

#include <algorithm>

namespace starnuma::assembly {
namespace {

cache::CachingAgentPlace caching_agent_place(const Shared& shared, base::SocketId id) {
  cache::CachingAgentPlace place;
  place.socket = id;
  place.cores = shared.config.socket.cores;
  place.frequency = shared.config.socket.core.frequency;
  place.agents = shared.wiring.agents;
  for (int node = 0; node < shared.config.nodes(); ++node) {
    place.class_of_home.push_back(shared.wiring.class_of(id, static_cast<base::NodeId>(node)));
  }
  return place;
}

std::string numbered(const char* name, int i) { return name + std::to_string(i); }

}  // namespace

std::vector<int> route_table(const Wiring& wiring, int node, int first_link) {
  std::vector<int> table;
  const std::vector<int> edges = wiring.topology.edges_at(node);
  for (int agent = 0; agent < wiring.agents.count(); ++agent) {
    const int destination = wiring.node_of_agent(agent);
    if (destination == node) {
      table.push_back(agent < wiring.agents.sockets ? kCachingAgentPort : kHomePort);
      continue;
    }
    const int edge = wiring.topology.routes_to(destination)[node].edge;
    const auto port = std::find(edges.begin(), edges.end(), edge);
    table.push_back(port == edges.end() ? transport::Router::kNoRoute
                                        : first_link + static_cast<int>(port - edges.begin()));
  }
  return table;
}

SocketBox::SocketBox(const sc_core::sc_module_name& name, const Shared& shared, base::SocketId id)
    : sc_module(name) {
  const int node = shared.wiring.sockets[base::index_of(id)];
  const int ports = kFirstLinkPort + static_cast<int>(shared.wiring.topology.edges_at(node).size());
  fabric_ = std::make_unique<transport::Router>("fabric", transport::DelayConfig{}, ports,
                                                route_table(shared.wiring, node, kFirstLinkPort));
  caching_agent_ =
      std::make_unique<cache::CachingAgent>("caching_agent", shared.config.socket.shared_cache,
                                            caching_agent_place(shared, id), shared.dispatcher);
  caching_agent_->to_fabric.bind(fabric_->in[kCachingAgentPort]);
  fabric_->out[kCachingAgentPort].bind(caching_agent_->from_fabric);
  make_cores(shared, id);
  make_home(shared, id);
}

void SocketBox::make_cores(const Shared& shared, base::SocketId id) {
  const SocketConfig& socket = shared.config.socket;
  for (int c = 0; c < socket.cores; ++c) {
    const auto core_id = static_cast<base::CoreId>(base::index_of(id) * socket.cores + c);
    cores_.push_back(shared.make_core(numbered("core", c).c_str(), socket.core, core_id));
    mmus_.push_back(std::make_unique<translation::Mmu>(
        numbered("mmu", c).c_str(), socket.translation, socket.core.frequency, shared.page_map));
    private_caches_.push_back(std::make_unique<cache::PrivateCaches>(
        numbered("private_caches", c).c_str(), socket.private_caches, socket.core.frequency));
    cores_.back()->mem_side.bind(mmus_.back()->cpu_side);
    mmus_.back()->mem_side.bind(private_caches_.back()->cpu_side);
    private_caches_.back()->mem_side.bind(caching_agent_->cpu_side[static_cast<std::size_t>(c)]);
  }
}

void SocketBox::make_home(const Shared& shared, base::SocketId id) {
  const MemoryConfig& memory = shared.config.socket.memory;
  home::HomePlace place;
  place.node = static_cast<base::NodeId>(id);
  place.agents = shared.wiring.agents;
  place.channels = memory.channels;
  place.interleave = memory.interleave;
  place.lines = shared.page_map.frames_on(place.node) * base::kLinesPerPage;
  home_ = std::make_unique<home::SocketHome>("home", shared.config.socket.home, place,
                                             shared.dispatcher);
  home_->to_fabric.bind(fabric_->in[kHomePort]);
  fabric_->out[kHomePort].bind(home_->from_fabric);
  for (int c = 0; c < memory.channels; ++c) {
    channels_.push_back(
        std::make_unique<memory::Ddr5Channel>(numbered("memory", c).c_str(), memory.channel));
    home_->mem_side[static_cast<std::size_t>(c)].bind(channels_.back()->mem_side);
  }
}

}  // namespace starnuma::assembly
