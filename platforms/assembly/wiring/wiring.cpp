// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring/wiring.h"

#include <algorithm>
#include <set>
#include <utility>

#include "platforms/assembly/config/index.h"
#include "platforms/assembly/config/link_kinds.h"
#include "platforms/assembly/config/link_list.h"
#include "platforms/assembly/wiring/cxl_fabric.h"

namespace starnuma::assembly {

using transport::Topology;
using EdgePlace = Topology::EdgePlace;
using NodeKind = Topology::NodeKind;

namespace {

/// Levels of distance: own socket, same chassis, other chassis.
constexpr int kOwnSocket = 0;
constexpr int kLevels = 3;
int level_of(EdgePlace place) {
  return place == EdgePlace::kBetweenChassis || place == EdgePlace::kFabric ? 2 : 1;
}

/// Builder of the graph, kind by kind; nodes and edges are numbered in this order.
class Wirer {
 public:
  explicit Wirer(const MachineConfig& config) : config_(config) {
    wiring_.agents = config.agents();
    wiring_.kinds = latency_kinds(config);
    wiring_.classes = access_classes(config);
    for (int s = 0; s < config.sockets(); ++s) wiring_.host_of_socket.push_back(config.host_of(s));
    add_extents();
  }

  Wiring wire() {
    add_sockets();
    for (int c = 0; c < config_.chassis(); ++c) link_chassis(c);
    link_asics();
    if (config_.cxl_fabric) add_cxl_fabric();
    for (int d = 0; d < config_.pool.count; ++d) add_pool(d);
    if (config_.splits_pool_pages()) share_refusals();
    for (int m = 0; m < config_.memory_node.count; ++m) add_memory_node(m);
    if (config_.fabric_switch) add_fabric_switch();
    for (std::size_t l = 0; l < config_.links.size(); ++l) add_listed(static_cast<int>(l));
    for (std::size_t e = 0; e < graph().edges().size(); ++e) {
      const auto row =
          link_row(link_of(config_, wiring_, static_cast<int>(e)), graph().edges()[e].place);
      wiring_.kind_of_edge.push_back(wiring_.kinds.link(row.name));
    }
    const int networks = config_.topology.networks();
    if (networks > 1) wiring_.networks = transport::VirtualNetworks(graph(), networks);
    return std::move(wiring_);
  }

 private:
  /// Sets the hosts of devices and regions. Without extents a single host owns all devices, and
  /// several hosts own none.
  void add_extents() {
    const std::uint32_t all = config_.extents.empty() && !config_.several_hosts() ? 1 : 0;
    wiring_.hosts_of_device.assign(at(config_.pool.count), all);
    for (const ExtentConfig& extent : config_.extents) {
      for (const int host : extent.hosts.of(config_.host_count())) {
        wiring_.hosts_of_device[at(extent.device)] |= std::uint32_t{1} << host;
      }
    }
    wiring_.hosts_of_region.assign(at(config_.sockets()), 0);
    for (const RegionConfig& region : config_.regions) {
      for (const int host : region.hosts.of(config_.host_count())) {
        wiring_.hosts_of_region[at(region.socket)] |= std::uint32_t{1} << host;
      }
    }
  }

  void add_sockets() {
    for (int s = 0; s < config_.sockets(); ++s) {
      wiring_.sockets.push_back(graph().add_node(NodeKind::kSocket, "socket" + std::to_string(s)));
    }
    for (int a = 0; a < config_.chassis() * config_.topology.asics_per_chassis; ++a) {
      wiring_.asics.push_back(
          graph().add_node(NodeKind::kAsic, "asic" + std::to_string(a), config_.flex_asic.latency));
    }
  }

  void link_chassis(int chassis) {
    const TopologyConfig& t = config_.topology;
    const int first = chassis * t.sockets_per_chassis;
    const int sockets = std::min(t.sockets_per_chassis, config_.sockets() - first);
    for (int i = 0; i < sockets; ++i) {
      for (int j = i + 1; j < sockets; ++j) {
        const bool neighbours = j == i + 1 || (i == 0 && j == sockets - 1);
        if (t.upi == ChassisLinks::kListed) continue;
        if (t.upi == ChassisLinks::kRing && !neighbours) continue;
        link(EdgePlace::kChassis, wiring_.sockets[at(first + i)], wiring_.sockets[at(first + j)],
             config_.upi.one_way());
      }
    }
    for (int i = 0; i < sockets && t.asics_per_chassis > 0; ++i) {
      const int asic = chassis * t.asics_per_chassis + i * t.asics_per_chassis / sockets;
      link(EdgePlace::kChassis, wiring_.sockets[at(first + i)], wiring_.asics[at(asic)],
           config_.upi.one_way());
    }
  }

  void link_asics() {
    for (std::size_t i = 0; i < wiring_.asics.size(); ++i) {
      for (std::size_t j = i + 1; j < wiring_.asics.size(); ++j) {
        if (host_of_asic(i) != host_of_asic(j)) continue;
        link(EdgePlace::kBetweenChassis, wiring_.asics[i], wiring_.asics[j],
             config_.numalink.one_way());
      }
    }
  }

  int host_of_asic(std::size_t asic) const {
    const auto chassis = static_cast<int>(asic) / config_.topology.asics_per_chassis;
    return config_.host_of(chassis * config_.topology.sockets_per_chassis);
  }

  /// Returns the latency of a socket's CXL link to a device port or a switch.
  static base::Time socket_link(const PoolConfig& pool) {
    return pool.cpu_port.latency + pool.retimer.latency * pool.retimers + pool.link.one_way();
  }

  void add_cxl_fabric() {
    const CxlFabricConfig& fabric = *config_.cxl_fabric;
    graph().route_over_switches();
    for (int w = 0; w < fabric.switches; ++w) {
      wiring_.cxl_fabric.push_back(
          graph().add_node(NodeKind::kSwitch, "switch" + std::to_string(w), fabric.box.latency));
    }
    for (int s = 0; s < config_.sockets(); ++s) {
      const int near = switch_of(fabric, fabric.host_switches, s, config_.sockets());
      link(EdgePlace::kPool, wiring_.sockets[at(s)], wiring_.cxl_fabric[at(near)],
           socket_link(config_.pool[0]), config_.pool[0].links_per_socket, 0);
    }
    for (const auto& [a, b] : switch_pairs(fabric)) {
      link(EdgePlace::kPool, wiring_.cxl_fabric[at(a)], wiring_.cxl_fabric[at(b)],
           fabric.switch_link.one_way(), fabric.switch_links, 0);
    }
  }

  void add_pool(int d) {
    const PoolConfig& pool = config_.pool[d];
    const std::string name = config_.pool.count == 1 ? "pool" : "pool" + std::to_string(d);
    if (config_.cxl_fabric) return add_device_of_fabric(d, name);
    auto& switches = wiring_.switches.emplace_back();
    const std::vector<int> attached = pool.attached.of(config_.sockets());
    const int last = static_cast<int>(attached.size()) - 1;
    for (int w = 0; pool.cxl_switch && w <= pool.switch_of(last); ++w) {
      const std::string prefix = config_.pool.count == 1 ? "" : name + "_";
      switches.push_back(graph().add_node(NodeKind::kSwitch, prefix + "switch" + std::to_string(w),
                                          pool.cxl_switch->box.latency));
    }
    const int device = graph().add_node(NodeKind::kDevice, name);
    wiring_.devices.push_back(device);
    for (int i = 0; i <= last; ++i) {
      const int far = switches.empty() ? device : switches[at(pool.switch_of(i))];
      const base::Time port = switches.empty() ? pool.device_port.latency : base::Time(0);
      link(EdgePlace::kPool, wiring_.sockets[at(attached[at(i)])], far, socket_link(pool) + port,
           pool.links_per_socket, d);
    }
    for (const int cxl_switch : switches) {
      link(EdgePlace::kPool, cxl_switch, device,
           pool.cxl_switch->device_link.one_way() + pool.device_port.latency,
           pool.cxl_switch->device_links, d);
    }
    auto& refused = wiring_.refused.emplace_back();
    for (int s = 0; s < config_.sockets(); ++s) {
      const bool linked = std::binary_search(attached.begin(), attached.end(), s);
      if (!linked && pool.unattached == Unattached::kRefuse) refused.push_back(s);
    }
  }

  void add_device_of_fabric(int d, const std::string& name) {
    const CxlFabricConfig& fabric = *config_.cxl_fabric;
    const int near = switch_of(fabric, fabric.device_switches, d, config_.pool.count);
    wiring_.devices.push_back(graph().add_node(NodeKind::kDevice, name));
    link(EdgePlace::kPool, wiring_.cxl_fabric[at(near)], wiring_.devices.back(),
         fabric.device_link.one_way() + config_.pool[d].device_port.latency, fabric.device_links,
         d);
    wiring_.switches.emplace_back();
    wiring_.refused.emplace_back();
  }

  /// Refuses a page that is interleaved over all devices if any device is refused.
  void share_refusals() {
    std::set<int> any;
    for (const auto& refused : wiring_.refused) any.insert(refused.begin(), refused.end());
    for (auto& refused : wiring_.refused) refused.assign(any.begin(), any.end());
  }

  void add_memory_node(int m) {
    const MemoryNodeConfig& node = config_.memory_node[m];
    const int last = node.first_socket + node.linked_sockets - 1;
    const int place = graph().add_node(NodeKind::kMemory, "memory_node" + std::to_string(m));
    wiring_.memory_nodes.push_back(place);
    for (int s = node.first_socket; s <= last; ++s) {
      link(EdgePlace::kMemoryNode, wiring_.sockets[at(s)], place, node.link.one_way(), 1, m);
    }
  }

  void add_fabric_switch() {
    wiring_.fabric_switch = graph().add_node(NodeKind::kFabricSwitch, "fabric_switch",
                                             config_.fabric_switch->box.latency);
    for (const int socket : wiring_.sockets) {
      link(EdgePlace::kFabric, socket, wiring_.fabric_switch,
           config_.fabric_switch->link.one_way());
    }
  }

  void add_listed(int index) {
    const ListedLinkConfig& listed = config_.links[at(index)];
    int a = node_named(graph(), listed.from);
    int b = node_named(graph(), listed.to);
    graph().choose_symmetric_routes();
    if (graph().nodes()[at(a)].kind == NodeKind::kMemory) std::swap(a, b);
    const EdgePlace place = place_of(config_, listed);
    link(place, a, b, link_of_kind(config_, listed.kind)->one_way(), 1,
         place == EdgePlace::kPool ? 0 : -1);
    wiring_.listed_of_edge.back() = index;
  }

  void link(EdgePlace place, int a, int b, base::Time latency, int links = 1, int owner = -1) {
    const auto& nodes = graph().nodes();
    const std::string name = nodes[at(a)].name + "_" + nodes[at(b)].name;
    graph().add_edge(place, name, a, b, latency, links);
    wiring_.owner_of_edge.push_back(owner);
    wiring_.listed_of_edge.push_back(-1);
  }

  Topology& graph() { return wiring_.topology; }

  const MachineConfig& config_;
  Wiring wiring_;
};

}  // namespace

int Wiring::node_of(base::NodeId home) const {
  const int n = base::index_of(home);
  if (n < agents.sockets) return sockets[at(n)];
  if (agents.is_pool(home)) return devices[at(n - agents.sockets)];
  return memory_nodes[at(n - agents.sockets - agents.devices)];
}

int Wiring::node_of_agent(int agent) const {
  if (agent < agents.sockets) return sockets[at(agent)];
  return node_of(static_cast<base::NodeId>(agent - agents.sockets));
}

accounting::AccessClass Wiring::class_of(base::SocketId requester, base::NodeId home) const {
  const int from = sockets[at(base::index_of(requester))];
  const int to = node_of(home);
  if (agents.is_pool(home)) return classes.pool();
  if (!reaches(requester, home)) return classes.at_level(kLevels - 1);
  int level = kOwnSocket;
  for (const int edge : topology.path(from, to)) {
    level = std::max(level, level_of(topology.edges()[at(edge)].place));
  }
  return classes.at_level(level);
}

bool Wiring::reaches(base::SocketId requester, base::NodeId home) const {
  const int host = host_of_socket[at(base::index_of(requester))];
  const int n = base::index_of(home);
  if (agents.is_pool(home)) return (hosts_of_device[at(n - agents.sockets)] >> host & 1) != 0;
  const bool region = n < agents.sockets && (hosts_of_region[at(n)] >> host & 1) != 0;
  return region || host_of(home) == host;
}

bool Wiring::reaches_agent(int socket_node, int agent) const {
  const auto socket = std::find(sockets.begin(), sockets.end(), socket_node) - sockets.begin();
  const int home = agent < agents.sockets ? agent : agent - agents.sockets;
  return reaches(static_cast<base::SocketId>(socket), static_cast<base::NodeId>(home));
}

bool Wiring::may_use(base::SocketId requester, base::NodeId home) const {
  if (!reaches(requester, home)) return false;
  if (!agents.is_pool(home)) return true;
  const std::vector<int>& sockets_refused = refused[at(base::index_of(home) - agents.sockets)];
  return !std::binary_search(sockets_refused.begin(), sockets_refused.end(),
                             base::index_of(requester));
}

int Wiring::host_of(base::NodeId home) const {
  const int n = base::index_of(home);
  if (n < agents.sockets) return host_of_socket[at(n)];
  if (agents.is_pool(home)) return -1;
  const int node = memory_nodes[at(n - agents.sockets - agents.devices)];
  const Topology::Edge& link = topology.edges()[at(topology.edges_at(node).front())];
  return host_of_socket[at(link.a)];  // sockets are the first nodes of the graph
}

std::string Wiring::name_of(base::NodeId home) const {
  const int n = base::index_of(home);
  if (n < agents.sockets) return "s" + std::to_string(n);
  if (!agents.is_pool(home)) return "memory" + std::to_string(n - agents.sockets - agents.devices);
  return topology.nodes()[at(node_of(home))].name;
}

std::string Wiring::object_of(base::NodeId home) const {
  const int n = base::index_of(home);
  if (n < agents.sockets) return "socket" + std::to_string(n);
  return topology.nodes()[at(node_of(home))].name;
}

std::string name_of_edge(const Wiring& wiring, int edge) {
  const accounting::LinkKind kind = wiring.kind_of_edge[at(edge)];
  return wiring.kinds.links()[static_cast<std::size_t>(kind)].name + "." +
         wiring.topology.edges()[at(edge)].name;
}

accounting::AccessClasses access_classes(const MachineConfig&) {
  return accounting::AccessClasses(kLevels);
}

Wiring wire(const MachineConfig& config) { return Wirer(config).wire(); }

const transport::LinkConfig& link_of(const MachineConfig& config, const Wiring& wiring, int edge) {
  const Topology::Edge& e = wiring.topology.edges()[at(edge)];
  const int owner = wiring.owner_of_edge[at(edge)];
  const int listed = wiring.listed_of_edge[at(edge)];
  if (listed != -1) return *link_of_kind(config, config.links[at(listed)].kind);
  switch (e.place) {
    case EdgePlace::kChassis:
      return config.upi;
    case EdgePlace::kBetweenChassis:
      return config.numalink;
    case EdgePlace::kMemoryNode:
      return config.memory_node[owner].link;
    case EdgePlace::kFabric:
      return config.fabric_switch->link;
    case EdgePlace::kPool:
      break;
  }
  const PoolConfig& pool = config.pool[owner];
  if (wiring.topology.nodes()[at(e.a)].kind != NodeKind::kSwitch) return pool.link;
  if (pool.cxl_switch) return pool.cxl_switch->device_link;
  const bool to_device = wiring.topology.nodes()[at(e.b)].kind == NodeKind::kDevice;
  return to_device ? config.cxl_fabric->device_link : config.cxl_fabric->switch_link;
}

int node_named(const Topology& topology, const std::string& name) {
  const auto& nodes = topology.nodes();
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&](const Topology::Node& node) { return node.name == name; });
  return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

}  // namespace starnuma::assembly
