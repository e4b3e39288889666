// SPDX-License-Identifier: Apache-2.0
// Programs charge the instructions that compiled code executes. The totals are from callgrind; the
// target `calibrate` prints them (docs/guide/calibration.md). BFS has a separate test.
#include <gtest/gtest.h>

#include "stimulus/calibration/counting_thread.h"
#include "stimulus/programs/amg/amg.h"
#include "stimulus/programs/barnes/barnes.h"
#include "stimulus/programs/bc/bc.h"
#include "stimulus/programs/bellman/bellman.h"
#include "stimulus/programs/bt/bt.h"
#include "stimulus/programs/cam/cam.h"
#include "stimulus/programs/cc/cc.h"
#include "stimulus/programs/cg/cg.h"
#include "stimulus/programs/chase/chase.h"
#include "stimulus/programs/classifier/classifier.h"
#include "stimulus/programs/fdtd/fdtd.h"
#include "stimulus/programs/ft/ft.h"
#include "stimulus/programs/kv/kv.h"
#include "stimulus/programs/lu/lu.h"
#include "stimulus/programs/matmul/matmul.h"
#include "stimulus/programs/mesh/mesh.h"
#include "stimulus/programs/mg/mg.h"
#include "stimulus/programs/pagerank/pagerank.h"
#include "stimulus/programs/radii/radii.h"
#include "stimulus/programs/shm/shm.h"
#include "stimulus/programs/splu/splu.h"
#include "stimulus/programs/sssp/sssp.h"
#include "stimulus/programs/tc/tc.h"
#include "stimulus/programs/tpcc/tpcc.h"
#include "stimulus/programs/xs/xs.h"

namespace starnuma::stimulus {
namespace {

template <class Program>
double instructions_per_unit(const typename Program::Parameters& parameters) {
  base::Arena arena(1);
  Program program(parameters, 1);
  program.build(arena);
  CountingThread thread;
  program.run(thread);
  return static_cast<double>(thread.instructions()) / static_cast<double>(program.work_units());
}

/// Expects a deviation of at most 2 %.
template <class Program>
void expect_cost(const typename Program::Parameters& parameters, double measured) {
  EXPECT_NEAR(instructions_per_unit<Program>(parameters), measured, 0.02 * measured)
      << Program::kWorkUnit;
}

TEST(ProgramCosts, AreThoseOfCompiledCode) {
  expect_cost<Cc>({{16, 32}}, 99.9);
  expect_cost<Sssp>({{14, 32}}, 731.5);
  expect_cost<Tc>({{14, 32}, 16}, 31118.5);
  expect_cost<Kv>({14, 1 << 16, 50, 25}, 608.6);
  expect_cost<Tpcc>({14, 1 << 12}, 6136.6);
}

TEST(ProgramCosts, OfHighPerformanceComputingToo) {
  expect_cost<Amg>({16, 2}, 439.3);
  expect_cost<Barnes>({16, 16}, 7031.7);
  expect_cost<Bt>({16, 2}, 12054.6);
  expect_cost<Cam>({16, 2}, 1643.4);
  expect_cost<Cg>({16, 4, 64}, 7.69);
  expect_cost<Chase>({16, 2}, 16.90);
  expect_cost<Classifier>({16, 4}, 14.69);
  expect_cost<Fdtd>({14, 2}, 50.3);
  expect_cost<Ft>({12, 2}, 324.0);
  expect_cost<Matmul>({12, 4, 32}, 2.28);
  expect_cost<Mesh>({16, 2}, 68.4);
  expect_cost<Lu>({16, 2}, 4562.8);
  expect_cost<Mg>({14, 2}, 190.7);
  expect_cost<Splu>({14}, 7.14);
  expect_cost<Shm>({{70, 0, 4}, 14, 1 << 16}, 117.0);
  expect_cost<Xs>({14, 1 << 14}, 1633.5);
}

TEST(ProgramCosts, OfGraphProgramsToo) {
  expect_cost<Bc>({{14, 32}}, 1215.6);
  expect_cost<Bellman>({{14, 32}}, 1554.6);
  expect_cost<Pagerank>({{16, 32}}, 290.2);
  expect_cost<Radii>({{14, 32}}, 1314.9);
}

}  // namespace
}  // namespace starnuma::stimulus
