// SPDX-License-Identifier: Apache-2.0
// Annex RTL against its golden function. Environment: STARNUMA_LOCKSTEP_CYCLES (random cycles a
// mode), STARNUMA_LOCKSTEP_SEED, STARNUMA_COVERAGE_DIR (where coverage and bins are left).
#include <Vannex_e16_c3.h>
#include <Vannex_e1_c2.h>
#include <Vannex_e72_c16.h>
#include <Vannex_e8_c0.h>
#include <gtest/gtest.h>

#include "testbenches/rtl_support/counter_of_run.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tlb_annex/annex_sequences.h"

namespace starnuma::testbenches {
namespace {

template <class Top_, int entries, int count_width>
struct Set {
  using Top = Top_;
  static constexpr int kEntries = entries;
  static constexpr int kCountWidth = count_width;
};

template <class Set>
class AnnexLockstepTest : public ::testing::Test {
 protected:
  static std::string set_name() {
    return "annex_e" + std::to_string(Set::kEntries) + "_c" + std::to_string(Set::kCountWidth);
  }
  Bins bins_;
};

using Sets = ::testing::Types<Set<Vannex_e1_c2, 1, 2>, Set<Vannex_e8_c0, 8, 0>,
                              Set<Vannex_e16_c3, 16, 3>, Set<Vannex_e72_c16, 72, 16>>;

struct SetNames {
  template <class Set>
  static std::string GetName(int) {
    return std::to_string(Set::kEntries) + "Entries" + std::to_string(Set::kCountWidth) + "Bits";
  }
};

TYPED_TEST_SUITE(AnnexLockstepTest, Sets, SetNames);

TYPED_TEST(AnnexLockstepTest, RandomTrafficInFourModes) {
  const LockstepOptions options;
  base::Random random(options.seed());
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options.describe(mode.name));
    for (int run = 0; run < kCounterRuns; ++run) {
      const protocol::Counter counter = counter_of_run(run, TypeParam::kCountWidth, random);
      SCOPED_TRACE("counts to " + std::to_string(counter.max));
      const std::string name = mode.name + std::to_string(run);
      AnnexLockstep<typename TypeParam::Top> bench(TypeParam::kEntries, counter, this->bins_,
                                                   options.waves(name));
      ASSERT_NO_THROW(play_random(bench, mode, options.seed(), options.cycles() / kCounterRuns));
      ASSERT_NO_THROW(drain(bench));
      options.save(bench.context(), this->bins_, this->set_name() + "_" + name);
    }
  }
}

TYPED_TEST(AnnexLockstepTest, EveryCrossBinIsHit) {
  const LockstepOptions options;
  constexpr int kWidth = TypeParam::kCountWidth;
  const protocol::Counter all_ones = kWidth;
  const protocol::Counter less{kWidth, std::min(5u, all_ones.max)};
  expect_cross_bins(this->bins_, less.max, TypeParam::kEntries);
  for (const protocol::Counter counter : {less, all_ones}) {
    const bool full = counter.max < 16 || options.thorough();
    const std::string name = "cross" + std::to_string(counter.max);
    AnnexLockstep<typename TypeParam::Top> bench(TypeParam::kEntries, counter, this->bins_,
                                                 options.waves(name));
    ASSERT_NO_THROW(play_cross_bins(bench, counter.max, full));
    options.save(bench.context(), this->bins_, this->set_name() + "_" + name);
  }
  EXPECT_EQ(this->bins_.missed(), std::vector<std::string>{});
}

}  // namespace
}  // namespace starnuma::testbenches
