// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bfs/bfs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/programs/bfs/bfs_reference.h"

namespace starnuma::stimulus {
namespace {

Bfs::Parameters small(int scale, int degree = 32, BfsSchedule schedule = BfsSchedule::kDynamic) {
  return {{scale, degree}, 4, schedule};
}

double stat(const Bfs& bfs, const std::string& path) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  bfs.report(writer);
  const auto found = std::find_if(stats.begin(), stats.end(),
                                  [&](const accounting::Stat& s) { return s.path == path; });
  return found == stats.end() ? -1 : found->value;
}

TEST(Bfs, OneThreadAgreesWithTheReferenceOnManyGraphs) {
  for (const int scale : {8, 9, 12, 14}) {
    for (const int degree : {1, 4, 32}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        base::Arena arena(1);
        Bfs bfs(small(scale, degree), seed);
        bfs.build(arena);
        run_natively(bfs);
        EXPECT_EQ(bfs.check(), std::vector<std::string>{})
            << "scale " << scale << " degree " << degree << " seed " << seed;
      }
    }
  }
}

TEST(Bfs, TeamsOfThreadsAgreeWithTheReferenceInBothSchedules) {
  for (const BfsSchedule schedule : {BfsSchedule::kDynamic, BfsSchedule::kStatic}) {
    for (const int threads : {2, 3, 8, 64}) {
      base::Arena arena(threads);
      Bfs bfs(small(12, 32, schedule), 3);
      bfs.build(arena);
      run_threaded(bfs, threads);
      EXPECT_EQ(bfs.check(), std::vector<std::string>{}) << threads << " threads";
    }
  }
}

TEST(Bfs, TheMeasuredSearchesAreTheSameAfterAWarmUp) {
  const auto sources = [](int warmup) {
    base::Arena arena(1);
    Bfs bfs({{10, 32}, 2, BfsSchedule::kDynamic, warmup}, 7);
    bfs.build(arena);
    run_natively(bfs);
    EXPECT_EQ(bfs.check(), std::vector<std::string>{});
    return bfs.sources();
  };
  const auto cold = sources(0);
  const auto warm = sources(3);
  ASSERT_EQ(warm.size(), 5u);
  EXPECT_EQ(std::vector<std::uint32_t>(warm.end() - 2, warm.end()), cold);
}

TEST(Bfs, BuffersThatFillUpDuringAStepAreFlushed) {
  base::Arena arena(1);
  Bfs bfs(small(16), 1);
  bfs.build(arena);
  run_natively(bfs);
  EXPECT_EQ(bfs.check(), std::vector<std::string>{});
  EXPECT_GT(bfs.data().graph.vertices() / 18, BfsData::kLocalQueue);
}

TEST(Bfs, GoesTopDownAndBottomUpOnADenseGraph) {
  base::Arena arena(1);
  Bfs bfs(small(12), 1);
  bfs.build(arena);
  run_natively(bfs);
  EXPECT_GE(stat(bfs, "bfs.steps_top_down"), 4);
  EXPECT_GE(stat(bfs, "bfs.steps_bottom_up"), 4);
  EXPECT_EQ(stat(bfs, "bfs.vertices"), 4096);
  EXPECT_EQ(stat(bfs, "bfs.trials"), 4);
  EXPECT_EQ(bfs.work_units(), 4u * 4096u);
}

TEST(Bfs, SourcesHaveNeighboursAndFollowTheSeed) {
  base::Arena arena(1);
  Bfs a(small(10, 2), 1);
  Bfs b(small(10, 2), 1);
  Bfs c(small(10, 2), 2);
  for (Bfs* bfs : {&a, &b, &c}) bfs->build(arena);
  for (const std::uint32_t source : a.sources()) EXPECT_GT(a.data().graph.degree(source), 0u);
  EXPECT_EQ(a.sources(), b.sources());
  EXPECT_NE(a.sources(), c.sources());
}

TEST(Bfs, ARunThatDidNotHappenIsNoCorrectRun) {
  base::Arena arena(1);
  Bfs bfs(small(8), 1);
  bfs.build(arena);
  EXPECT_EQ(bfs.check(), std::vector<std::string>{"0 of 4 trials ran"});
}

/// The path 0 - 1 - 2 - 3, the chord 0 - 2, and the isolated vertex 4.
class BfsReference : public testing::Test {
 protected:
  BfsReference() {
    const std::vector<std::uint64_t> offsets = {0, 2, 4, 7, 8, 8};
    const std::vector<std::uint32_t> neighbours = {1, 2, 0, 2, 0, 1, 3, 2};
    graph.offsets = arena.allocate<std::uint64_t>("offsets", offsets.size());
    graph.neighbours = arena.allocate<std::uint32_t>("neighbours", neighbours.size());
    std::copy(offsets.begin(), offsets.end(), graph.offsets.data);
    std::copy(neighbours.begin(), neighbours.end(), graph.neighbours.data);
    parents = arena.allocate<std::int32_t>("parents", 5);
  }
  std::vector<std::string> mismatches(const std::vector<std::int32_t>& result) {
    std::copy(result.begin(), result.end(), parents.data);
    Mismatches mismatches("wrong parents");
    add_bfs_mismatches(graph, parents, 0, "", mismatches);
    return mismatches.lines();
  }
  base::Arena arena{1};
  CsrGraph graph;
  base::SimArray<std::int32_t> parents;
};

TEST_F(BfsReference, DepthsAreShortestDistances) {
  EXPECT_EQ(bfs_depths(graph, 0), (std::vector<std::int32_t>{0, 1, 1, 2, -1}));
  EXPECT_EQ(bfs_depths(graph, 3), (std::vector<std::int32_t>{2, 2, 1, 0, -1}));
}

TEST_F(BfsReference, ACorrectResultHasNoMismatch) {
  EXPECT_EQ(mismatches({0, 0, 0, 2, -1}), std::vector<std::string>{});
}

TEST_F(BfsReference, EveryKindOfWrongParentIsNamed) {
  EXPECT_EQ(mismatches({1, 0, 0, 2, -1})[0], "source 0: vertex 0 has parent 1 but is the source");
  EXPECT_EQ(mismatches({0, 2, 0, 2, -1})[0],
            "source 0: vertex 1 has parent 2 but is at depth 1, its parent at 1");
  EXPECT_EQ(mismatches({0, 0, 0, 0, -1})[0],
            "source 0: vertex 3 has parent 0 but is not a neighbour of it");
  EXPECT_EQ(mismatches({0, 0, 0, -1, -1})[0],
            "source 0: vertex 3 has parent -1 but is reachable at depth 2");
  EXPECT_EQ(mismatches({0, 0, 0, 2, 3})[0],
            "source 0: vertex 4 has parent 3 but is not reachable but not -1");
}

}  // namespace
}  // namespace starnuma::stimulus
