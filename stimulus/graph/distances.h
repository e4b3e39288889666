// SPDX-License-Identifier: Apache-2.0
// Distances from one vertex of a weighted graph, plainly: what programs are checked against.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "stimulus/graph/csr_graph.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

/// Larger than any distance, with room for one more weight.
inline constexpr std::int32_t kUnreached = std::numeric_limits<std::int32_t>::max() / 2;

/// Distances from the source by Dijkstra's algorithm; kUnreached where there is no path.
std::vector<std::int32_t> dijkstra_distances(const WeightedGraph& graph, std::uint32_t source);

/// Notes where the distances of a trial, counted from 0, differ from these.
void expect_distances(const std::vector<std::int32_t>& distances, const WeightedGraph& graph,
                      std::uint32_t source, std::size_t trial, Mismatches& mismatches);

}  // namespace starnuma::stimulus
