// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/graph_program.h"

#include <string>

namespace starnuma::stimulus {

void expect_trials(std::size_t ran, int expected, Mismatches& mismatches) {
  if (ran == static_cast<std::size_t>(expected)) return;
  mismatches.add(ran, " of ", expected, " trials ran");
}

void report_graph(std::uint64_t vertices, std::uint64_t arcs, accounting::StatWriter& out) {
  out.write("vertices", vertices, "1", "vertices of the graph");
  out.write("edges", arcs / 2, "1", "undirected edges, without duplicates and self loops");
}

}  // namespace starnuma::stimulus
