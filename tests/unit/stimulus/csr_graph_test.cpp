// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/csr_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "stimulus/graph/kronecker.h"

namespace starnuma::stimulus {
namespace {

TEST(CsrGraph, WeightsAreTheSameInBothDirectionsAndFollowTheSeed) {
  base::Arena arena(1);
  const HostGraph host = generate_kronecker({10, 8}, 3);
  const WeightedGraph graph = place_weighted(arena, host, 3);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t> weights;
  std::set<std::int32_t> seen;
  for (std::uint32_t u = 0; u < graph.vertices(); ++u) {
    for (std::uint64_t e = graph.offsets.data[u]; e < graph.offsets.data[u + 1]; ++e) {
      const WeightedArc arc = graph.arcs.data[e];
      weights[{u, arc.to}] = arc.weight;
      seen.insert(arc.weight);
    }
  }
  for (const auto& [edge, weight] : weights) {
    ASSERT_EQ(weight, (weights[{edge.second, edge.first}]));
  }
  EXPECT_EQ(*seen.begin(), 1);
  EXPECT_EQ(*seen.rbegin(), 255);
  EXPECT_EQ(seen.size(), 255u);
  const WeightedGraph other = place_weighted(arena, host, 4);
  const bool same = std::equal(graph.arcs.begin(), graph.arcs.end(), other.arcs.begin(),
                               [](auto a, auto b) { return a.weight == b.weight; });
  EXPECT_FALSE(same);
}

TEST(CsrGraph, RelabelledByDegreeItIsTheSameGraphWithTheHighestDegreeFirst) {
  base::Arena arena(1);
  const HostGraph host = generate_kronecker({9, 8}, 5);
  const CsrGraph before = place(arena, host);
  const CsrGraph after = place(arena, relabel_by_degree(host));
  ASSERT_EQ(after.arcs(), before.arcs());
  std::vector<std::uint64_t> degrees_before;
  std::vector<std::uint64_t> degrees_after;
  for (std::uint64_t v = 0; v < after.vertices(); ++v) {
    degrees_before.push_back(before.degree(v));
    degrees_after.push_back(after.degree(v));
    EXPECT_TRUE(std::is_sorted(after.begin_of(v), after.end_of(v)));
    for (const std::uint32_t* n = after.begin_of(v); n != after.end_of(v); ++n) {
      EXPECT_TRUE(std::binary_search(after.begin_of(*n), after.end_of(*n), v));
    }
  }
  EXPECT_TRUE(std::is_sorted(degrees_after.rbegin(), degrees_after.rend()));
  std::sort(degrees_before.rbegin(), degrees_before.rend());
  EXPECT_EQ(degrees_after, degrees_before);
}

}  // namespace
}  // namespace starnuma::stimulus
