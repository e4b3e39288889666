// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/csr_graph.h"

#include <algorithm>
#include <numeric>

#include "models/base/random.h"

namespace starnuma::stimulus {
namespace {

constexpr std::int32_t kHeaviest = 255;  // as in the GAP benchmark suite

base::SimArray<std::uint64_t> place_offsets(base::Arena& arena, const HostGraph& graph) {
  const auto offsets = arena.allocate<std::uint64_t>("graph.offsets", graph.degrees.size() + 1);
  std::partial_sum(graph.degrees.begin(), graph.degrees.end(), offsets.data + 1);
  return offsets;
}

std::int32_t weight_of(std::uint32_t from, std::uint32_t to, std::uint64_t seed) {
  const auto [low, high] = std::minmax(from, to);
  base::Random random(seed ^ (std::uint64_t{low} << 32 | high));
  return 1 + static_cast<std::int32_t>(random.below(kHeaviest));
}

}  // namespace

CsrGraph place(base::Arena& arena, const HostGraph& graph) {
  CsrGraph placed;
  placed.offsets = place_offsets(arena, graph);
  placed.neighbours = arena.allocate<std::uint32_t>("graph.neighbours", graph.arcs);
  std::copy_n(graph.neighbours.get(), graph.arcs, placed.neighbours.data);
  return placed;
}

WeightedGraph place_weighted(base::Arena& arena, const HostGraph& graph, std::uint64_t seed) {
  WeightedGraph placed;
  placed.offsets = place_offsets(arena, graph);
  placed.arcs = arena.allocate<WeightedArc>("graph.arcs", graph.arcs);
  std::uint64_t arc = 0;
  for (std::uint32_t from = 0; from < graph.degrees.size(); ++from) {
    for (; arc < placed.offsets.data[from + 1]; ++arc) {
      const std::uint32_t to = graph.neighbours[arc];
      placed.arcs.data[arc] = {to, weight_of(from, to, seed)};
    }
  }
  return placed;
}

HostGraph relabel_by_degree(const HostGraph& graph) {
  const auto vertices = static_cast<std::uint32_t>(graph.degrees.size());
  std::vector<std::uint32_t> by_degree(vertices);
  std::iota(by_degree.begin(), by_degree.end(), 0U);
  std::stable_sort(by_degree.begin(), by_degree.end(), [&](std::uint32_t a, std::uint32_t b) {
    return graph.degrees[a] > graph.degrees[b];
  });
  std::vector<std::uint32_t> number(vertices);
  for (std::uint32_t i = 0; i < vertices; ++i) number[by_degree[i]] = i;
  std::vector<std::uint64_t> first(vertices, 0);
  std::partial_sum(graph.degrees.begin(), graph.degrees.end() - 1, first.begin() + 1);

  HostGraph relabelled{std::vector<std::uint64_t>(vertices),
                       std::unique_ptr<std::uint32_t[]>(new std::uint32_t[graph.arcs]), graph.arcs};
  std::uint32_t* next = relabelled.neighbours.get();
  for (std::uint32_t i = 0; i < vertices; ++i) {
    const std::uint64_t degree = graph.degrees[by_degree[i]];
    const std::uint32_t* neighbours = graph.neighbours.get() + first[by_degree[i]];
    relabelled.degrees[i] = degree;
    for (std::uint64_t n = 0; n < degree; ++n) next[n] = number[neighbours[n]];
    std::sort(next, next + degree);
    next += degree;
  }
  return relabelled;
}

}  // namespace starnuma::stimulus
