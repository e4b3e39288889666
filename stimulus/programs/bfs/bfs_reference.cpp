// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bfs/bfs_reference.h"

#include <algorithm>

namespace starnuma::stimulus {
namespace {

/// Returns an empty string if the parent of v is correct.
std::string complaint(const CsrGraph& graph, const std::vector<std::int32_t>& depths,
                      std::uint64_t v, std::int32_t parent, std::uint32_t source) {
  const bool reachable = depths[v] >= 0;
  if (!reachable) return parent == -1 ? "" : "is not reachable but not -1";
  if (v == source) return parent == static_cast<std::int32_t>(source) ? "" : "is the source";
  if (parent < 0 || static_cast<std::uint64_t>(parent) >= graph.vertices()) {
    return "is reachable at depth " + std::to_string(depths[v]);
  }
  const auto p = static_cast<std::uint32_t>(parent);
  if (!std::binary_search(graph.begin_of(v), graph.end_of(v), p)) return "is not a neighbour of it";
  if (depths[p] + 1 == depths[v]) return "";
  return "is at depth " + std::to_string(depths[v]) + ", its parent at " +
         std::to_string(depths[p]);
}

}  // namespace

std::vector<std::int32_t> bfs_depths(const CsrGraph& graph, std::uint32_t source) {
  std::vector<std::int32_t> depths(graph.vertices(), -1);
  std::vector<std::uint32_t> queue{source};
  depths[source] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t u = queue[i];
    const std::int32_t next = depths[u] + 1;
    const std::uint32_t* const end = graph.end_of(u);
    for (const std::uint32_t* v = graph.begin_of(u); v != end; ++v) {
      if (depths[*v] >= 0) continue;
      depths[*v] = next;
      queue.push_back(*v);
    }
  }
  return depths;
}

void add_bfs_mismatches(const CsrGraph& graph, const base::SimArray<std::int32_t>& parents,
                        std::uint32_t source, const std::string& where, Mismatches& mismatches) {
  const std::vector<std::int32_t> depths = bfs_depths(graph, source);
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    const std::int32_t parent = parents.data[v];
    const std::string why = complaint(graph, depths, v, parent, source);
    if (why.empty()) continue;
    mismatches.add(where, "source ", source, ": vertex ", v, " has parent ", parent, " but ", why);
  }
}

}  // namespace starnuma::stimulus
