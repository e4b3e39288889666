// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/tc/tc.h"

#include <algorithm>

#include "stimulus/graph/graph_program.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Returns the approximate instructions of all intersections, from the length of the shorter lists;
/// for the progress display.
std::uint64_t instructions_of(const TcData& data) {
  constexpr std::uint64_t kPerCandidate = 15;
  const CsrGraph& graph = data.graph;
  std::vector<std::uint32_t> smaller(graph.vertices());
  for (std::uint32_t v = 0; v < smaller.size(); ++v) {
    smaller[v] = static_cast<std::uint32_t>(
        std::lower_bound(graph.begin_of(v), graph.end_of(v), v) - graph.begin_of(v));
  }
  std::uint64_t candidates = 1;
  for (std::uint64_t i = 0; i < data.counted(); ++i) {
    const std::uint64_t u = data.vertex(i);
    for (std::uint64_t n = 0; n < smaller[u]; ++n) candidates += smaller[graph.begin_of(u)[n]];
  }
  return kPerCandidate * candidates;
}

}  // namespace

std::uint64_t triangles_by_sets(const TcData& data) {
  const CsrGraph& graph = data.graph;
  std::uint64_t triangles = 0;
  std::vector<bool> adjacent(graph.vertices(), false);
  for (std::uint64_t i = 0; i < data.counted(); ++i) {
    const std::uint64_t u = data.vertex(i);
    for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) adjacent[*v] = true;
    for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) {
      if (*v > u) continue;
      triangles += static_cast<std::uint64_t>(
          std::count_if(graph.begin_of(*v), graph.end_of(*v),
                        [&](std::uint32_t w) { return w < *v && adjacent[w]; }));
    }
    for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) {
      adjacent[*v] = false;
    }
  }
  return triangles;
}

void Tc::build(base::Arena& arena) {
  data_.graph = place(arena, relabel_by_degree(generate_kronecker(parameters_, seed_)));
  data_.sample = std::min(parameters_.sample, data_.graph.vertices());
  data_.first = parameters_.first;
  data_.chunk = std::max<std::uint64_t>(1, parameters_.chunk / data_.sample);
  data_.counters = arena.allocate<std::uint64_t>("tc.counters", StepCounter::kWords);
  data_.triangles = arena.allocate<std::uint64_t>("tc.triangles", 1);
  expected_instructions_ = instructions_of(data_);
}

std::vector<std::string> Tc::check() const {
  const std::uint64_t expected = triangles_by_sets(data_);
  if (triangles() == expected) return {};
  return {"tc: " + std::to_string(triangles()) + " triangles, expected " +
          std::to_string(expected)};
}

void Tc::report(accounting::StatWriter& out) const {
  accounting::StatWriter tc = out.under("tc");
  report_graph(data_.graph.vertices(), data_.graph.arcs(), tc);
  tc.write("counted", data_.counted(), "1",
           "vertices whose triangles with smaller vertices were counted");
  tc.write("triangles", triangles(), "1", "triangles of counted vertices");
}

std::string Tc::measured() const {
  const std::string first = "the first " + std::to_string(parameters_.first);
  if (parameters_.sample == 1) return parameters_.first == 0 ? "" : first + " vertices";
  const std::string every = "every " + std::to_string(parameters_.sample) + "th vertex";
  return parameters_.first == 0 ? every : first + " of " + every;
}

Definition define_tc() {
  return KernelDefinition<Tc>("tc", "triangles of a Kronecker graph by ordered intersections")
      .scale()
      .degree()
      .number("sample", &TcParameters::sample, 1, 4096)
      .number("first", &TcParameters::first, 0, 1 << 28)
      .number("chunk", &TcParameters::chunk, 1, 4096);
}

}  // namespace starnuma::stimulus
