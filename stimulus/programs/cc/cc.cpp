// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/cc/cc.h"

#include <limits>

#include "stimulus/counted.h"
#include "stimulus/graph/graph_program.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {

std::vector<std::uint32_t> smallest_of_component(const CsrGraph& graph) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> smallest(graph.vertices(), kNone);
  std::vector<std::uint32_t> stack;
  for (std::uint32_t root = 0; root < smallest.size(); ++root) {
    if (smallest[root] != kNone) continue;
    smallest[root] = root;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t u = stack.back();
      stack.pop_back();
      for (const std::uint32_t* v = graph.begin_of(u); v != graph.end_of(u); ++v) {
        if (smallest[*v] != kNone) continue;
        smallest[*v] = root;
        stack.push_back(*v);
      }
    }
  }
  return smallest;
}

void Cc::build(base::Arena& arena) {
  data_.graph = build_kronecker(arena, parameters_, seed_);
  data_.chunk = parameters_.chunk;
  data_.labels = arena.allocate<std::uint32_t>("cc.labels", data_.graph.vertices());
  data_.counters = arena.allocate<std::uint64_t>("cc.counters", StepCounter::kWords);
  data_.common = arena.allocate<std::uint32_t>("cc.common", 1);
}

std::vector<std::string> Cc::check() const {
  const std::vector<std::uint32_t> expected = smallest_of_component(data_.graph);
  Mismatches mismatches("wrong labels");
  for (std::size_t trial = 0; trial < results_.size(); ++trial) {
    for (std::size_t v = 0; v < expected.size(); ++v) {
      const std::uint32_t label = results_[trial][v];
      if (label == expected[v]) continue;
      mismatches.add("trial ", trial + 1, ": vertex ", v, " has label ", label,
                     ", the smallest vertex of its component is ", expected[v]);
    }
  }
  expect_trials(results_.size(), parameters_.trials, mismatches);
  return mismatches.lines();
}

void Cc::report(accounting::StatWriter& out) const {
  accounting::StatWriter cc = out.under("cc");
  report_graph(data_.graph.vertices(), data_.graph.arcs(), cc);
  cc.write("trials", parameters_.trials, "1", "computations from the beginning");
  std::uint64_t components = 0;
  if (!results_.empty()) {
    for (std::size_t v = 0; v < results_.back().size(); ++v) {
      components += results_.back()[v] == v ? 1 : 0;
    }
  }
  cc.write("components", components, "1", "connected components, isolated vertices among them");
}

std::string Cc::measured() const { return counted(parameters_.trials, "trial", "trials"); }

Definition define_cc() {
  return KernelDefinition<Cc>("cc", "connected components of a Kronecker graph by Afforest")
      .scale()
      .number("trials", &CcParameters::trials, 1, 64)
      .degree()
      .number("chunk", &CcParameters::chunk, 64, 1 << 20);
}

}  // namespace starnuma::stimulus
