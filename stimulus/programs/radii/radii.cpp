// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/radii/radii.h"

#include <algorithm>

#include "stimulus/graph/graph_program.h"
#include "stimulus/graph/sources.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

constexpr int kRadiiSearches = 64;

/// Returns each vertex's largest distance from the sources that reach it.
std::vector<std::int32_t> largest_distances(const CsrGraph& graph,
                                            const std::vector<std::uint32_t>& sources) {
  std::vector<std::int32_t> largest(graph.vertices(), RadiiData::kNone);
  for (const std::uint32_t source : sources) {
    std::vector<std::int32_t> distances(graph.vertices(), RadiiData::kNone);
    std::vector<std::uint32_t> queue{source};
    distances[source] = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t u = queue[at];
      for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) {
        if (distances[*v] != RadiiData::kNone) continue;
        distances[*v] = distances[u] + 1;
        queue.push_back(*v);
      }
    }
    for (std::size_t v = 0; v < largest.size(); ++v) {
      largest[v] = std::max(largest[v], distances[v]);
    }
  }
  return largest;
}

}  // namespace

void Radii::build(base::Arena& arena) {
  data_.graph = build_kronecker(arena, parameters_, seed_);
  data_.chunk = parameters_.chunk;
  const std::uint64_t vertices = data_.graph.vertices();
  data_.visited = arena.allocate<std::uint64_t>("radii.visited", vertices);
  data_.next = arena.allocate<std::uint64_t>("radii.next", vertices);
  data_.radii = arena.allocate<std::int32_t>("radii.radii", vertices);
  data_.counters = arena.allocate<std::uint64_t>("radii.counters", 2 * StepCounter::kWords);
  std::fill(data_.radii.begin(), data_.radii.end(), RadiiData::kNone);
  sources_ = pick_sources(data_.graph.offsets, kRadiiSearches, seed_);
  for (std::size_t search = 0; search < sources_.size(); ++search) {
    data_.visited.data[sources_[search]] |= std::uint64_t{1} << search;
    data_.next.data[sources_[search]] |= std::uint64_t{1} << search;
    data_.radii.data[sources_[search]] = 0;
  }
}

std::vector<std::string> Radii::check() const {
  if (rounds_ == 0) return {"radii: has not run"};
  Mismatches mismatches("wrong radii");
  const std::vector<std::int32_t> expected = largest_distances(data_.graph, sources_);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (data_.radii.data[v] == expected[v]) continue;
    mismatches.add("vertex ", v, " has radius ", data_.radii.data[v], ", expected ", expected[v]);
  }
  return mismatches.lines();
}

void Radii::report(accounting::StatWriter& out) const {
  accounting::StatWriter radii = out.under("radii");
  report_graph(data_.graph.vertices(), data_.graph.arcs(), radii);
  radii.write("rounds", rounds_, "1", "rounds until no search came to a new vertex");
}

Definition define_radii() {
  return KernelDefinition<Radii>("radii",
                                 "radii of a Kronecker graph's vertices by 64 searches at once")
      .scale()
      .degree()
      .number("chunk", &RadiiParameters::chunk, 64, 1 << 20);
}

}  // namespace starnuma::stimulus
