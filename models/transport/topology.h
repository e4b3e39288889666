// SPDX-License-Identifier: Apache-2.0
// Topology of a machine as a graph, and the shortest routes in it.
//
// Contract:
// - Nodes and edges are numbered in the order in which they are added.
// - Among routes of equal latency, the one with fewer hops, and then the one with lower numbers, is
//   chosen. Routes are therefore deterministic. After choose_symmetric_routes(), a fixed weight of
//   each edge decides instead of the numbers, and a route and its reverse use the same edges.
// - After route_over_switches(), messages between a socket and a device pass through no other
//   socket, and SwitchRoutes chooses between equal routes of switches.
// - If sockets reach a pool device through other sockets, and several of those are equally near,
//   the routes are distributed over them. The device responds over the link of the request.
// - The class does not depend on SystemC. It must not be shared between threads.
//
// Not modelled: adaptive or multi-path routing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/quantities.h"
#include "models/base/random.h"
#include "models/transport/direction.h"
#include "models/transport/switch_routes.h"

namespace starnuma::transport {

class Topology {
 public:
  enum class NodeKind { kSocket, kAsic, kSwitch, kDevice, kMemory, kFabricSwitch };
  /// Position of an edge in the machine, independent of the kind of its links.
  enum class EdgePlace {
    kChassis,         ///< inside a chassis: between sockets, or from a socket to its ASIC
    kBetweenChassis,  ///< between two ASICs
    kPool,            ///< on the path to a pool device
    kMemoryNode,      ///< between a socket and a memory node
    kFabric           ///< between a socket and the switch that joins servers
  };

  struct Node {
    NodeKind kind;
    std::string name;
    base::Time latency;  ///< Latency added to every message that passes through the node.
  };
  struct Edge {
    EdgePlace place;
    std::string name;
    int a;
    int b;
    base::Time latency;  ///< One-way latency, including all components of the edge.
    /// Number of equal parallel links; messages are interleaved over them by address.
    int links = 1;
  };
  /// Step out of a node: the edge and the node at its far end.
  struct Hop {
    int edge = -1;
    int node = -1;
  };

  int add_node(NodeKind kind, std::string name, base::Time latency = base::Time(0));
  int add_edge(EdgePlace place, std::string name, int a, int b, base::Time latency, int links = 1);

  void choose_symmetric_routes() {
    symmetric_ = true;
    routes_.clear();
  }

  /// Precondition: sockets and devices on switches have one edge to a switch each.
  void route_over_switches() {
    choose_symmetric_routes();
    over_switches_ = true;
  }

  /// Disables or enables the edge.
  void set_down(int edge, bool down);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// Returns the edges of a node in the order in which they were added, which are its port numbers.
  std::vector<int> edges_at(int node) const;

  /// Returns the first hop from each node towards `destination`; {-1, -1} at the destination itself
  /// and at nodes without a route. Routes may pass through sockets (rings), but not through pool
  /// devices and memory nodes. CXL switches only connect sockets with devices. The routes are
  /// computed at the first call.
  const std::vector<Hop>& routes_to(int destination) const;

  /// Returns true if there are routes in both directions.
  bool joined(int source, int destination) const;
  /// Returns the edges from `source` to `destination` in order; empty if they are the same node.
  /// Throws InputError if there is no route.
  std::vector<int> path(int source, int destination) const;

  /// Edge of a route in the direction in which a message passes it.
  struct Step {
    int edge;
    Direction direction;

    /// Number of the step among both directions of all edges.
    int number() const { return 2 * edge + direction; }
  };
  /// Returns path() with the directions of its edges.
  std::vector<Step> steps(int source, int destination) const;

  /// Returns the one-way latency of the path, including the nodes in between.
  base::Time path_latency(int source, int destination) const;
  /// Returns true if the path crosses an edge at this position.
  bool crosses(int source, int destination, EdgePlace place) const;

 private:
  /// Returns true if a route to `destination` may take this step.
  bool may_step(int from, int to, int destination) const;
  std::vector<Hop> find_routes_to(int destination) const;
  RouteLength length_of(int edge, int towards) const;
  bool joins_switches(const Edge& edge) const;
  /// Returns the switch of a socket or device, or -1.
  int switch_of(int node) const;
  SwitchRoutes find_switch_routes() const;
  /// Selects one of the steps out of `from` that are on shortest routes to `destination`.
  /// `followers` counts the routes that were sent to each node before.
  Hop chosen(const std::vector<Hop>& steps, int from, int destination,
             const std::vector<int>& followers) const;

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<char> down_;  ///< Disabled edges.
  /// Weight of each edge such that sums of the weights of different edges differ, with overwhelming
  /// probability.
  std::vector<std::uint64_t> ties_;
  base::Random tie_source_{0};
  bool symmetric_ = false;
  bool over_switches_ = false;
  mutable SwitchRoutes switch_routes_;  ///< Between all nodes; valid if `routes_` is not empty.
  mutable std::vector<std::vector<Hop>> routes_;  ///< Routes by destination; empty until requested.
};

}  // namespace starnuma::transport
