// SPDX-License-Identifier: Apache-2.0
#include "models/transport/topology.h"

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <functional>
#include <limits>
#include <utility>

#include "models/base/check.h"

namespace starnuma::transport {
namespace {

template <class Length>
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                    boost::property<boost::edge_weight_t, Length>>;

/// Weight of a picosecond relative to a hop: latency is compared first, then hops.
constexpr std::int64_t kHopsPerPicosecond = 1024;

std::array<std::pair<int, int>, 2> both_ways(const Topology::Edge& edge) {
  return {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)};
}

}  // namespace

int Topology::add_node(NodeKind kind, std::string name, base::Time latency) {
  nodes_.push_back({kind, std::move(name), latency});
  routes_.clear();
  return static_cast<int>(nodes_.size()) - 1;
}

int Topology::add_edge(EdgePlace place, std::string name, int a, int b, base::Time latency,
                       int links) {
  edges_.push_back({place, std::move(name), a, b, latency, links});
  down_.push_back(0);
  ties_.push_back(tie_source_.next() >> 10);  // sums over a route fit
  routes_.clear();
  return static_cast<int>(edges_.size()) - 1;
}

void Topology::set_down(int edge, bool down) {
  down_[static_cast<std::size_t>(edge)] = down ? 1 : 0;
  routes_.clear();
}

std::vector<int> Topology::edges_at(int node) const {
  std::vector<int> result;
  for (int e = 0; e < static_cast<int>(edges_.size()); ++e) {
    if (edges_[e].a == node || edges_[e].b == node) result.push_back(e);
  }
  return result;
}

bool Topology::may_step(int from, int to, int destination) const {
  if (to == destination) return true;
  switch (nodes_[to].kind) {
    case NodeKind::kDevice:
    case NodeKind::kMemory:
      return false;
    case NodeKind::kSwitch:
      return nodes_[from].kind == NodeKind::kDevice || nodes_[from].kind == NodeKind::kSwitch ||
             nodes_[destination].kind == NodeKind::kDevice;
    default:
      if (over_switches_ && (nodes_[from].kind == NodeKind::kSwitch ||
                             nodes_[destination].kind == NodeKind::kDevice)) {
        return false;
      }
      // Towards a socket, a switch only forwards messages from a device.
      return nodes_[from].kind != NodeKind::kSwitch ||
             nodes_[destination].kind == NodeKind::kSocket;
  }
}

const std::vector<Topology::Hop>& Topology::routes_to(int destination) const {
  if (routes_.empty() && over_switches_) switch_routes_ = find_switch_routes();
  routes_.resize(nodes_.size());
  auto& routes = routes_[static_cast<std::size_t>(destination)];
  if (routes.empty()) routes = find_routes_to(destination);
  return routes;
}

RouteLength Topology::length_of(int edge, int towards) const {
  const Edge& e = edges_[static_cast<std::size_t>(edge)];
  const base::Time latency = e.latency + nodes_[static_cast<std::size_t>(towards)].latency;
  const bool weighted = symmetric_ && !(over_switches_ && joins_switches(e));
  return {latency.ps() * kHopsPerPicosecond + 1,
          weighted ? ties_[static_cast<std::size_t>(edge)] : 0};
}

bool Topology::joins_switches(const Edge& edge) const {
  return nodes_[edge.a].kind == NodeKind::kSwitch && nodes_[edge.b].kind == NodeKind::kSwitch;
}

int Topology::switch_of(int node) const {
  for (const int e : edges_at(node)) {
    const int far = edges_[e].a == node ? edges_[e].b : edges_[e].a;
    if (nodes_[far].kind == NodeKind::kSwitch) return far;
  }
  return -1;
}

SwitchRoutes Topology::find_switch_routes() const {
  std::vector<SwitchRoutes::Ends> ends(nodes_.size());
  std::vector<SwitchRoutes::Link> links;
  for (int e = 0; e < static_cast<int>(edges_.size()); ++e) {
    const Edge& edge = edges_[e];
    if (down_[static_cast<std::size_t>(e)] != 0) continue;
    if (joins_switches(edge)) {
      // A route passes through all its switches but one.
      links.push_back(
          {edge.a,
           edge.b,
           {length_of(e, edge.a).latency_and_hops + length_of(e, edge.b).latency_and_hops,
            ties_[static_cast<std::size_t>(e)]}});
    }
    for (const auto& [node, end] : both_ways(edge)) {
      if (nodes_[node].kind != NodeKind::kSwitch) continue;
      SwitchRoutes::Ends& at = ends[static_cast<std::size_t>(node)];
      at.hosts += nodes_[end].kind == NodeKind::kSocket ? 1 : 0;
      at.devices += nodes_[end].kind == NodeKind::kDevice ? 1 : 0;
    }
  }
  return {std::move(ends), std::move(links)};
}

std::vector<Topology::Hop> Topology::find_routes_to(int destination) const {
  // Dijkstra from the destination, then the best edge of each node. The latency of a node is paid
  // by messages that pass through it, so it is added to the step that enters the node.
  constexpr RouteLength kUnreached{std::numeric_limits<std::int64_t>::max(), 0};
  Graph<RouteLength> graph(nodes_.size());
  for (int e = 0; e < static_cast<int>(edges_.size()); ++e) {
    for (const auto& [from, to] : both_ways(edges_[static_cast<std::size_t>(e)])) {
      if (down_[static_cast<std::size_t>(e)] == 0 && may_step(from, to, destination)) {
        boost::add_edge(to, from, length_of(e, to), graph);
      }
    }
  }
  std::vector<RouteLength> distance(nodes_.size());
  boost::dijkstra_shortest_paths(graph, destination,
                                 boost::distance_map(distance.data())
                                     .distance_compare(std::less<>())
                                     .distance_combine(std::plus<>())
                                     .distance_inf(kUnreached)
                                     .distance_zero(RouteLength{}));

  std::vector<std::vector<Hop>> steps(nodes_.size());
  for (int e = 0; e < static_cast<int>(edges_.size()); ++e) {
    if (down_[static_cast<std::size_t>(e)] != 0) continue;
    const Edge& edge = edges_[e];
    for (const auto& [from, to] : both_ways(edge)) {
      const bool reaches = !(distance[to] == kUnreached);
      if (from == destination || !reaches || !may_step(from, to, destination)) continue;
      const bool shortest = distance[to] + length_of(e, to) == distance[from];
      if (shortest) steps[static_cast<std::size_t>(from)].push_back({e, to});
    }
  }
  std::vector<Hop> hops(nodes_.size());
  std::vector<int> followers(nodes_.size(), 0);
  for (std::size_t from = 0; from < nodes_.size(); ++from) {
    if (steps[from].empty()) continue;
    hops[from] = chosen(steps[from], static_cast<int>(from), destination, followers);
    ++followers[static_cast<std::size_t>(hops[from].node)];
  }
  return hops;
}

Topology::Hop Topology::chosen(const std::vector<Hop>& steps, int from, int destination,
                               const std::vector<int>& followers) const {
  if (over_switches_ && nodes_[from].kind == NodeKind::kSwitch && steps.size() > 1) {
    const bool is_switch = nodes_[destination].kind == NodeKind::kSwitch;
    const int next = switch_routes_.next(from, is_switch ? destination : switch_of(destination));
    return *std::find_if(steps.begin(), steps.end(),
                         [next](const Hop& step) { return step.node == next; });
  }
  if (nodes_[destination].kind == NodeKind::kDevice) {
    return *std::min_element(steps.begin(), steps.end(), [&](const Hop& a, const Hop& b) {
      return followers[static_cast<std::size_t>(a.node)] <
             followers[static_cast<std::size_t>(b.node)];
    });
  }
  if (nodes_[from].kind == NodeKind::kDevice && nodes_[destination].kind == NodeKind::kSocket) {
    const int asked_by = path(destination, from).back();
    const Edge& edge = edges_[asked_by];
    return {asked_by, edge.a == from ? edge.b : edge.a};
  }
  return steps.front();
}

bool Topology::joined(int source, int destination) const {
  const auto reaches = [&](int from, int to) {
    return from == to || routes_to(to)[static_cast<std::size_t>(from)].edge != -1;
  };
  return reaches(source, destination) && reaches(destination, source);
}

std::vector<int> Topology::path(int source, int destination) const {
  const std::vector<Hop>& hops = routes_to(destination);
  std::vector<int> edges;
  for (int node = source; node != destination; node = hops[node].node) {
    if (hops[node].edge == -1) {
      throw base::InputError("no route from ", nodes_[source].name, " to ",
                             nodes_[destination].name);
    }
    edges.push_back(hops[node].edge);
  }
  return edges;
}

std::vector<Topology::Step> Topology::steps(int source, int destination) const {
  std::vector<Step> steps;
  int node = source;
  for (const int e : path(source, destination)) {
    const Edge& edge = edges_[static_cast<std::size_t>(e)];
    steps.push_back({e, edge.a == node ? kForward : kBackward});
    node = edge.a == node ? edge.b : edge.a;
  }
  return steps;
}

base::Time Topology::path_latency(int source, int destination) const {
  base::Time total;
  int node = source;
  for (int e : path(source, destination)) {
    node = edges_[e].a == node ? edges_[e].b : edges_[e].a;
    total += edges_[e].latency;
    if (node != destination) total += nodes_[node].latency;
  }
  return total;
}

bool Topology::crosses(int source, int destination, EdgePlace place) const {
  const std::vector<int> edges = path(source, destination);
  return std::any_of(edges.begin(), edges.end(), [&](int e) { return edges_[e].place == place; });
}

}  // namespace starnuma::transport
