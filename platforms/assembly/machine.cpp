// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/machine.h"

#include <algorithm>

namespace starnuma::assembly {

using base::LatencyKind;
using transport::Link;
using transport::Topology;

namespace {

constexpr transport::LinkKinds kUpiKinds{LatencyKind::kUpiWire, LatencyKind::kUpiQueue};
constexpr transport::LinkKinds kNumalinkKinds{LatencyKind::kNumalinkWire,
                                              LatencyKind::kNumalinkQueue};
constexpr transport::LinkKinds kCxlKinds{LatencyKind::kCxlWire, LatencyKind::kCxlQueue};

/// Side B of one two-port box to side A of the next.
template <class Near, class Far>
void join(Near& near, Far& far) {
  near.b_out.bind(far.a_in);
  far.a_out.bind(near.b_in);
}

}  // namespace

struct Machine::LinkGroup : sc_core::sc_module {
  explicit LinkGroup(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// Makes a link inside this group.
  Link& add(const std::string& link_name, const transport::LinkConfig& config,
            transport::LinkKinds kinds) {
    const HierarchyScope scope(*this);
    links.push_back(std::make_unique<Link>(link_name.c_str(), config, kinds));
    return *links.back();
  }
  transport::CxlPort& add_port(const std::string& port_name, const transport::DelayConfig& config) {
    const HierarchyScope scope(*this);
    ports.push_back(std::make_unique<transport::CxlPort>(port_name.c_str(), config));
    return *ports.back();
  }
  transport::Retimer& add_retimer(const std::string& retimer_name,
                                  const transport::DelayConfig& config) {
    const HierarchyScope scope(*this);
    retimers.push_back(std::make_unique<transport::Retimer>(retimer_name.c_str(), config));
    return *retimers.back();
  }

  /// Objects made while it lives become children of the group.
  class HierarchyScope {
   public:
    explicit HierarchyScope(sc_core::sc_module& parent) {
      sc_core::sc_get_curr_simcontext()->hierarchy_push(&parent);
    }
    ~HierarchyScope() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
    HierarchyScope(const HierarchyScope&) = delete;
    HierarchyScope& operator=(const HierarchyScope&) = delete;
  };

  std::vector<std::unique_ptr<Link>> links;
  std::vector<std::unique_ptr<transport::CxlPort>> ports;
  std::vector<std::unique_ptr<transport::Retimer>> retimers;
};

Machine::Machine(const sc_core::sc_module_name& name, const Shared& shared)
    : sc_module(name),
      upi_(std::make_unique<LinkGroup>("upi")),
      numalink_(std::make_unique<LinkGroup>("numalink")),
      cxl_(std::make_unique<LinkGroup>("cxl")) {
  for (int s = 0; s < shared.config.topology.sockets(); ++s) {
    sockets_.push_back(std::make_unique<SocketBox>(("socket" + std::to_string(s)).c_str(), shared,
                                                   static_cast<base::SocketId>(s)));
  }
  make_asics(shared);
  make_links(shared);
  if (shared.config.pool) make_pool(shared);
  collect_statistics(*this);
}

Machine::~Machine() = default;

void Machine::make_asics(const Shared& shared) {
  for (int node : shared.wiring.asics) {
    const auto& asic = shared.wiring.topology.nodes()[static_cast<std::size_t>(node)];
    const int ports = static_cast<int>(shared.wiring.topology.edges_at(node).size());
    asics_.push_back(std::make_unique<transport::Router>(
        asic.name.c_str(), shared.config.flex_asic, ports, route_table(shared.wiring, node, 0)));
  }
}

void Machine::make_links(const Shared& shared) {
  const auto& edges = shared.wiring.topology.edges();
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    const Topology::Edge& edge = edges[static_cast<std::size_t>(e)];
    if (edge.kind == Topology::EdgeKind::kCxl) continue;
    Link& link = edge.kind == Topology::EdgeKind::kUpi
                     ? upi_->add(edge.name, shared.config.upi, kUpiKinds)
                     : numalink_->add(edge.name, shared.config.numalink, kNumalinkKinds);
    transport::Router& a = router_at(shared, edge.a);
    transport::Router& b = router_at(shared, edge.b);
    a.out[port_of(shared, edge.a, e)].bind(link.a_in);
    link.a_out.bind(a.in[port_of(shared, edge.a, e)]);
    b.out[port_of(shared, edge.b, e)].bind(link.b_in);
    link.b_out.bind(b.in[port_of(shared, edge.b, e)]);
  }
}

/// Socket fabric - CPU port - retimers - link - device port - head, for each socket.
void Machine::make_pool(const Shared& shared) {
  const PoolConfig& pool = *shared.config.pool;
  pool_ = std::make_unique<PoolBox>("pool", shared.config, shared.wiring, shared.dispatcher);
  const auto& edges = shared.wiring.topology.edges();
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    const Topology::Edge& edge = edges[static_cast<std::size_t>(e)];
    if (edge.kind != Topology::EdgeKind::kCxl) continue;
    const auto at_socket = port_of(shared, edge.a, e);
    transport::CxlPort& cpu_port = cxl_->add_port(edge.name + "_cpu_port", pool.cpu_port);
    Link& link = cxl_->add(edge.name, pool.link, kCxlKinds);
    transport::CxlPort& device_port = cxl_->add_port(edge.name + "_device_port", pool.device_port);

    transport::Router& fabric = router_at(shared, edge.a);
    fabric.out[at_socket].bind(cpu_port.a_in);
    cpu_port.a_out.bind(fabric.in[at_socket]);
    transport::Retimer* last = nullptr;
    for (int r = 0; r < pool.retimers; ++r) {
      transport::Retimer& retimer =
          cxl_->add_retimer(edge.name + "_retimer" + std::to_string(r), pool.retimer);
      if (last == nullptr) {
        join(cpu_port, retimer);
      } else {
        join(*last, retimer);
      }
      last = &retimer;
    }
    if (last == nullptr) {
      join(cpu_port, link);
    } else {
      join(*last, link);
    }
    join(link, device_port);
    pool::Head& head = pool_->head(edge.a);
    device_port.b_out.bind(head.link_in);
    head.link_out.bind(device_port.b_in);
  }
}

transport::Router& Machine::router_at(const Shared& shared, int node) {
  const auto& asics = shared.wiring.asics;
  const auto asic = std::find(asics.begin(), asics.end(), node);
  if (asic != asics.end()) return *asics_[static_cast<std::size_t>(asic - asics.begin())];
  return sockets_[static_cast<std::size_t>(node)]->fabric();  // sockets are the first graph nodes
}

std::size_t Machine::port_of(const Shared& shared, int node, int edge) {
  const auto& topology = shared.wiring.topology;
  const std::vector<int> edges = topology.edges_at(node);
  const auto position = std::find(edges.begin(), edges.end(), edge) - edges.begin();
  const bool socket =
      topology.nodes()[static_cast<std::size_t>(node)].kind == Topology::NodeKind::kSocket;
  return static_cast<std::size_t>(position) + (socket ? kFirstLinkPort : 0);
}

void Machine::collect_statistics(const sc_core::sc_object& object) {
  for (sc_core::sc_object* child : object.get_child_objects()) {
    if (auto* source = dynamic_cast<base::StatSource*>(child)) {
      statistics_.emplace_back(child->name(), source);
    }
    collect_statistics(*child);
  }
}

void Machine::add_observer(kernel::MissObserver& observer) {
  for (auto& socket : sockets_) socket->caching_agent().add_observer(observer);
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

void Machine::report(std::vector<base::Stat>& out) const {
  for (const auto& [path, source] : statistics_) {
    base::StatWriter writer(out, path);
    source->report(writer);
  }
}

void Machine::reset_statistics() {
  for (const auto& [path, source] : statistics_) source->reset_statistics();
}

}  // namespace starnuma::assembly
