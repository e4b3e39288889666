// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/pagerank/pagerank.h"

#include "stimulus/counted.h"
#include "stimulus/graph/graph_program.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

std::vector<double> scores_by_pushing(const PagerankData& data, int iterations) {
  const CsrGraph& graph = data.graph;
  const auto vertices = static_cast<double>(graph.vertices());
  std::vector<double> scores(graph.vertices(), 1 / vertices);
  for (int i = 0; i < iterations; ++i) {
    std::vector<double> next(scores.size(), (1 - PagerankData::kDamping) / vertices);
    for (std::uint32_t u = 0; u < scores.size(); ++u) {
      const double part = PagerankData::kDamping * scores[u] / static_cast<double>(graph.degree(u));
      for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) next[*v] += part;
    }
    scores = next;
  }
  return scores;
}

}  // namespace

void Pagerank::build(base::Arena& arena) {
  data_.graph = build_kronecker(arena, parameters_, seed_);
  data_.chunk = parameters_.chunk;
  const std::uint64_t vertices = data_.graph.vertices();
  data_.scores = arena.allocate<float>("pagerank.scores", vertices);
  data_.parts = arena.allocate<float>("pagerank.parts", vertices);
  data_.counters = arena.allocate<std::uint64_t>("pagerank.counters", StepCounter::kWords);
  data_.sums = TeamSumWords::in(arena, "pagerank.sums");
  for (float& score : data_.scores) score = 1 / static_cast<float>(vertices);
}

std::vector<std::string> Pagerank::check() const {
  constexpr double kRounding = 1e-3;  // rounding of sums of thousands of numbers with 24 bits
  if (change_ < 0) return {"pagerank: has not run"};
  Mismatches mismatches("wrong scores");
  const std::vector<double> expected = scores_by_pushing(data_, parameters_.iterations);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    const double score = data_.scores.data[v];
    if (std::abs(score - expected[v]) <= kRounding * expected[v]) continue;
    mismatches.add("vertex ", v, " has score ", score, ", expected ", expected[v]);
  }
  return mismatches.lines();
}

void Pagerank::report(accounting::StatWriter& out) const {
  accounting::StatWriter pagerank = out.under("pagerank");
  report_graph(data_.graph.vertices(), data_.graph.arcs(), pagerank);
  pagerank.write("iterations", parameters_.iterations, "1", "passes over all arcs");
  pagerank.write("change", change_, "1",
                 "sum of the absolute changes of all scores in the last pass");
}

std::string Pagerank::measured() const { return counted(parameters_.iterations, "pass", "passes"); }

Definition define_pagerank() {
  return KernelDefinition<Pagerank>("pagerank", "PageRank of a Kronecker graph by pulling")
      .scale()
      .number("iterations", &PagerankParameters::iterations, 1, 100)
      .degree()
      .number("chunk", &PagerankParameters::chunk, 64, 1 << 20);
}

}  // namespace starnuma::stimulus
