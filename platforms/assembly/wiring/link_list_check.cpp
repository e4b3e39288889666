// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring/link_list_check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "models/base/nearest.h"
#include "platforms/assembly/config/index.h"
#include "platforms/assembly/config/link_list.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

using transport::Topology;
using NodeKind = Topology::NodeKind;

namespace {

std::string key_of(std::size_t link, const char* key) {
  return "links." + std::to_string(link) + "." + key;
}

/// Checker of the listed links, one by one.
class LinkList {
 public:
  LinkList(const MachineConfig& config, base::Problems& problems)
      : config_(config), problems_(problems) {
    MachineConfig without = config;
    without.links.clear();
    wiring_ = wire(without);
    for (const Topology::Node& node : wiring_.topology.nodes()) {
      const bool linked = node.kind == NodeKind::kSocket || node.kind == NodeKind::kAsic ||
                          node.kind == NodeKind::kMemory ||
                          (node.kind == NodeKind::kSwitch && config.cxl_fabric);
      if (linked) names_.push_back(node.name);
    }
    for (const Topology::Edge& edge : wiring_.topology.edges()) ends_.insert(pair(edge.a, edge.b));
  }

  void check() {
    for (std::size_t l = 0; l < config_.links.size(); ++l) {
      check_kind(l);
      const int from = end(l, "from", config_.links[l].from);
      const int to = end(l, "to", config_.links[l].to);
      if (from != -1 && to != -1) check_ends(l, from, to);
    }
  }

 private:
  static std::pair<int, int> pair(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

  NodeKind kind_of(int node) const { return wiring_.topology.nodes()[at(node)].kind; }

  /// Returns the host of a socket or ASIC.
  int host_of(int node) const {
    const auto socket = std::find(wiring_.sockets.begin(), wiring_.sockets.end(), node);
    if (socket != wiring_.sockets.end()) {
      return wiring_.host_of_socket[at(static_cast<int>(socket - wiring_.sockets.begin()))];
    }
    const auto asic = std::find(wiring_.asics.begin(), wiring_.asics.end(), node);
    const int chassis =
        static_cast<int>(asic - wiring_.asics.begin()) / config_.topology.asics_per_chassis;
    return config_.host_of(chassis * config_.topology.sockets_per_chassis);
  }

  int end(std::size_t link, const char* key, const std::string& name) {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
      return node_named(wiring_.topology, name);
    }
    problems_.add(key_of(link, key), "there is no node \"", name, "\" with listed links, ",
                  base::suggestion(name, names_));
    return -1;
  }

  void check_kind(std::size_t link) {
    const std::string& kind = config_.links[link].kind;
    if (link_of_kind(config_, kind) != nullptr) return;
    std::vector<std::string> known{"upi", "numalink"};
    if (config_.cxl_fabric) known.emplace_back("cxl");
    for (const LinkTypeConfig& type : config_.link_types) known.push_back(type.name);
    problems_.add(key_of(link, "kind"), "unknown kind \"", kind, "\", ",
                  base::suggestion(kind, known));
  }

  void check_ends(std::size_t link, int from, int to) {
    const std::string ends = config_.links[link].from + " and " + config_.links[link].to;
    if (from == to) {
      problems_.add(key_of(link, "to"), "leads back to ", config_.links[link].from);
      return;
    }
    if (!ends_.insert(pair(from, to)).second) {
      problems_.add(key_of(link, "to"), "is the second link between ", ends,
                    ", expected one with the sum of their bandwidth");
      return;
    }
    const bool from_memory = kind_of(from) == NodeKind::kMemory;
    const bool to_memory = kind_of(to) == NodeKind::kMemory;
    if (from_memory || to_memory) {
      const int other = from_memory ? to : from;
      if (kind_of(other) == NodeKind::kSocket) return;
      problems_.add(key_of(link, from_memory ? "to" : "from"),
                    "is not a socket, and a memory node is linked to sockets alone");
      return;
    }
    const bool from_switch = kind_of(from) == NodeKind::kSwitch;
    if (from_switch || kind_of(to) == NodeKind::kSwitch) {
      if (kind_of(from) == kind_of(to)) return;
      problems_.add(key_of(link, from_switch ? "to" : "from"),
                    "is not a switch; host_switches and device_switches of cxl_fabric link "
                    "sockets and devices");
      return;
    }
    if (host_of(from) == host_of(to)) return;
    problems_.add(key_of(link, "to"), ends,
                  " are of different hosts, which meet at pool devices and the fabric switch");
  }

  const MachineConfig& config_;
  base::Problems& problems_;
  Wiring wiring_;
  std::vector<std::string> names_;
  std::set<std::pair<int, int>> ends_;  ///< Pairs of nodes with a link.
};

/// Adds a problem for the first switch without a link, or the first socket that has no route to
/// memory of its host.
void check_reach(const MachineConfig& config, base::Problems& problems) {
  const Wiring wiring = wire(config);
  const Topology& topology = wiring.topology;
  for (const int node : wiring.cxl_fabric) {
    if (!topology.edges_at(node).empty()) continue;
    problems.add("links", "no link leads to ", topology.nodes()[at(node)].name);
    return;
  }
  for (int s = 0; s < config.sockets(); ++s) {
    for (int n = 0; n < config.nodes(); ++n) {
      const auto home = static_cast<base::NodeId>(n);
      const int from = wiring.sockets[at(s)];
      const int to = wiring.node_of(home);
      if (!wiring.reaches(static_cast<base::SocketId>(s), home) || topology.joined(from, to)) {
        continue;
      }
      std::string reached;
      for (const Topology::Node& node : topology.nodes()) {
        const int end = node_named(topology, node.name);
        if (end == from || !topology.joined(from, end)) continue;
        reached += (reached.empty() ? "" : ", ") + node.name;
      }
      problems.add("links", "no route from ", topology.nodes()[at(from)].name, " to ",
                   topology.nodes()[at(to)].name, "; its links lead to ",
                   (reached.empty() ? "no node" : reached));
      return;
    }
  }
}

}  // namespace

void check_listed_links(const MachineConfig& config, base::Problems& problems) {
  for (std::size_t t = 0; t < config.link_types.size(); ++t) {
    const std::string& name = config.link_types[t].name;
    if (link_of_kind(config, name) == &config.link_types[t].link) continue;
    problems.add("link_types." + std::to_string(t) + ".name",
                 "is the name of another kind of links");
  }
  LinkList(config, problems).check();
  if (problems.list().empty()) check_reach(config, problems);
}

}  // namespace starnuma::assembly
