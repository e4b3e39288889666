// SPDX-License-Identifier: Apache-2.0
// Components, shortest paths and triangles compared with plain references, alone and in teams.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "stimulus/programs/cc/cc.h"
#include "stimulus/programs/sssp/sssp.h"
#include "stimulus/programs/tc/tc.h"
#include "tests/unit/stimulus/program_lines.h"

namespace starnuma::stimulus {
namespace {

/// Checks several scales, degrees and seeds, and teams.
template <class Program, class Make>
void expect_correct(Make make) {
  for (const int scale : {8, 11, 13}) {
    for (const int degree : {1, 4, 32}) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        EXPECT_EQ(lines_after<Program>(make(scale, degree), seed, 1), Lines{})
            << "scale " << scale << " degree " << degree << " seed " << seed;
      }
    }
  }
  for (const int threads : {2, 3, 8, 64}) {
    EXPECT_EQ(lines_after<Program>(make(12, 16), 3, threads), Lines{}) << threads << " threads";
  }
}

TEST(Cc, AgreesWithThePlainSearch) {
  expect_correct<Cc>([](int scale, int degree) { return Cc::Parameters{{scale, degree}, 2, 128}; });
}

TEST(Cc, RootsThatManyThreadsJoinAtOnceAreAllJoined) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(lines_after<Cc>({{12, 2}, 10, 64}, seed, 4), Lines{}) << "seed " << seed;
  }
}

TEST(Cc, AWrongLabelAndARunThatDidNotHappenAreNamed) {
  base::Arena arena(1);
  Cc cc({{8, 32}, 1}, 1);
  cc.build(arena);
  EXPECT_EQ(cc.check(), Lines{"0 of 1 trials ran"});
  run_natively(cc);
  EXPECT_EQ(cc.check(), Lines{});
  // Without arcs every vertex is a component, so all other labels are wrong now.
  for (std::uint32_t& neighbour : cc.data().graph.neighbours) neighbour = 0;
  const Lines lines = cc.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_NE(lines[0].find("the smallest vertex of its component is"), std::string::npos);
  EXPECT_NE(lines[5].find("more wrong labels"), std::string::npos);
}

TEST(Sssp, AgreesWithDijkstra) {
  expect_correct<Sssp>([](int scale, int degree) {
    return Sssp::Parameters{{scale, degree}, 2, 2};
  });
}

TEST(Sssp, AgreesWithDijkstraAtEveryWidthOfABin) {
  for (const int delta : {1, 3, 16, 255, 1024}) {
    for (const int threads : {1, 4}) {
      EXPECT_EQ(lines_after<Sssp>({{11, 16}, 2, delta}, 5, threads), Lines{}) << delta;
    }
  }
}

TEST(Sssp, AgreesWithDijkstraAtEveryLimitOfBucketFusion) {
  for (const std::uint64_t fusion : {0u, 1u, 16u, 1u << 20}) {
    for (const int threads : {1, 4}) {
      EXPECT_EQ(lines_after<Sssp>({{11, 16}, 2, 2, 0, fusion}, 5, threads), Lines{}) << fusion;
    }
  }
}

TEST(Sssp, WithoutFusionNoBinIsProcessedWithinItsStep) {
  const auto steps = [](std::uint64_t fusion) {
    base::Arena arena(1);
    Sssp sssp({{11, 16}, 1, 2, 0, fusion}, 1);
    sssp.build(arena);
    run_natively(sssp);
    return sssp.steps();
  };
  EXPECT_GT(steps(0), steps(1 << 20));
}

TEST(Sssp, AWarmUpKeepsTheMeasuredSources) {
  base::Arena arena(1);
  Sssp cold({{8, 32}, 2, 2}, 1);
  Sssp warm({{8, 32}, 2, 2, 3}, 1);
  cold.build(arena);
  warm.build(arena);
  ASSERT_EQ(warm.sources().size(), 5u);
  EXPECT_EQ(std::vector(warm.sources().begin() + 3, warm.sources().end()), cold.sources());
  EXPECT_EQ((std::vector{cold.openings(), warm.openings()}), (std::vector{1, 2}));
  run_natively(warm);
  EXPECT_EQ(warm.check(), Lines{});
}

TEST(Sssp, AWrongDistanceIsNamed) {
  base::Arena arena(1);
  Sssp sssp({{8, 32}, 1, 2}, 1);
  sssp.build(arena);
  EXPECT_EQ(sssp.check(), Lines{"0 of 1 trials ran"});
  run_natively(sssp);
  for (WeightedArc& arc : sssp.data().graph.arcs) arc.weight *= 2;
  const Lines lines = sssp.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_NE(lines[0].find(" has distance "), std::string::npos);
}

TEST(Sssp, DistancesOfAPathAddUp) {
  base::Arena arena(1);
  HostGraph path{{1, 2, 2, 1, 0}, std::unique_ptr<std::uint32_t[]>(new std::uint32_t[6]), 6};
  const std::uint32_t neighbours[] = {1, 0, 2, 1, 3, 2};
  std::copy(std::begin(neighbours), std::end(neighbours), path.neighbours.get());
  const WeightedGraph graph = place_weighted(arena, path, 1);
  const auto distances = dijkstra_distances(graph, 0);
  const WeightedArc* arcs = graph.arcs.data;
  EXPECT_EQ(distances[0], 0);
  EXPECT_EQ(distances[1], arcs[0].weight);
  EXPECT_EQ(distances[3], arcs[0].weight + arcs[2].weight + arcs[4].weight);
  EXPECT_EQ(distances[4], kUnreached);
}

TEST(Tc, AgreesWithIntersectedSets) {
  expect_correct<Tc>([](int scale, int degree) { return Tc::Parameters{{scale, degree}, 4, 8}; });
}

TEST(Tc, CountsEveryTriangleOnceWhenAllVerticesAre) {
  base::Arena arena(1);
  Tc tc({{8, 16}, 1, 16}, 2);
  tc.build(arena);
  run_natively(tc);
  const CsrGraph& graph = tc.data().graph;
  const auto adjacent = [&](std::uint32_t a, std::uint32_t b) {
    return std::binary_search(graph.begin_of(a), graph.end_of(a), b);
  };
  std::uint64_t triangles = 0;
  for (std::uint32_t a = 0; a < graph.vertices(); ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (!adjacent(a, b)) continue;
      for (std::uint32_t c = 0; c < b; ++c) triangles += adjacent(a, c) && adjacent(b, c) ? 1 : 0;
    }
  }
  EXPECT_GT(triangles, 1000u);
  EXPECT_EQ(tc.triangles(), triangles);
  EXPECT_EQ(triangles_by_sets(tc.data()), triangles);
}

TEST(Tc, CountsTheFirstVerticesAlone) {
  base::Arena arena(1);
  Tc tc({{8, 16}, 1, 4, 50}, 2);
  tc.build(arena);
  run_natively(tc);
  const CsrGraph& graph = tc.data().graph;
  EXPECT_EQ(tc.work_units(), 50u);
  EXPECT_EQ(tc.measured(), "the first 50 vertices");
  std::uint64_t triangles = 0;
  for (std::uint32_t a = 0; a < 50; ++a) {
    for (const std::uint32_t* b = graph.begin_of(a); b != graph.end_of(a) && *b < a; ++b) {
      for (const std::uint32_t* c = graph.begin_of(a); *c < *b; ++c) {
        triangles += std::binary_search(graph.begin_of(*b), graph.end_of(*b), *c) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(triangles, 100u);
  EXPECT_EQ(tc.triangles(), triangles);
  EXPECT_EQ(tc.check(), Lines{});
}

TEST(Tc, SaysWhichVerticesItCounts) {
  EXPECT_EQ(Tc({{8, 16}, 1, 4}, 1).measured(), "");
  EXPECT_EQ(Tc({{8, 16}, 16, 4}, 1).measured(), "every 16th vertex");
  EXPECT_EQ(Tc({{8, 16}, 4, 4, 10}, 1).measured(), "the first 10 of every 4th vertex");
}

TEST(Tc, AWrongCountIsNamed) {
  base::Arena arena(1);
  Tc tc({{8, 32}, 16, 8}, 1);
  tc.build(arena);
  run_natively(tc);
  const std::uint64_t right = tc.triangles();
  ++tc.data().triangles.data[0];
  EXPECT_EQ(tc.check(), Lines{"tc: " + std::to_string(right + 1) + " triangles, expected " +
                              std::to_string(right)});
}

}  // namespace
}  // namespace starnuma::stimulus
