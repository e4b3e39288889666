// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bellman/bellman.h"

#include "stimulus/counted.h"
#include "stimulus/graph/graph_program.h"
#include "stimulus/graph/sources.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {

void Bellman::build(base::Arena& arena) {
  data_.graph = place_weighted(arena, generate_kronecker(parameters_, seed_), seed_);
  data_.chunk = parameters_.chunk;
  sources_ = pick_sources(data_.graph.offsets, parameters_.trials, seed_);
  const std::uint64_t vertices = data_.graph.vertices();
  data_.distances = arena.allocate<std::int32_t>("bellman.distances", vertices);
  data_.fell = arena.allocate<std::uint8_t>("bellman.fell", vertices);
  data_.fell_next = arena.allocate<std::uint8_t>("bellman.fell_next", vertices);
  data_.counters = arena.allocate<std::uint64_t>("bellman.counters", 2 * StepCounter::kWords);
}

std::vector<std::string> Bellman::check() const {
  Mismatches mismatches("wrong distances");
  for (std::size_t trial = 0; trial < results_.size(); ++trial) {
    expect_distances(results_[trial], data_.graph, sources_[trial], trial, mismatches);
  }
  expect_trials(results_.size(), parameters_.trials, mismatches);
  return mismatches.lines();
}

void Bellman::report(accounting::StatWriter& out) const {
  accounting::StatWriter bellman = out.under("bellman");
  report_graph(data_.graph.vertices(), data_.graph.arcs.size, bellman);
  bellman.write("trials", parameters_.trials, "1", "searches from one source each");
  bellman.write("rounds", rounds_, "1", "rounds, over all searches");
}

std::string Bellman::measured() const { return counted(parameters_.trials, "search", "searches"); }

Definition define_bellman() {
  return KernelDefinition<Bellman>(
             "bellman", "shortest paths on a weighted Kronecker graph by Bellman and Ford's rounds")
      .scale()
      .number("trials", &BellmanParameters::trials, 1, 64)
      .degree()
      .number("chunk", &BellmanParameters::chunk, 64, 1 << 20);
}

}  // namespace starnuma::stimulus
