// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/sssp/sssp.h"

#include <algorithm>

#include "stimulus/graph/graph_program.h"
#include "stimulus/graph/sources.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Entries allocated at a time: 4 per vertex are sufficient (measured: below 1.5). Each allocated
/// bin has a half-filled block, and the number of allocated bins is the span of the heaviest arc.
SsspBinMemory bin_memory(base::Arena& arena, std::uint64_t vertices) {
  constexpr std::uint64_t kBins = 256;
  const auto threads = static_cast<std::uint64_t>(arena.threads());
  const auto pages = [](std::uint64_t entries) {
    return (entries + SsspBinMemory::kPage - 1) / SsspBinMemory::kPage * SsspBinMemory::kPage;
  };
  SsspBinMemory memory;
  memory.per_thread = pages(2 * vertices / threads + kBins * SsspBinMemory::kBlock);
  memory.shared_begin = threads * memory.per_thread;
  memory.entries = arena.allocate<std::uint32_t>(
      "sssp.bins", memory.shared_begin + pages(2 * vertices) + threads * SsspBinMemory::kPage,
      base::Touch::blocked());
  memory.shared_pages = arena.allocate<std::uint64_t>("sssp.shared_pages", 1);
  return memory;
}

}  // namespace

void Sssp::build(base::Arena& arena) {
  data_.graph = place_weighted(arena, generate_kronecker(parameters_, seed_), seed_);
  data_.delta = parameters_.delta;
  data_.fusion = parameters_.fusion;
  sources_ = pick_sources_after_warm_up(data_.graph.offsets, parameters_.trials, parameters_.warmup,
                                        seed_);
  const std::uint64_t vertices = data_.graph.vertices();
  // A vertex enters a bin at most once per distance of the bin, and once per arc.
  const std::uint64_t entries =
      std::min(data_.graph.arcs.size, vertices * static_cast<std::uint64_t>(parameters_.delta));
  data_.distances = arena.allocate<std::int32_t>("sssp.distances", vertices);
  data_.frontier = arena.allocate<std::uint32_t>("sssp.frontier", entries + 1);
  data_.bins = bin_memory(arena, vertices);
  data_.counters = arena.allocate<std::uint64_t>("sssp.counters", StepCounter::kWords);
  data_.step = arena.allocate<std::uint64_t>("sssp.step", 4);
}

std::vector<std::string> Sssp::check() const {
  Mismatches mismatches("wrong distances");
  for (std::size_t trial = 0; trial < results_.size(); ++trial) {
    expect_distances(results_[trial], data_.graph, sources_[trial], trial, mismatches);
  }
  expect_trials(results_.size(), parameters_.warmup + parameters_.trials, mismatches);
  return mismatches.lines();
}

void Sssp::report(accounting::StatWriter& out) const {
  accounting::StatWriter sssp = out.under("sssp");
  report_graph(data_.graph.vertices(), data_.graph.arcs.size, sssp);
  sssp.write("trials", parameters_.trials, "1", "searches from one source each");
  if (parameters_.warmup > 0) {
    sssp.write("warmup", parameters_.warmup, "1", "searches before the measured window");
  }
  sssp.write("delta", parameters_.delta, "1", "width of a bin");
  sssp.write("steps", steps_, "1", "bins done, over all searches");
}

std::string Sssp::measured() const {
  return measured_searches(parameters_.trials, parameters_.warmup);
}

Definition define_sssp() {
  return KernelDefinition<Sssp>("sssp",
                                "shortest paths on a weighted Kronecker graph by delta-stepping")
      .scale()
      .number("trials", &SsspParameters::trials, 1, 64)
      .degree()
      .number("delta", &SsspParameters::delta, 1, 1024)
      .number("warmup", &SsspParameters::warmup, 0, 64)
      .number("fusion", &SsspParameters::fusion, 0, 1 << 20);
}

}  // namespace starnuma::stimulus
