// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bfs/bfs.h"

#include "stimulus/graph/graph_program.h"
#include "stimulus/graph/sources.h"
#include "stimulus/programs/bfs/bfs_reference.h"

namespace starnuma::stimulus {

void Bfs::build(base::Arena& arena) {
  data_.graph = build_kronecker(arena, parameters_, seed_);
  data_.schedule = parameters_.schedule;
  sources_ = pick_sources_after_warm_up(data_.graph.offsets, parameters_.trials, parameters_.warmup,
                                        seed_);

  const std::uint64_t vertices = data_.graph.vertices();
  const auto threads = static_cast<std::uint64_t>(arena.threads());
  constexpr std::uint64_t kBitsPerWord = 64;
  data_.parents = arena.allocate<std::int32_t>("bfs.parents", vertices);
  data_.front = arena.allocate<std::uint64_t>("bfs.front", vertices / kBitsPerWord);
  data_.next = arena.allocate<std::uint64_t>("bfs.next", vertices / kBitsPerWord);
  data_.queue = arena.allocate<std::uint32_t>("bfs.queue", vertices);
  data_.local_queues = arena.allocate<std::uint32_t>(
      "bfs.local_queues", threads * BfsData::kLocalQueue, base::Touch::blocked());
  data_.counters = arena.allocate<std::uint64_t>(
      "bfs.counters", static_cast<std::uint64_t>(BfsCounter::kCount) * StepCounter::kWords);
}

void Bfs::keep_result(const BfsSteps& steps) {
  steps_ = steps;
  results_.emplace_back(data_.parents.begin(), data_.parents.end());
}

std::vector<std::string> Bfs::check() const {
  Mismatches mismatches("wrong parents");
  for (std::size_t trial = 0; trial < results_.size(); ++trial) {
    base::SimArray<std::int32_t> parents = data_.parents;
    parents.data = const_cast<std::int32_t*>(results_[trial].data());  // read-only use
    add_bfs_mismatches(data_.graph, parents, sources_[trial],
                       "trial " + std::to_string(trial + 1) + ", ", mismatches);
  }
  expect_trials(results_.size(), parameters_.warmup + parameters_.trials, mismatches);
  return mismatches.lines();
}

void Bfs::report(accounting::StatWriter& out) const {
  accounting::StatWriter bfs = out.under("bfs");
  const auto count = [&](std::string_view name, std::uint64_t value, std::string_view sentence) {
    bfs.write(name, value, "1", sentence);
  };
  report_graph(data_.graph.vertices(), data_.graph.arcs(), bfs);
  count("trials", static_cast<std::uint64_t>(parameters_.trials), "searches from one source each");
  if (parameters_.warmup > 0) {
    count("warmup", static_cast<std::uint64_t>(parameters_.warmup),
          "searches before the measured window");
  }
  count("steps_top_down", steps_.top_down, "top-down steps over all searches");
  count("steps_bottom_up", steps_.bottom_up, "bottom-up steps over all searches");
}

std::uint64_t Bfs::work_units() const {
  return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.trials);
}

std::uint64_t Bfs::warm_up_units() const {
  return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.warmup);
}

std::string Bfs::measured() const {
  return measured_searches(parameters_.trials, parameters_.warmup);
}

}  // namespace starnuma::stimulus
