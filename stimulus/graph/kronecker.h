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

#include "models/base/quantities.h"
#include "stimulus/graph/csr_graph.h"

namespace starnuma::stimulus {

struct KroneckerParameters {
  int scale = 20;
  int degree = 32;
};

/// What building one takes of the host's memory, roughly: edges and a part of the arcs, in both
/// directions, beside the graph that is made of them.
constexpr base::Bytes kronecker_host_bytes(const KroneckerParameters& parameters) {
  return base::Bytes(12 * parameters.degree + 20) * (std::int64_t{1} << parameters.scale);
}

HostGraph generate_kronecker(const KroneckerParameters& parameters, std::uint64_t seed);

/// The same in the arena.
CsrGraph build_kronecker(base::Arena& arena, const KroneckerParameters& parameters,
                         std::uint64_t seed);

}  // namespace starnuma::stimulus
