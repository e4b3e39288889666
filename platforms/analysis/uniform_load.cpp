// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/uniform_load.h"

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>
#include <limits>

#include "platforms/assembly/config/index.h"

namespace starnuma::analysis {

using assembly::at;
using transport::Topology;

namespace {

/// Adds one message to every link on the path from `source` to `destination`; returns the number of
/// links.
int send(const assembly::MachineConfig& config, const assembly::Wiring& wiring, int source,
         int destination, bool data, std::vector<EdgeLoad>& loads) {
  const std::vector<Topology::Step> steps = wiring.topology.steps(source, destination);
  for (const auto& [e, direction] : steps) {
    const transport::LinkConfig& link = link_of(config, wiring, e);
    const base::Time busy =
        link.rate().service(direction, data) / wiring.topology.edges()[at(e)].links;
    (direction == transport::kForward ? loads[at(e)].forward : loads[at(e)].backward) += busy;
  }
  return static_cast<int>(steps.size());
}

}  // namespace

UniformLoad uniform_load(const assembly::MachineConfig& config, const assembly::Wiring& wiring) {
  UniformLoad result;
  result.edges.resize(wiring.topology.edges().size());
  double links = 0;
  int remote = 0;
  for (int s = 0; s < config.sockets(); ++s) {
    const int socket = wiring.sockets[at(s)];
    for (int h = 0; h < config.nodes(); ++h) {
      const auto node = static_cast<base::NodeId>(h);
      const int home = wiring.node_of(node);
      if (home == socket || !wiring.may_use(static_cast<base::SocketId>(s), node)) continue;
      const int hops = send(config, wiring, socket, home, false, result.edges);
      send(config, wiring, home, socket, true, result.edges);
      result.most_links = std::max(result.most_links, hops);
      links += hops;
      ++remote;
    }
  }
  if (remote == 0) return result;
  result.mean_links = links / remote;
  const auto busiest =
      std::max_element(result.edges.begin(), result.edges.end(),
                       [](const EdgeLoad& a, const EdgeLoad& b) { return a.worse() < b.worse(); });
  result.busiest = static_cast<int>(busiest - result.edges.begin());
  const double lines_per_second =
      1e12 * config.nodes() / static_cast<double>(busiest->worse().ps());
  result.per_socket =
      base::Bandwidth(static_cast<std::int64_t>(lines_per_second * base::kLineBytes));
  return result;
}

std::string role_of(const assembly::Wiring& wiring, int edge) {
  constexpr std::array<const char*, 6> kEnds{"socket", "ASIC",        "switch",
                                             "device", "memory node", "switch"};
  const Topology::Edge& e = wiring.topology.edges()[at(edge)];
  const auto end = [&](int node) {
    return std::string(kEnds[static_cast<std::size_t>(wiring.topology.nodes()[at(node)].kind)]);
  };
  return wiring.kinds.link(wiring.kind_of_edge[at(edge)]).title + ", " + end(e.a) + " to " +
         end(e.b);
}

namespace {

bool is_coherent(const Topology::Edge& edge) {
  return edge.place == Topology::EdgePlace::kChassis ||
         edge.place == Topology::EdgePlace::kBetweenChassis ||
         edge.place == Topology::EdgePlace::kFabric;
}

std::int64_t rate_of(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                     std::size_t edge) {
  return link_of(config, wiring, static_cast<int>(edge)).rate().bandwidth.value;
}

/// Returns true if all links between sockets lead from socket to socket.
bool only_sockets(const assembly::MachineConfig& config, const assembly::Wiring& wiring) {
  const auto& edges = wiring.topology.edges();
  return std::none_of(edges.begin(), edges.end(), [&](const Topology::Edge& edge) {
    return is_coherent(edge) && std::max(edge.a, edge.b) >= config.sockets();
  });
}

/// Returns the least rate of the links between two halves of the sockets, over all halves.
std::int64_t least_cut(const assembly::MachineConfig& config, const assembly::Wiring& wiring) {
  const std::uint32_t all = std::uint32_t{1} << config.sockets();
  const int half = config.sockets() / 2;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t first = 0; first < all; ++first) {
    if (__builtin_popcount(first) != half) continue;
    std::int64_t cut = 0;
    for (std::size_t e = 0; e < wiring.topology.edges().size(); ++e) {
      const Topology::Edge& edge = wiring.topology.edges()[e];
      const bool crosses = (first >> edge.a & 1) != (first >> edge.b & 1);
      if (is_coherent(edge) && crosses) cut += rate_of(config, wiring, e);
    }
    least = std::min(least, cut);
  }
  return least;
}

/// Flow of data over the links for which `use` returns true, from all sources to all sinks.
class Flow {
 public:
  template <class Use>
  Flow(const assembly::MachineConfig& config, const assembly::Wiring& wiring, const Use& use)
      : nodes_(wiring.topology.nodes().size()), graph_(nodes_ + 2) {
    for (std::size_t e = 0; e < wiring.topology.edges().size(); ++e) {
      const Topology::Edge& edge = wiring.topology.edges()[e];
      if (!use(edge)) continue;
      const std::int64_t rate = rate_of(config, wiring, e) * edge.links;
      connect(at(edge.a), at(edge.b), rate, rate);
    }
  }
  void add_source(int node) { connect(nodes_, at(node), kAnyRate, 0); }
  void add_sink(int node) { connect(at(node), nodes_ + 1, kAnyRate, 0); }
  std::int64_t most() { return boost::edmonds_karp_max_flow(graph_, nodes_, nodes_ + 1); }

 private:
  static constexpr std::int64_t kAnyRate = std::numeric_limits<std::int64_t>::max() / 64;
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  using Graph = boost::adjacency_list<
      boost::vecS, boost::vecS, boost::directedS, boost::no_property,
      boost::property<
          boost::edge_capacity_t, std::int64_t,
          boost::property<boost::edge_residual_capacity_t, std::int64_t,
                          boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

  void connect(std::size_t a, std::size_t b, std::int64_t there, std::int64_t back) {
    const auto forward = boost::add_edge(a, b, graph_).first;
    const auto backward = boost::add_edge(b, a, graph_).first;
    boost::put(boost::edge_capacity, graph_, forward, there);
    boost::put(boost::edge_capacity, graph_, backward, back);
    boost::put(boost::edge_reverse, graph_, forward, backward);
    boost::put(boost::edge_reverse, graph_, backward, forward);
  }

  std::size_t nodes_;
  Graph graph_;  ///< The last two nodes represent all sources and all sinks.
};

/// Returns the maximum flow between the first and the second half of the sockets.
std::int64_t flow_of_halves(const assembly::MachineConfig& config, const assembly::Wiring& wiring) {
  Flow flow(config, wiring, is_coherent);
  const int first_half = config.chassis() > 1
                             ? config.chassis() / 2 * config.topology.sockets_per_chassis
                             : config.sockets() / 2;
  for (int s = 0; s < config.sockets(); ++s) {
    const int socket = wiring.sockets[at(s)];
    s < first_half ? flow.add_source(socket) : flow.add_sink(socket);
  }
  return flow.most();
}

}  // namespace

base::Bandwidth bisection(const assembly::MachineConfig& config, const assembly::Wiring& wiring) {
  constexpr int kMostSearched = 16;  // 12,870 halves
  if (config.sockets() < 2) return base::Bandwidth(0);
  const bool searched =
      !config.links.empty() && config.sockets() <= kMostSearched && only_sockets(config, wiring);
  return base::Bandwidth(searched ? least_cut(config, wiring) : flow_of_halves(config, wiring));
}

base::Bandwidth hosts_to_devices(const assembly::MachineConfig& config,
                                 const assembly::Wiring& wiring) {
  Flow flow(config, wiring,
            [](const Topology::Edge& edge) { return edge.place == Topology::EdgePlace::kPool; });
  for (const int socket : wiring.sockets) flow.add_source(socket);
  for (const int device : wiring.devices) flow.add_sink(device);
  return base::Bandwidth(flow.most());
}

}  // namespace starnuma::analysis
