// SPDX-License-Identifier: Apache-2.0
// Reference of BFS results by a sequential search on the same graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

/// Returns the distance of every vertex from the source; -1 if it is unreachable.
std::vector<std::int32_t> bfs_depths(const CsrGraph& graph, std::uint32_t source);

/// Reports each wrong parent with the prefix `where`. A result is correct if exactly the reachable
/// vertices have a parent, and each parent is a neighbour one level nearer to the source.
void add_bfs_mismatches(const CsrGraph& graph, const base::SimArray<std::int32_t>& parents,
                        std::uint32_t source, const std::string& where, Mismatches& mismatches);

}  // namespace starnuma::stimulus
