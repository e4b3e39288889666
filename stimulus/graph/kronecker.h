// SPDX-License-Identifier: Apache-2.0
// Kronecker graph as defined by the Graph500 and GAP benchmarks, built natively in the arena.
//
// Contract:
// - The graph has 2^scale vertices and degree * 2^scale generated edges (A = 0.57, B = C = 0.19).
//   It is symmetric, without self loops and duplicates; vertex numbers are shuffled and neighbour
//   lists sorted.
// - Equal seeds yield equal bytes on every host with the same C++ library (std::shuffle), and the
//   graph that the GAP benchmark suite generates from that seed.
//
// Not modelled: the time of the construction. Only the first toucher of each page is recorded
// (pages are dealt to threads).
#pragma once

#include <cstdint>

#include "models/base/quantities.h"
#include "stimulus/graph/csr_graph.h"

namespace starnuma::stimulus {

struct KroneckerParameters {
  int scale = 20;
  int degree = 32;

  /// Returns the number of vertices, which is known before the graph is built.
  constexpr std::uint64_t vertices() const { return std::uint64_t{1} << scale; }
};

/// Returns the approximate host memory of the construction: edges and a part of the arcs in both
/// directions, in addition to the resulting graph.
constexpr base::Bytes kronecker_host_bytes(const KroneckerParameters& parameters) {
  return base::Bytes(12 * parameters.degree + 20) * (std::int64_t{1} << parameters.scale);
}

HostGraph generate_kronecker(const KroneckerParameters& parameters, std::uint64_t seed);

/// Builds the graph in the arena.
CsrGraph build_kronecker(base::Arena& arena, const KroneckerParameters& parameters,
                         std::uint64_t seed);

}  // namespace starnuma::stimulus
