// SPDX-License-Identifier: Apache-2.0
// Annex RTL against its golden function. Environment: STARNUMA_LOCKSTEP_CYCLES (random cycles a
// mode), STARNUMA_LOCKSTEP_SEED, STARNUMA_COVERAGE_DIR (where coverage and bins are left).
#include <Vannex_e16_c3.h>
#include <Vannex_e1_c2.h>
#include <Vannex_e72_c16.h>
#include <Vannex_e8_c0.h>
#include <gtest/gtest.h>

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
  static constexpr std::uint32_t kMax = protocol::max_count(Set::kCountWidth);

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
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options.describe(mode.name));
    AnnexLockstep<typename TypeParam::Top> bench(TypeParam::kEntries, TypeParam::kCountWidth,
                                                 this->bins_, options.waves(mode.name));
    ASSERT_NO_THROW(play_random(bench, mode, options.seed(), options.cycles()));
    ASSERT_NO_THROW(drain(bench));
    options.save(bench.context(), this->bins_, this->set_name() + "_" + mode.name);
  }
}

TYPED_TEST(AnnexLockstepTest, EveryCrossBinIsHit) {
  const LockstepOptions options;
  const bool full = TypeParam::kCountWidth <= 4 || options.thorough();
  AnnexLockstep<typename TypeParam::Top> bench(TypeParam::kEntries, TypeParam::kCountWidth,
                                               this->bins_, options.waves("cross"));
  expect_cross_bins(this->bins_, this->kMax, TypeParam::kEntries, full);
  ASSERT_NO_THROW(play_cross_bins(bench, this->kMax, full));
  EXPECT_EQ(this->bins_.missed(), std::vector<std::string>{});
  options.save(bench.context(), this->bins_, this->set_name() + "_cross");
}

}  // namespace
}  // namespace starnuma::testbenches
