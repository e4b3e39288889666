// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/distances.h"

#include <functional>
#include <queue>
#include <utility>

namespace starnuma::stimulus {

std::vector<std::int32_t> dijkstra_distances(const WeightedGraph& graph, std::uint32_t source) {
  using Entry = std::pair<std::int32_t, std::uint32_t>;
  std::vector<std::int32_t> distances(graph.vertices(), kUnreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distances[source] = 0;
  queue.emplace(0, source);
  while (!queue.empty()) {
    const auto [distance, u] = queue.top();
    queue.pop();
    if (distance != distances[u]) continue;
    for (std::uint64_t e = graph.offsets.data[u]; e < graph.offsets.data[u + 1]; ++e) {
      const WeightedArc arc = graph.arcs.data[e];
      if (distance + arc.weight >= distances[arc.to]) continue;
      distances[arc.to] = distance + arc.weight;
      queue.emplace(distances[arc.to], arc.to);
    }
  }
  return distances;
}

void expect_distances(const std::vector<std::int32_t>& distances, const WeightedGraph& graph,
                      std::uint32_t source, std::size_t trial, Mismatches& mismatches) {
  const std::vector<std::int32_t> expected = dijkstra_distances(graph, source);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (distances[v] == expected[v]) continue;
    mismatches.add("trial ", trial + 1, ", source ", source, ": vertex ", v, " has distance ",
                   distances[v], ", expected ", expected[v]);
  }
}

}  // namespace starnuma::stimulus
