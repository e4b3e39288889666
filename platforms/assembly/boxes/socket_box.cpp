// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/socket_box.h"

#include "platforms/assembly/boxes/plug.h"

namespace starnuma::assembly {
namespace {

cache::CachingAgentPlace caching_agent_place(const Shared& shared, base::SocketId id) {
  cache::CachingAgentPlace place;
  place.socket = id;
  const SocketConfig& socket = shared.config.socket[base::index_of(id)];
  place.cores = socket.cores;
  place.os_ports = shared.os_ports(id);
  place.hosts = shared.page_map.memory().hosts();
  place.pooled = shared.pooled;
  if (shared.uncached() != nullptr) {
    place.uncached_ports = place.cores + (shared.is_first_of_host(id) ? place.os_ports : 0);
  }
  const auto dev_load = socket.shared_cache.dev_load.value_or(cache::DevLoadIs::kFollowed);
  if (shared.queued() && dev_load == cache::DevLoadIs::kFollowed) {
    place.device_requests = socket.cores * socket.private_caches.mshrs;
  }
  place.frequency = socket.core.frequency;
  place.agents = shared.wiring.agents;
  place.classes = shared.wiring.classes;
  for (int node = 0; node < shared.config.nodes(); ++node) {
    place.class_of_home.push_back(shared.wiring.class_of(id, static_cast<base::NodeId>(node)));
  }
  return place;
}

std::vector<base::NodeId> refused_homes(const Wiring& wiring, base::SocketId socket) {
  std::vector<base::NodeId> homes;
  for (int n = 0; n < wiring.agents.nodes(); ++n) {
    const auto home = static_cast<base::NodeId>(n);
    if (wiring.reaches(socket, home) && !wiring.may_use(socket, home)) homes.push_back(home);
  }
  return homes;
}

}  // namespace

SocketBox::SocketBox(const sc_core::sc_module_name& name, const Shared& shared, base::SocketId id)
    : sc_module(name) {
  const SocketConfig& socket = shared.config.socket[base::index_of(id)];
  const int node = shared.wiring.sockets[base::index_of(id)];
  const int ports = kFirstLinkPort + static_cast<int>(shared.wiring.topology.edges_at(node).size());
  fabric_ = std::make_unique<transport::Router>("fabric", transport::DelayConfig{}, ports,
                                                route_table(shared.wiring, node, kFirstLinkPort),
                                                accounting::LatencyKind::kCache);
  caching_agent_ = std::make_unique<cache::CachingAgent>(
      "caching_agent", socket.shared_cache, caching_agent_place(shared, id), shared.dispatcher);
  make_cores(shared, id);
  home_ = std::make_unique<HomeParts>(shared, static_cast<base::NodeId>(id), socket.home);
  join_fabric(shared, id);
}

/// Connects the agents to the fabric, through the maps of a logical pool if there are any.
void SocketBox::join_fabric(const Shared& shared, base::SocketId id) {
  const Plug agent_port = port(*fabric_, kCachingAgentPort);
  const Plug home_port = port(*fabric_, kHomePort);
  const Plug agent{&caching_agent_->to_fabric, &caching_agent_->from_fabric};
  const Plug home{&home_->home().to_fabric, &home_->home().from_fabric};
  if (shared.pooled == nullptr) {
    join(agent, agent_port);
    return join(home, home_port);
  }
  maps_ = std::make_unique<MapBoxes>(shared, id, home_->home());
  join(agent, {&maps_->coarse.to_agent, &maps_->coarse.from_agent});
  join({&maps_->coarse.to_fabric, &maps_->coarse.from_fabric}, agent_port);
  join(home, {&maps_->fine.to_home, &maps_->fine.from_home});
  join({&maps_->fine.to_fabric, &maps_->fine.from_fabric}, home_port);
}

void SocketBox::make_cores(const Shared& shared, base::SocketId id) {
  const SocketConfig& socket = shared.config.socket[base::index_of(id)];
  for (int c = 0; c < socket.cores; ++c) {
    const auto core_id = static_cast<base::CoreId>(base::index_of(id) * socket.cores + c);
    cores_.push_back(shared.make_core(numbered("core", c).c_str(), socket.core, core_id));
    mmus_.push_back(std::make_unique<translation::Mmu>(numbered("mmu", c).c_str(),
                                                       socket.translation, socket.core.frequency,
                                                       shared.map_of(core_id)));
    private_caches_.push_back(std::make_unique<cache::PrivateCaches>(
        numbered("private_caches", c).c_str(), socket.private_caches, socket.core.frequency));
    if (kernel::QueuedDispatcher* queued = shared.dispatcher.queued()) {
      cores_.back()->deliver_in(*queued);
    }
    mmus_.back()->deliver_in(shared.dispatcher);
    private_caches_.back()->deliver_in(shared.dispatcher);
    mmus_.back()->set_socket(id);
    mmus_.back()->refuse(refused_homes(shared.wiring, id));
    cores_.back()->mem_side.bind(mmus_.back()->cpu_side);
    mmus_.back()->mem_side.bind(private_caches_.back()->cpu_side);
    if (shared.metadata != nullptr) {
      tracking_.push_back(std::make_unique<TrackingBox>(numbered("tracking", c).c_str(), shared,
                                                        core_id, *mmus_.back()));
      if (auto* home_side = tracking_.back()->home_side()) {
        home_side->bind(caching_agent_->uncached_side[static_cast<std::size_t>(c)]);
      }
    }
    private_caches_.back()->mem_side.bind(caching_agent_->cpu_side[static_cast<std::size_t>(c)]);
  }
}

}  // namespace starnuma::assembly
