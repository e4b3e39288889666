// SPDX-License-Identifier: Apache-2.0
// What a correct BFS result is, by a plain sequential search on the same graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

/// Distance of every vertex from the source; -1 when it cannot be reached.
std::vector<std::int32_t> bfs_depths(const CsrGraph& graph, std::uint32_t source);

/// Notes each wrong parent, behind `where`. A result is correct when exactly the reachable vertices
/// have a parent and each parent is a neighbour one level nearer.
void add_bfs_mismatches(const CsrGraph& graph, const base::SimArray<std::int32_t>& parents,
                        std::uint32_t source, const std::string& where, Mismatches& mismatches);

}  // namespace starnuma::stimulus
