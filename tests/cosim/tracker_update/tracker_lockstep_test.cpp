// SPDX-License-Identifier: Apache-2.0
// Tracker update RTL compared with its golden function, in every parameter set; its mutants are
// found. Environment: lockstep_options.h.
#include <gtest/gtest.h>

#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tracker_update/tracker_sequences.h"

namespace starnuma::testbenches {

namespace {

class TrackerLockstepTest : public testing::TestWithParam<TrackerSet> {
 protected:
  /// Plays one configuration and explains a failure.
  void run(const std::string& name, const TrafficMode& mode, int number, base::Random& random) {
    const auto config = config_of_run(GetParam(), number, random);
    const BlockStart start{options_.seed(), options_.waves(name)};
    TrackerLockstep bench(GetParam(), config, bins_, start);
    try {
      play_random(bench, config, mode, random, options_.cycles() / kTrackerRuns);
    } catch (const Difference& difference) {
      const std::string test = std::string(GetParam().name) + "_" + name;
      FAIL() << difference.what() << '\n'
             << explain_failure(test, GetParam(), config, start, bench.played());
    }
    options_.save(bench.block().context(), bins_, std::string(GetParam().name) + "_" + name);
  }

  const LockstepOptions options_{};
  Bins bins_;
};

TEST_P(TrackerLockstepTest, RandomTrafficInFourModes) {
  expect_bins(bins_, GetParam().queue_entries);
  base::Random random(options_.seed());
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options_.describe(mode.name));
    for (int i = 0; i < kTrackerRuns; ++i) {
      run(mode.name + std::to_string(i), mode, i, random);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_EQ(bins_.missed(), std::vector<std::string>{});
}

std::string name_of(const testing::TestParamInfo<TrackerSet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Sets, TrackerLockstepTest, testing::ValuesIn(tracker_sets()), name_of);

}  // namespace
}  // namespace starnuma::testbenches
