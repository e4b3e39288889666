// SPDX-License-Identifier: Apache-2.0
// Graphs in compressed sparse row format: in host memory during construction, then in the arena.
//
// Contract: graphs are undirected; both directions of every edge are stored, without self loops and
// duplicates, and with sorted neighbour lists. Variants are derived before the graph is placed in
// the arena: relabelled by degree, or with a weight per arc.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

/// Neighbours of all vertices in order; `arcs` is their number.
struct HostGraph {
  std::vector<std::uint64_t> degrees;
  std::unique_ptr<std::uint32_t[]> neighbours;
  std::uint64_t arcs = 0;
};

/// Graph in the arena; the neighbours of v are [offsets[v], offsets[v + 1]).
struct CsrGraph {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<std::uint32_t> neighbours;

  std::uint64_t vertices() const { return offsets.size - 1; }
  /// Returns the number of arcs, which counts both directions of every edge.
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

/// Weighted graph in the arena; the arcs of v are [offsets[v], offsets[v + 1]).
struct WeightedGraph {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<WeightedArc> arcs;

  std::uint64_t vertices() const { return offsets.size - 1; }
};

CsrGraph place(base::Arena& arena, const HostGraph& graph);

/// Places the graph with integer weights from 1 to 255. The weights are uniform hashes of the two
/// ends of the edge and the seed.
WeightedGraph place_weighted(base::Arena& arena, const HostGraph& graph, std::uint64_t seed);

/// Renumbers vertices by descending degree; vertices of equal degree keep their order.
HostGraph relabel_by_degree(const HostGraph& graph);

}  // namespace starnuma::stimulus
