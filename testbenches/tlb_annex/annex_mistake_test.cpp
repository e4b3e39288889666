// SPDX-License-Identifier: Apache-2.0
// Mistakes put into the annex RTL by hand are found in lockstep: eviction drops an increment of the
// same cycle; a count that was handed over stays; a counter goes on to what its bits hold
// (testbenches/tlb_annex/CMakeLists.txt).
#include <Vannex_mistake.h>
#include <Vannex_mistake_all_ones.h>
#include <Vannex_mistake_kept.h>
#include <gtest/gtest.h>

#include <iostream>

#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tlb_annex/annex_sequences.h"

namespace starnuma::testbenches {
namespace {

template <class Top>
class AnnexMistake : public testing::Test {};
using Mistakes = testing::Types<Vannex_mistake, Vannex_mistake_kept, Vannex_mistake_all_ones>;
TYPED_TEST_SUITE(AnnexMistake, Mistakes);

TYPED_TEST(AnnexMistake, IsFoundInEveryMode) {
  const LockstepOptions options;
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options.describe(mode.name));
    Bins bins;
    AnnexLockstep<TypeParam> bench(16, {3, 5}, bins, options.waves(mode.name));
    bench.context().fatalOnError(false);  // an assertion in the block may find it first
    std::string difference;
    try {
      play_random(bench, mode, options.seed(), options.cycles());
    } catch (const std::runtime_error& error) {
      difference = error.what();
    }
    EXPECT_NE(difference.find("the function says"), std::string::npos);
    std::cout << "mode " << mode.name << ": " << difference << std::endl;
  }
}

TEST(AnnexDroppedIncrement, IsReportedWithCycleAndPort) {
  Bins bins;
  AnnexLockstep<Vannex_mistake> bench(16, 3, bins);
  try {
    play(bench, {SlotEvent::kEvict, 1, 3, 0});
    FAIL() << "the mistake was not found";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("hand_over_count_o is 3, the function says 4"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace starnuma::testbenches
