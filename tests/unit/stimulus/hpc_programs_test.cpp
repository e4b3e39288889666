// SPDX-License-Identifier: Apache-2.0
// Programs of high-performance computing compared with their references, alone and in teams.
#include <gtest/gtest.h>

#include "stimulus/programs/amg/amg.h"
#include "stimulus/programs/barnes/barnes.h"
#include "stimulus/programs/bc/bc.h"
#include "stimulus/programs/bellman/bellman.h"
#include "stimulus/programs/bt/bt.h"
#include "stimulus/programs/cam/cam.h"
#include "stimulus/programs/cg/cg.h"
#include "stimulus/programs/chase/chase.h"
#include "stimulus/programs/classifier/classifier.h"
#include "stimulus/programs/fdtd/fdtd.h"
#include "stimulus/programs/ft/ft.h"
#include "stimulus/programs/lu/lu.h"
#include "stimulus/programs/matmul/matmul.h"
#include "stimulus/programs/mesh/mesh.h"
#include "stimulus/programs/mg/mg.h"
#include "stimulus/programs/pagerank/pagerank.h"
#include "stimulus/programs/radii/radii.h"
#include "stimulus/programs/shm/shm.h"
#include "stimulus/programs/splu/splu.h"
#include "stimulus/programs/xs/xs.h"
#include "tests/unit/stimulus/program_lines.h"

namespace starnuma::stimulus {
namespace {

/// Checks several scales, alone and in teams, including teams larger than the number of work items.
template <class Program, class Make>
void expect_right(Make make) {
  for (const int scale : {8, 9, 10, 13}) {
    for (const int threads : {1, 2, 3, 64}) {
      EXPECT_EQ(lines_after<Program>(make(scale), 3, threads), Lines{})
          << "scale " << scale << ", " << threads << " threads";
    }
  }
}

bool starts_with(const std::string& text, const std::string& beginning) {
  return text.rfind(beginning, 0) == 0;
}

TEST(Cg, AgreesWithThePlainSolver) {
  expect_right<Cg>([](int scale) { return Cg::Parameters{scale, 4, 32}; });
  EXPECT_EQ(lines_after<Cg>({12, 30, 64}, 1, 4), Lines{});
}

TEST(Cg, StepsShrinkTheResidual) {
  const auto residual = [](int iterations) {
    Ran<Cg> ran({12, iterations, 64});
    double squares = 0;
    for (const double r : ran.program.data().r) squares += r * r;
    return squares;
  };
  EXPECT_LT(residual(8), 1e-4 * residual(4));
}

TEST(Cg, AWrongElementAndAResidualOfAnotherSolutionAreNamed) {
  EXPECT_EQ(lines_before<Cg>({8, 4, 32}), Lines{"cg: has not run"});
  Ran<Cg> ran({8, 4, 32});
  ran.program.data().x.data[5] += 1;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(starts_with(lines[0], "x[5] is ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "the residual is ")) << lines[1];
}

TEST(Mg, ResidualsAreThoseOfTheSolutionAndFallWithEachCycle) {
  expect_right<Mg>([](int scale) { return Mg::Parameters{scale, 1}; });
  expect_right<Mg>([](int scale) { return Mg::Parameters{scale, 4}; });
}

TEST(Mg, ASolutionThatIsNoneIsNamed) {
  EXPECT_EQ(lines_before<Mg>({8, 1}), Lines{"mg: has not run"});
  Ran<Mg> ran({8, 1});
  ran.program.data().finest().u.data[7] += 0.5;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_TRUE(starts_with(lines[0], "the residual at point ")) << lines[0];
}

TEST(Ft, AgreesWithDirectSumsAndKeepsTheEnergy) {
  expect_right<Ft>([](int scale) { return Ft::Parameters{scale, 2}; });
}

TEST(Ft, AWrongFrequencyAndAWrongPointAreNamed) {
  EXPECT_EQ(lines_before<Ft>({8, 1}), Lines{"ft: has not run"});
  Ran<Ft> frequency({8, 1});
  frequency.program.data().frequencies.data[9].im += 5;
  EXPECT_FALSE(frequency.program.check().empty());
  Ran<Ft> point({8, 1});
  point.program.data().field.data[9].re *= 2;
  const Lines lines = point.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "the energy of the field is ")) << lines[0];
}

TEST(Matmul, AgreesWithPlainSums) {
  for (const std::uint64_t sample : {1, 3}) {
    expect_right<Matmul>([&](int scale) { return Matmul::Parameters{scale, sample, 16}; });
  }
}

TEST(Matmul, AWrongElementIsNamed) {
  EXPECT_FALSE(lines_before<Matmul>({8, 1}).empty());
  Ran<Matmul> ran({8, 1, 16});
  ran.program.data().c.data[3].lanes[1] += 1;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "tile 0, row 0, column 7 is ")) << lines[0];
}

TEST(Splu, AgreesWithAPlainFactorisation) {
  expect_right<Splu>([](int scale) { return Splu::Parameters{scale}; });
}

TEST(Splu, AWrongElementIsNamedOnEitherSideOfTheDiagonal) {
  EXPECT_EQ(lines_before<Splu>({8}).size(), 6u);
  Ran<Splu> ran({9});
  const SpluPanel& panel = ran.program.data().structure.panels.front();
  ran.program.data().lower.data[splu_lower_row(panel, panel.width)].lanes[0] += 1e-6;
  ran.program.data().upper.data[splu_upper_row(panel, panel.width)].lanes[0] += 1e-6;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(starts_with(lines[0], "element (0, ")) << lines[0];
  EXPECT_TRUE(lines[1].find(", 0) is ") != std::string::npos) << lines[1];
}

TEST(Splu, EveryCouplingOfTheMatrixIsInItsFactorsAndLevelsAreInOrder) {
  const SpluStructure made = splu_structure(6);
  EXPECT_EQ(made.point_of.size(), 216u);
  EXPECT_EQ(made.levels.back().panels_end, made.panels.size());
  for (const SpluSource& source : made.sources) {
    const SpluPanel& panel = made.panels[source.panel];
    EXPECT_LE(panel.width, kSpluPanel);
    EXPECT_LT(source.begin, source.end);
    EXPECT_GE(source.begin, panel.width);
  }
  for (const SpluUpdate& update : made.updates) {
    for (std::uint32_t s = update.begin; s < update.end; ++s) {
      EXPECT_LT(made.panels[made.sources[s].panel].level, made.panels[update.target].level);
    }
  }
}

TEST(Xs, AgreesWithSearchesOfEachNuclide) {
  expect_right<Xs>([](int scale) { return Xs::Parameters{scale, 1000}; });
}

TEST(Xs, ALookUpThatFindsAnotherRowIsNamed) {
  EXPECT_FALSE(lines_before<Xs>({8, 1000}).empty());
  base::Arena arena(1);
  Xs xs({12, 1000}, 1);
  xs.build(arena);
  for (std::uint32_t& row : xs.data().index) row = 0;
  run_natively(xs);
  const Lines lines = xs.check();
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(starts_with(lines[0], "thread 0: channel ")) << lines[0];
}

TEST(Pagerank, AgreesWithPushedScores) {
  expect_right<Pagerank>([](int scale) { return Pagerank::Parameters{{scale, 16}, 3, 64}; });
}

TEST(Pagerank, AWrongScoreIsNamed) {
  EXPECT_EQ(lines_before<Pagerank>({{8, 16}}), Lines{"pagerank: has not run"});
  Ran<Pagerank> ran(Pagerank::Parameters{{8, 16}});
  ran.program.data().scores.data[5] *= 1.01F;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "vertex 5 has score ")) << lines[0];
}

TEST(Bellman, AgreesWithDijkstra) {
  expect_right<Bellman>([](int scale) { return Bellman::Parameters{{scale, 16}, 2, 64}; });
  EXPECT_EQ(lines_after<Bellman>({{12, 1}, 2, 64}, 5, 4), Lines{});
}

TEST(Bellman, AWrongDistanceIsNamed) {
  EXPECT_EQ(lines_before<Bellman>({{8, 16}}), Lines{"0 of 1 trials ran"});
  Ran<Bellman> ran(Bellman::Parameters{{8, 16}});
  for (WeightedArc& arc : ran.program.data().graph.arcs) arc.weight *= 2;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_NE(lines[0].find(" has distance "), std::string::npos);
}

TEST(Radii, AgreeWithPlainSearches) {
  expect_right<Radii>([](int scale) { return Radii::Parameters{{scale, 16}, 64}; });
  EXPECT_EQ(lines_after<Radii>({{12, 1}, 64}, 5, 4), Lines{});
}

TEST(Radii, AWrongRadiusIsNamed) {
  EXPECT_EQ(lines_before<Radii>({{8, 16}}), Lines{"radii: has not run"});
  Ran<Radii> ran(Radii::Parameters{{8, 16}});
  ++ran.program.data().radii.data[5];
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "vertex 5 has radius ")) << lines[0];
}

TEST(Barnes, AgreesWithRecursionAndNearlyWithDirectSums) {
  for (const std::uint64_t sample : {1, 3}) {
    expect_right<Barnes>([&](int scale) { return Barnes::Parameters{scale, sample}; });
  }
}

TEST(Barnes, AWrongForceIsNamed) {
  EXPECT_FALSE(lines_before<Barnes>({8, 1}).empty());
  Ran<Barnes> ran({8, 1});
  ran.program.data().bodies.data[5].force.x *= 1.01;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "the force on body 5 is ")) << lines[0];
  for (BarnesBody& body : ran.program.data().bodies) body.mass *= 2;
  EXPECT_GT(ran.program.error_beside_direct_sums(), 0.4);
}

TEST(Shm, EveryLineHoldsWhatSomeThreadWroteLast) {
  for (const std::uint64_t own : {0, 50, 100}) {
    expect_right<Shm>([&](int scale) { return Shm::Parameters{{50, own, 4}, scale, 2000}; });
  }
}

TEST(Shm, ALineThatNobodyWroteSoIsNamed) {
  EXPECT_EQ(lines_before<Shm>({{}, 8, 100}), Lines{"shm: not all threads ran"});
  Ran<Shm> ran({{}, 8, 100});
  ran.program.data().data[3 * ShmMix::kLineWords] += 1000;
  EXPECT_EQ(ran.program.check(), Lines{"line 3 does not hold the last value of any thread"});
}

TEST(Classifier, AgreesWithPlainTraining) {
  expect_right<Classifier>([](int scale) { return Classifier::Parameters{scale, 3, 32}; });
}

TEST(Classifier, TrainingLowersTheLoss) {
  const auto loss = [](int epochs) {
    Ran<Classifier> ran({12, epochs, 64});
    return ran.program.loss(ran.program.data().weights.data);
  };
  EXPECT_LT(loss(8), 0.99 * loss(2));
}

TEST(Classifier, AWrongWeightIsNamed) {
  EXPECT_FALSE(lines_before<Classifier>({8, 1}).empty());
  Ran<Classifier> ran({8, 1});
  ran.program.data().weights.data[3] += 1e-3;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "the weight of feature 3 is ")) << lines[0];
}

TEST(Amg, AgreesWithThePlainSolverAndItsResidualFalls) {
  expect_right<Amg>([](int scale) { return Amg::Parameters{scale, 2}; });
  expect_right<Amg>([](int scale) { return Amg::Parameters{scale, 8}; });
}

TEST(Amg, AWrongElementAndAResidualOfAnotherSolutionAreNamed) {
  EXPECT_EQ(lines_before<Amg>({8, 2}), Lines{"amg: has not run"});
  Ran<Amg> ran({8, 2});
  ran.program.data().x.data[5] += 1;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(starts_with(lines[0], "x[5] is ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "the residual's norm is ")) << lines[1];
}

TEST(Fdtd, AgreesWithThePlainCurls) {
  expect_right<Fdtd>([](int scale) { return Fdtd::Parameters{scale, 3}; });
}

TEST(Fdtd, AWrongFieldIsNamed) {
  EXPECT_FALSE(lines_before<Fdtd>({8, 1}).empty());
  Ran<Fdtd> ran({8, 1});
  ran.program.data().electric[1].data[9] += 1;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "electric field 1 at point 9 is ")) << lines[0];
}

TEST(Bc, AgreesWithBrandesAlgorithm) {
  expect_right<Bc>([](int scale) { return Bc::Parameters{{scale, 16}, 2, 64}; });
  EXPECT_EQ(lines_after<Bc>({{12, 1}, 3, 64}, 5, 4), Lines{});
}

TEST(Bc, AWrongScoreIsNamed) {
  EXPECT_EQ(lines_before<Bc>({{8, 16}}), Lines{"bc: has not run"});
  Ran<Bc> ran(Bc::Parameters{{8, 16}});
  ran.program.data().scores.data[5] += 1;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "vertex 5 has score ")) << lines[0];
}

TEST(Mesh, AgreesWithSweepsByRows) {
  expect_right<Mesh>([](int scale) { return Mesh::Parameters{scale, 3}; });
}

TEST(Mesh, AWrongCellIsNamed) {
  EXPECT_FALSE(lines_before<Mesh>({8, 1}).empty());
  Ran<Mesh> ran({8, 1});
  ran.program.data().x.data[5] += 0.01;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(starts_with(lines[0], "cell 5 is ")) << lines[0];
}

TEST(Chase, AgreesWithPricingOnPlainArrays) {
  expect_right<Chase>([](int scale) { return Chase::Parameters{scale, 3}; });
}

TEST(Chase, AWrongPotentialAndAWrongCostAreNamed) {
  EXPECT_FALSE(lines_before<Chase>({10, 1}).empty());
  Ran<Chase> ran({10, 1});
  ++ran.program.data().nodes.data[ChaseData::at(5, ChaseData::kPotential)];
  ++ran.program.data().arcs.data[ChaseData::at(7, ChaseData::kCost)];
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(starts_with(lines[0], "the potential of node 5 is ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "the cost of arc 7 is ")) << lines[1];
}

TEST(Cam, AgreesWithStepsOnPlainArrays) {
  expect_right<Cam>([](int scale) { return Cam::Parameters{scale, 1}; });
  expect_right<Cam>([](int scale) { return Cam::Parameters{scale, 4}; });
}

TEST(Cam, AWrongTemperatureAndLostWaterAreNamed) {
  EXPECT_FALSE(lines_before<Cam>({10, 1}).empty());
  Ran<Cam> ran({10, 1});
  ran.program.last().temperature.data[CamData::kLevels + 3] += 0.01;
  ran.program.data().rain.data[2] += 0.01;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(starts_with(lines[0], "temperature 3 of column 1 is ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "rain 0 of column 2 is ")) << lines[1];
  EXPECT_TRUE(starts_with(lines[2], "vapour and rain add up to ")) << lines[2];
}

TEST(Lu, AgreesWithSweepsInPlainOrderAndItsResidualFalls) {
  expect_right<Lu>([](int scale) { return Lu::Parameters{scale, 1}; });
  expect_right<Lu>([](int scale) { return Lu::Parameters{scale, 4}; });
}

TEST(Lu, AWrongComponentIsNamed) {
  EXPECT_EQ(lines_before<Lu>({8, 1}), Lines{"lu: has not run"});
  Ran<Lu> ran({10, 1});
  const FiveSystem& system = ran.program.data().system;
  system.u.data[system.shape.at(1, 1, 1) * kFive + 2] += 0.01;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_TRUE(starts_with(lines[0], "component 2 of point ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "residual ")) << lines[1];
}

TEST(Bt, AgreesWithEliminationOfEachLineAndItsResidualFalls) {
  expect_right<Bt>([](int scale) { return Bt::Parameters{scale, 1}; });
  expect_right<Bt>([](int scale) { return Bt::Parameters{scale, 4}; });
}

TEST(Bt, AWrongComponentIsNamed) {
  EXPECT_EQ(lines_before<Bt>({8, 1}), Lines{"bt: has not run"});
  Ran<Bt> ran({10, 1});
  const FiveSystem& system = ran.program.data().system;
  system.u.data[system.shape.at(1, 1, 1) * kFive + 2] += 0.01;
  const Lines lines = ran.program.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_TRUE(starts_with(lines[0], "component 2 of point ")) << lines[0];
  EXPECT_TRUE(starts_with(lines[1], "residual ")) << lines[1];
}

}  // namespace
}  // namespace starnuma::stimulus
