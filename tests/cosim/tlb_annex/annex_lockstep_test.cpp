// SPDX-License-Identifier: Apache-2.0
// Annex RTL compared with its golden function, in every parameter set. Environment:
// lockstep_options.h.
#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/rtl_support/counter_of_run.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tlb_annex/annex_sequences.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches {

namespace {

class AnnexLockstepTest : public testing::TestWithParam<AnnexSet> {
 protected:
  /// Plays the stimulus and explains a failure.
  template <class Play>
  void run(const std::string& name, protocol::Counter counter, const Play& play) {
    const BlockStart start{options_.seed(), options_.waves(name)};
    AnnexLockstep bench(GetParam(), counter, bins_, start);
    try {
      play(bench);
    } catch (const Difference& difference) {
      const std::string test = std::string(GetParam().name) + "_" + name;
      FAIL() << difference.what() << '\n'
             << explain_failure(test, GetParam(), counter, start, bench.played());
    }
    options_.save(bench.block().context(), bins_, std::string(GetParam().name) + "_" + name);
  }

  const LockstepOptions options_{};
  Bins bins_;
};

TEST_P(AnnexLockstepTest, RandomTrafficInFourModes) {
  base::Random random(options_.seed());
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options_.describe(mode.name));
    for (int i = 0; i < kCounterRuns; ++i) {
      const protocol::Counter counter = counter_of_run(i, GetParam().count_width, random);
      run(mode.name + std::to_string(i), counter, [&](AnnexLockstep& bench) {
        play_random(bench, mode, random.next(), options_.cycles() / kCounterRuns);
        drain(bench);
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(AnnexLockstepTest, EveryCrossBinIsHit) {
  const protocol::Counter all_ones = GetParam().count_width;
  const protocol::Counter less{all_ones.width, std::min(5u, all_ones.max)};
  expect_cross_bins(bins_, less.max, GetParam().entries);
  for (const protocol::Counter counter : {less, all_ones}) {
    const bool full = counter.max < 16 || (options_.thorough() && GetParam().entries <= 64);
    run("cross" + std::to_string(counter.max), counter, [&](AnnexLockstep& bench) {
      wait_until_cleared(bench);
      play_cross_bins(bench, counter.max, full);
      // Consecutive increments, each forwarded to the next.
      if (GetParam().in_ram) play(bench, {SlotEvent::kEvict, 1, counter.max, 0});
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(bins_.missed(), std::vector<std::string>{});
}

std::string name_of(const testing::TestParamInfo<AnnexSet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Sets, AnnexLockstepTest, testing::ValuesIn(annex_sets()), name_of);

}  // namespace
}  // namespace starnuma::testbenches
