// SPDX-License-Identifier: Apache-2.0
// Distances from one vertex of a weighted graph, computed sequentially; the reference of programs.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "stimulus/graph/csr_graph.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

/// Larger than any distance; the sum with a weight does not overflow.
inline constexpr std::int32_t kUnreached = std::numeric_limits<std::int32_t>::max() / 2;

/// Returns the distances from the source by Dijkstra's algorithm; kUnreached without a path.
std::vector<std::int32_t> dijkstra_distances(const WeightedGraph& graph, std::uint32_t source);

/// Reports differences between the distances of a trial, counted from 0, and the reference.
void expect_distances(const std::vector<std::int32_t>& distances, const WeightedGraph& graph,
                      std::uint32_t source, std::size_t trial, Mismatches& mismatches);

}  // namespace starnuma::stimulus
