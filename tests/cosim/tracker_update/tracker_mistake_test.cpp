// SPDX-License-Identifier: Apache-2.0
// Handwritten mutants of the tracker update RTL are found in lockstep, and the failure is
// explained.
#include <gtest/gtest.h>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tracker_update/tracker_sequences.h"

namespace starnuma::testbenches::tracker_mistake_test {

namespace {

class TrackerMistake : public testing::TestWithParam<TrackerSet> {};

/// Difference that random traffic finds, and the stimulus up to it.
struct Found {
  std::string difference;
  TrackerLockstep::Function::Config config;
  std::vector<TrackerInputs> played;
};
Found find(const TrackerSet& set, std::uint64_t seed) {
  const QuietOutput quiet;
  base::Random random(seed);
  Bins bins;
  for (const TrafficMode& mode : kTrafficModes) {
    for (int i = 0; i < kTrackerRuns; ++i) {
      const auto config = config_of_run(set, i, random);
      TrackerLockstep bench(set, config, bins, {seed, ""});
      try {
        play_random(bench, config, mode, random, LockstepOptions().cycles() / kTrackerRuns);
      } catch (const Difference& difference) {
        return {difference.what(), config, bench.played()};
      }
    }
  }
  return {};
}

TEST_P(TrackerMistake, IsFoundByRandomTraffic) {
  EXPECT_NE(find(GetParam(), LockstepOptions().seed()).difference, "")
      << "the mistake was not found";
}

std::string name_of(const testing::TestParamInfo<TrackerSet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Mistakes, TrackerMistake, testing::ValuesIn(tracker_mistakes()), name_of);

TEST(TrackerLostSharers, ShrinksToTheCyclesThatShowIt) {
  const TrackerSet& set = tracker_mistake("tracker_loses_other_sharers");
  const BlockStart start{1, ""};  // other seeds lead to it by other, longer paths
  const Found found = find(set, start.seed);
  ASSERT_NE(found.difference, "");
  const std::string text = explain_failure("lost sharers", set, found.config, start, found.played);
  // The hand-over, its read of an entry with other sharers, the read data, and the wrong write.
  EXPECT_NE(text.find(" to 4 cycles"), std::string::npos) << text;
  for (const char* part : {"mem_req_", "the function says", "page ", " count ", "entry ", " is "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
  const FailureFiles files("lost sharers", "tracker_update/tracker.gtkw");
  EXPECT_TRUE(std::filesystem::exists(files.waves));
  EXPECT_TRUE(std::filesystem::exists(files.save_file));
  EXPECT_TRUE(std::filesystem::exists(files.text));
}

}  // namespace
}  // namespace starnuma::testbenches::tracker_mistake_test
