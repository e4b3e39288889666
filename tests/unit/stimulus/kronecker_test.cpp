// SPDX-License-Identifier: Apache-2.0
#include "stimulus/graph/kronecker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stimulus/graph/kronecker_edge.h"

namespace starnuma::stimulus {
namespace {

struct Built {
  explicit Built(KroneckerParameters parameters, std::uint64_t seed = 1)
      : graph(build_kronecker(arena, parameters, seed)) {}
  base::Arena arena{4};
  CsrGraph graph;
};

TEST(Kronecker, NeighboursAreSortedWithoutDuplicatesAndSelfLoops) {
  for (const int scale : {8, 9, 11, 13}) {
    const Built built({scale, 32});
    for (std::uint64_t v = 0; v < built.graph.vertices(); ++v) {
      const auto* begin = built.graph.begin_of(v);
      const auto* end = built.graph.end_of(v);
      EXPECT_TRUE(std::adjacent_find(begin, end, std::greater_equal<>()) == end) << v;
      EXPECT_FALSE(std::binary_search(begin, end, static_cast<std::uint32_t>(v)));
    }
  }
}

TEST(Kronecker, EveryEdgeIsThereInBothDirections) {
  const Built built({11, 16});
  const CsrGraph& graph = built.graph;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    for (const auto* u = graph.begin_of(v); u != graph.end_of(v); ++u) {
      EXPECT_TRUE(
          std::binary_search(graph.begin_of(*u), graph.end_of(*u), static_cast<std::uint32_t>(v)));
    }
  }
}

TEST(Kronecker, OffsetsAscendFromZeroToTheNumberOfArcs) {
  const Built built({10, 32});
  const auto& offsets = built.graph.offsets;
  EXPECT_EQ(offsets.data[0], 0u);
  EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
  EXPECT_EQ(offsets.data[built.graph.vertices()], built.graph.arcs());
}

TEST(Kronecker, SameSeedGivesTheSameGraphAndAnotherSeedAnother) {
  const Built a({12, 32}, 7);
  const Built b({12, 32}, 7);
  const Built c({12, 32}, 8);
  EXPECT_TRUE(std::equal(a.graph.neighbours.begin(), a.graph.neighbours.end(),
                         b.graph.neighbours.begin(), b.graph.neighbours.end()));
  EXPECT_FALSE(std::equal(a.graph.neighbours.begin(), a.graph.neighbours.end(),
                          c.graph.neighbours.begin(), c.graph.neighbours.end()));
}

TEST(Kronecker, ArcsAreFewerThanTwiceTheGeneratedEdgesAndDegreesAreSkewed) {
  const Built built({13, 32});
  const CsrGraph& graph = built.graph;
  std::uint64_t isolated = 0;
  std::uint64_t largest = 0;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    isolated += graph.degree(v) == 0;
    largest = std::max(largest, graph.degree(v));
  }
  EXPECT_LT(graph.arcs(), 2u * 32u << 13);
  EXPECT_GT(graph.arcs(), 32u << 13);
  EXPECT_GT(isolated, graph.vertices() / 20);
  EXPECT_GT(largest, 20 * graph.arcs() / graph.vertices());
}

TEST(KroneckerEdge, DrawsTheNumbersOfTheStandardsTwister) {
  std::mt19937 standard(12345);
  Twister ours(12345);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(ours(), standard());
}

TEST(KroneckerEdge, FallsIntoQuartersWithTheirProbabilities) {
  for (const int scale : {1, 2, 3, 4}) {
    const KroneckerEdge draw(scale);
    Twister random(5);
    constexpr int kEdges = 200000;
    int quarters[2][2] = {};
    for (int i = 0; i < kEdges; ++i) {
      const Edge edge = draw(random);
      ASSERT_LT(edge.from | edge.to, 1u << scale);
      ++quarters[edge.from & 1][edge.to & 1];
    }
    EXPECT_NEAR(quarters[0][0], 0.57 * kEdges, 0.01 * kEdges) << scale;
    EXPECT_NEAR(quarters[0][1], 0.19 * kEdges, 0.01 * kEdges) << scale;
    EXPECT_NEAR(quarters[1][0], 0.19 * kEdges, 0.01 * kEdges) << scale;
    EXPECT_NEAR(quarters[1][1], 0.05 * kEdges, 0.01 * kEdges) << scale;
  }
}

}  // namespace
}  // namespace starnuma::stimulus
