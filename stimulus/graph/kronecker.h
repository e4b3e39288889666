// SPDX-License-Identifier: Apache-2.0
// A Kronecker graph as the Graph500 and GAP benchmarks define it, built natively into the arena.
//
// Contract: 2^scale vertices; degree * 2^scale generated edges (A = 0.57, B = C = 0.19), made
// symmetric, without self loops and duplicates, vertex numbers shuffled, neighbour lists sorted.
// The same seed gives the same bytes on every host with the same C++ library (std::shuffle), and
// the graph that the GAP benchmark suite generates from that seed. Not modelled: the time of
// building; only page -> first toucher is kept (pages dealt to threads).
#pragma once

#include <cstdint>

#include "models/base/arena.h"

namespace starnuma::stimulus {

struct KroneckerParameters {
  int scale = 20;
  int degree = 32;
};

/// A graph in compressed sparse rows: neighbours of v are [offsets[v], offsets[v + 1]).
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

CsrGraph build_kronecker(base::Arena& arena, const KroneckerParameters& parameters,
                         std::uint64_t seed);

}  // namespace starnuma::stimulus
