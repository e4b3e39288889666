// SPDX-License-Identifier: Apache-2.0
// The wiring of a machine as a graph, and the shortest routes through it.
//
// Contract: nodes and edges are numbered in the order they are added; among routes of equal latency
// the one with fewer hops and then lower numbers is taken, so routes are the same everywhere. Where
// sockets reach a pool device through others and several are equally near, they are dealt over
// them, and the device answers over the link that it is asked by.
// Pure: no SystemC; not to be shared between threads. Not modelled: adaptive or multi-path routing.
#pragma once

#include <string>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::transport {

class Topology {
 public:
  enum class NodeKind { kSocket, kAsic, kSwitch, kDevice, kMemory, kFabricSwitch };
  /// Where in a machine an edge lies, whatever kind of links it is of.
  enum class EdgePlace {
    kChassis,         ///< inside a chassis: between sockets, from a socket to its ASIC
    kBetweenChassis,  ///< between two ASICs
    kPool,            ///< on the way to a pool device
    kMemoryNode,      ///< between a socket and a memory node
    kFabric           ///< between a socket and the switch that joins servers
  };

  struct Node {
    NodeKind kind;
    std::string name;
    base::Time latency;  ///< Added to every message that passes through.
  };
  struct Edge {
    EdgePlace place;
    std::string name;
    int a;
    int b;
    base::Time latency;  ///< One way, every box on the way included.
    int links = 1;       ///< Equal links side by side; messages are dealt over them by address.
  };
  /// One step out of a node: the edge taken and the node at its far end.
  struct Hop {
    int edge = -1;
    int node = -1;
  };

  int add_node(NodeKind kind, std::string name, base::Time latency = base::Time(0));
  int add_edge(EdgePlace place, std::string name, int a, int b, base::Time latency, int links = 1);

  /// The edge carries nothing, or again what comes.
  void set_down(int edge, bool down);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// Edges at a node, in the order they were added: the node's port numbers.
  std::vector<int> edges_at(int node) const;

  /// For each node the first hop towards `destination`; {-1, -1} at the destination itself and
  /// where there is no way. Sockets may be passed through (rings), pool devices and memory nodes
  /// may not, and a CXL switch only passes between sockets and its device. Computed at the first
  /// call.
  const std::vector<Hop>& routes_to(int destination) const;

  /// Whether there is a way there and back.
  bool joined(int source, int destination) const;
  /// The edges from `source` to `destination`, in order; empty if they are the same node.
  /// Throws InputError when there is no route.
  std::vector<int> path(int source, int destination) const;

  /// One-way latency of the path, nodes between included.
  base::Time path_latency(int source, int destination) const;
  /// Whether the path crosses an edge of this place.
  bool crosses(int source, int destination, EdgePlace place) const;

 private:
  /// Whether a route to `destination` may take this step.
  bool may_step(int from, int to, int destination) const;
  std::vector<Hop> find_routes_to(int destination) const;
  /// Of the steps out of `from` that are all on shortest routes to `destination`; `followers` have
  /// been sent to each node before.
  Hop chosen(const std::vector<Hop>& steps, int from, int destination,
             const std::vector<int>& followers) const;

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<char> down_;                        ///< By edge.
  mutable std::vector<std::vector<Hop>> routes_;  ///< By destination; empty until asked for.
};

}  // namespace starnuma::transport
