// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bc/bc.h"

#include <algorithm>
#include <cmath>

#include "stimulus/counted.h"
#include "stimulus/graph/graph_program.h"
#include "stimulus/graph/sources.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Adds the contribution of one source to the scores: a queue, and then its vertices in reverse
/// order, with pushes.
void add_source(const CsrGraph& graph, std::uint32_t source, std::vector<double>& scores) {
  std::vector<std::int32_t> depths(graph.vertices(), BcData::kNone);
  std::vector<double> paths(graph.vertices(), 0);
  std::vector<double> through(graph.vertices(), 0);
  std::vector<std::uint32_t> queue{source};
  depths[source] = 0;
  paths[source] = 1;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const std::uint32_t u = queue[at];
    for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) {
      if (depths[*v] == BcData::kNone) {
        depths[*v] = depths[u] + 1;
        queue.push_back(*v);
      }
      if (depths[*v] == depths[u] + 1) paths[*v] += paths[u];
    }
  }
  std::reverse(queue.begin(), queue.end());
  for (const std::uint32_t v : queue) {
    if (v == source) break;
    scores[v] += through[v];
    for (const std::uint32_t* u = graph.begin_of(v); u != graph.end_of(v); ++u) {
      if (depths[*u] == depths[v] - 1) through[*u] += paths[*u] / paths[v] * (1 + through[v]);
    }
  }
}

}  // namespace

void Bc::build(base::Arena& arena) {
  data_.graph = build_kronecker(arena, parameters_, seed_);
  data_.chunk = parameters_.chunk;
  sources_ = pick_sources(data_.graph.offsets, parameters_.trials, seed_);
  const std::uint64_t vertices = data_.graph.vertices();
  data_.depths = arena.allocate<std::int32_t>("bc.depths", vertices);
  data_.paths = arena.allocate<double>("bc.paths", vertices);
  data_.through = arena.allocate<double>("bc.through", vertices);
  data_.scores = arena.allocate<double>("bc.scores", vertices);
  data_.counters = arena.allocate<std::uint64_t>("bc.counters", 2 * StepCounter::kWords);
}

std::vector<std::string> Bc::check() const {
  constexpr double kRounding = 1e-9;
  if (levels_ == 0) return {"bc: has not run"};
  Mismatches mismatches("wrong scores");
  std::vector<double> expected(data_.graph.vertices(), 0);
  for (const std::uint32_t source : sources_) add_source(data_.graph, source, expected);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    const double score = data_.scores.data[v];
    if (std::abs(score - expected[v]) <= kRounding * std::max(1.0, expected[v])) continue;
    mismatches.add("vertex ", v, " has score ", score, ", expected ", expected[v]);
  }
  return mismatches.lines();
}

void Bc::report(accounting::StatWriter& out) const {
  accounting::StatWriter bc = out.under("bc");
  report_graph(data_.graph.vertices(), data_.graph.arcs(), bc);
  bc.write("trials", parameters_.trials, "1", "sources");
  bc.write("levels", levels_, "1", "levels of all searches");
}

std::string Bc::measured() const { return counted(parameters_.trials, "source", "sources"); }

Definition define_bc() {
  return KernelDefinition<Bc>("bc",
                              "betweenness centrality of a Kronecker graph's vertices, by pulling")
      .scale()
      .number("trials", &BcParameters::trials, 1, 64)
      .degree()
      .number("chunk", &BcParameters::chunk, 64, 1 << 20);
}

}  // namespace starnuma::stimulus
