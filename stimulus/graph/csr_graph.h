// SPDX-License-Identifier: Apache-2.0
// Graphs in compressed sparse rows: in host memory while they are made, then in the arena.
//
// Contract: undirected, both directions of every edge stored, without self loops and duplicates,
// neighbour lists sorted. Variants are made from a generated graph before it is placed: relabelled
// by degree, or with a weight at every arc.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

/// Neighbours of vertex after vertex; `arcs` of them.
struct HostGraph {
  std::vector<std::uint64_t> degrees;
  std::unique_ptr<std::uint32_t[]> neighbours;
  std::uint64_t arcs = 0;
};

/// Neighbours of v are [offsets[v], offsets[v + 1]).
struct CsrGraph {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<std::uint32_t> neighbours;

  std::uint64_t vertices() const { return offsets.size - 1; }
  /// Both directions of every edge.
  std::uint64_t arcs() const { return neighbours.size; }
  std::uint64_t degree(std::uint64_t v) const { return offsets.data[v + 1] - offsets.data[v]; }
  const std::uint32_t* begin_of(std::uint64_t v) const { return neighbours.data + offsets.data[v]; }
  const std::uint32_t* end_of(std::uint64_t v) const {
    return neighbours.data + offsets.data[v + 1];
  }
};

struct WeightedArc {
  std::uint32_t to;
  std::int32_t weight;
};

/// Arcs of v are [offsets[v], offsets[v + 1]).
struct WeightedGraph {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<WeightedArc> arcs;

  std::uint64_t vertices() const { return offsets.size - 1; }
};

CsrGraph place(base::Arena& arena, const HostGraph& graph);

/// With whole-numbered weights of 1 to 255, uniform by a hash of the edge's two ends and the seed.
WeightedGraph place_weighted(base::Arena& arena, const HostGraph& graph, std::uint64_t seed);

/// Vertex 0 gets the highest degree, and so on; equal degrees keep their order.
HostGraph relabel_by_degree(const HostGraph& graph);

}  // namespace starnuma::stimulus
