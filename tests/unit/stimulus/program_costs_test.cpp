// SPDX-License-Identifier: Apache-2.0
// That programs charge the instructions that compiled code executes: totals by callgrind, printed
// by the target `calibrate` (docs/guide/calibration.md). BFS has a test of its own.
#include <gtest/gtest.h>

#include "stimulus/calibration/counting_thread.h"
#include "stimulus/programs/cc/cc.h"
#include "stimulus/programs/kv/kv.h"
#include "stimulus/programs/sssp/sssp.h"
#include "stimulus/programs/tc/tc.h"
#include "stimulus/programs/tpcc/tpcc.h"

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

TEST(ProgramCosts, AreThoseOfCompiledCode) {
  EXPECT_NEAR(instructions_per_unit<Cc>({{16, 32}}), 99.9, 0.02 * 99.9);
  EXPECT_NEAR(instructions_per_unit<Sssp>({{14, 32}}), 731.5, 0.02 * 731.5);
  EXPECT_NEAR(instructions_per_unit<Tc>({{14, 32}, 16}), 31118.5, 0.02 * 31118.5);
  EXPECT_NEAR(instructions_per_unit<Kv>({14, 1 << 16, 50, 25}), 608.6, 0.02 * 608.6);
  EXPECT_NEAR(instructions_per_unit<Tpcc>({14, 1 << 12}), 6136.6, 0.02 * 6136.6);
}

}  // namespace
}  // namespace starnuma::stimulus
