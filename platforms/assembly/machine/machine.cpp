// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/machine/machine.h"

#include <algorithm>

#include "platforms/assembly/config/index.h"
#include "platforms/assembly/config/link_kinds.h"

namespace starnuma::assembly {

using transport::Topology;

Machine::Machine(const sc_core::sc_module_name& name, const Shared& made_from)
    : sc_module(name),
      wiring_(made_from.wiring),
      in_time_(made_from.dispatcher.queued()),
      reach_(made_from.page_map.memory().hosts()),
      pooled_(make_pooled_memory(made_from.config, reach_)) {
  Shared shared = made_from;
  shared.pooled = pooled_.get();
  shared.credit_classes = credit_classes(shared);
  // Map lookups take different times, with or without queued links.
  if (pooled_ != nullptr && in_time_ != nullptr) in_time_->keep_order_of_lines();
  for (const accounting::LinkRow& kind : shared.wiring.kinds.links()) {
    links_.push_back(std::make_unique<LinkGroup>(kind.name.c_str()));
  }
  for (int h = 0; shared.config.several_hosts() && h < shared.config.host_count(); ++h) {
    const std::string group = "host_" + shared.config.host_name(h);
    hosts_.push_back(std::make_unique<HostGroup>(group.c_str()));
  }
  make_routers(shared);
  make_links(shared);
  for (int h = 0; h < shared.config.host_count(); ++h) {
    os_cores_.push_back(
        HostGroup::make_in(group_of(h), [&] { return make_os_core(shared, sockets_, h); }));
  }
  region_mover_ = make_region_mover(shared, sockets_);
  copies_ = std::make_unique<CopyChecks>(shared, reach_);
  if (copies_->stale_reads() != nullptr) observe_accesses(*copies_->stale_reads());
  if (copies_->checks_coherence()) {
    for (const auto& socket : sockets_) {
      for (const auto& mmu : socket->mmus()) mmu->check_translations();
    }
  }
  collect_statistics(*this);
}

Machine::~Machine() = default;

/// Creates a router or device for every topology node: sockets, ASICs, switches, pool devices,
/// memory nodes, the fabric switch.
void Machine::make_routers(const Shared& shared) {
  const Wiring& wiring = shared.wiring;
  const auto& nodes = wiring.topology.nodes();
  routers_.resize(nodes.size());
  for (int s = 0; s < shared.config.sockets(); ++s) {
    sockets_.push_back(HostGroup::make_in(group_of(shared.config.host_of(s)), [&] {
      return std::make_unique<SocketBox>(numbered("socket", s).c_str(), shared,
                                         static_cast<base::SocketId>(s));
    }));
    routers_[at(wiring.sockets[at(s)])] = &sockets_.back()->fabric();
    for (const auto& tracking : sockets_.back()->tracking()) tracking_.push_back(tracking.get());
  }
  const accounting::LinkRow numalink =
      link_row(shared.config.numalink, Topology::EdgePlace::kBetweenChassis);
  const accounting::LatencyKind asic_kind = accounting::wire_of(wiring.kinds.link(numalink.name));
  const auto make_box = [&](int node, const transport::DelayConfig& config,
                            accounting::LatencyKind kind) {
    const int ports = static_cast<int>(wiring.topology.edges_at(node).size());
    own_routers_.push_back(std::make_unique<transport::Router>(
        nodes[at(node)].name.c_str(), config, ports, route_table(wiring, node, 0), kind));
    routers_[at(node)] = own_routers_.back().get();
  };
  for (const int node : wiring.asics) make_box(node, shared.config.flex_asic, asic_kind);
  for (const int node : wiring.cxl_fabric) {
    routers_[at(node)] = make_switch(shared, node, shared.config.cxl_fabric->box, links_);
  }
  for (int d = 0; d < shared.config.pool.count; ++d) {
    for (const int node : wiring.switches[at(d)]) {
      routers_[at(node)] = make_switch(shared, node, shared.config.pool[d].cxl_switch->box, links_);
    }
    const std::string& device = nodes[at(wiring.devices[at(d)])].name;
    pools_.push_back(std::make_unique<PoolBox>(device.c_str(), shared, d));
  }
  for (int m = 0; m < shared.config.memory_node.count; ++m) {
    const int node = wiring.memory_nodes[at(m)];
    memory_nodes_.push_back(
        std::make_unique<MemoryNodeBox>(nodes[at(node)].name.c_str(), shared, m));
    routers_[at(node)] = &memory_nodes_.back()->fabric();
  }
  if (wiring.fabric_switch == -1) return;
  const int any_edge = wiring.topology.edges_at(wiring.fabric_switch).front();
  make_box(wiring.fabric_switch, shared.config.fabric_switch->box,
           accounting::wire_of(wiring.kind_of_edge[at(any_edge)]));
}

void Machine::make_links(const Shared& shared) {
  const Wiring& wiring = shared.wiring;
  const auto& edges = wiring.topology.edges();
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    const Topology::Edge& edge = edges[at(e)];
    const Plug near = plug(shared, edge.a, e);
    const Plug far = plug(shared, edge.b, e);
    if (edge.place == Topology::EdgePlace::kPool) {
      links_of_edge_.push_back(
          make_path(shared, e, near, far, *pools_[at(wiring.owner_of_edge[at(e)])], links_));
      continue;
    }
    transport::Link& link = make_link(shared, e, edge.name, links_);
    links_of_edge_.push_back({&link});
    join(near, side_a(link));
    join(far, side_b(link));
  }
}

Plug Machine::plug(const Shared& shared, int node, int edge) {
  transport::Router* router = routers_[at(node)];
  if (router == nullptr) return {nullptr, nullptr};
  int first_link = 0;
  const auto kind = shared.wiring.topology.nodes()[at(node)].kind;
  if (kind == Topology::NodeKind::kSocket) first_link = kFirstLinkPort;
  if (kind == Topology::NodeKind::kMemory) first_link = MemoryNodeBox::kFirstLinkPort;
  return port(*router, router_port(shared.wiring, node, edge, first_link));
}

void Machine::collect_statistics(const sc_core::sc_object& object) {
  for (sc_core::sc_object* child : object.get_child_objects()) {
    if (auto* source = dynamic_cast<accounting::StatSource*>(child)) {
      statistics_.emplace_back(child->name(), source);
    }
    collect_statistics(*child);
  }
}

void Machine::add_observer(kernel::MissObserver& observer) {
  for (auto& socket : sockets_) socket->caching_agent().add_observer(observer);
}

void Machine::observe_accesses(protocol::AccessObserver& observer) {
  for (const auto& socket : sockets_) {
    for (const auto& mmu : socket->mmus()) mmu->observe(observer);
  }
}

translation::Mmu& Machine::mmu(base::CoreId core) {
  const std::size_t cores = sockets_.front()->mmus().size();  // equal on all sockets
  return *sockets_[at(base::index_of(core)) / cores]->mmus()[at(base::index_of(core)) % cores];
}

core::CoreBase& Machine::core(base::CoreId core) {
  const std::size_t cores = sockets_.front()->cores().size();  // equal on all sockets
  return *sockets_[at(base::index_of(core)) / cores]->cores()[at(base::index_of(core)) % cores];
}

bool Machine::finished() const {
  return std::all_of(sockets_.begin(), sockets_.end(), [](const auto& socket) {
    return std::all_of(socket->cores().begin(), socket->cores().end(),
                       [](const auto& core) { return core->finished(); });
  });
}

std::int64_t Machine::instructions() const {
  std::int64_t sum = 0;
  for (const auto& socket : sockets_) {
    for (const auto& core : socket->cores()) sum += core->instructions();
  }
  return sum;
}

core::Waiting Machine::waiting() const {
  core::Waiting sum;
  for (const auto& socket : sockets_) {
    for (const auto& core : socket->cores()) sum += core->waiting();
  }
  return sum;
}

const DramChannels& Machine::channels_of(base::NodeId home) const {
  const int n = base::index_of(home);
  const base::AgentMap& agents = wiring_.agents;
  if (n < agents.sockets) return sockets_[at(n)]->channels();
  if (agents.is_pool(home)) return pools_[at(n - agents.sockets)]->channels();
  return memory_nodes_[at(n - agents.sockets - agents.devices)]->channels();
}

accounting::MemoryTraffic Machine::memory_traffic(base::NodeId home) const {
  return traffic_of(channels_of(home));
}

void Machine::report(std::vector<accounting::Stat>& out) const {
  for (const auto& [path, source] : statistics_) {
    accounting::StatWriter writer(out, path);
    source->report(writer);
  }
  copies_->report(name(), out);
}

void Machine::reset_statistics() {
  for (const auto& [path, source] : statistics_) source->reset_statistics();
  copies_->reset_statistics();
}

}  // namespace starnuma::assembly
