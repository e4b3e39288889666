// SPDX-License-Identifier: Apache-2.0
// Handwritten mutants of the annex RTL are found in lockstep, and the failure is explained.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tlb_annex/annex_sequences.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches::annex_mistake_test {

namespace {

class AnnexMistake : public testing::TestWithParam<AnnexSet> {};

/// Difference that random traffic finds, and the stimulus up to it.
struct Found {
  std::string difference;
  std::vector<AnnexInputs> played;
};
Found find(const AnnexSet& set, protocol::Counter counter, const BlockStart& start) {
  const QuietOutput quiet;
  Bins bins;
  for (const TrafficMode& mode : kTrafficModes) {
    AnnexLockstep bench(set, counter, bins, start);
    try {
      play_random(bench, mode, start.seed, LockstepOptions().cycles());
    } catch (const Difference& difference) {
      return {difference.what(), bench.played()};
    }
  }
  return {};
}

protocol::Counter counter_of(const AnnexSet& set) {
  const protocol::Counter all_ones = set.count_width;
  return {set.count_width, std::min(5u, all_ones.max)};
}

TEST_P(AnnexMistake, IsFoundByRandomTraffic) {
  const Found found = find(GetParam(), counter_of(GetParam()), {LockstepOptions().seed(), ""});
  EXPECT_NE(found.difference, "") << "the mistake was not found";
}

std::string name_of(const testing::TestParamInfo<AnnexSet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Mistakes, AnnexMistake, testing::ValuesIn(annex_mistakes()), name_of);

const AnnexSet& dropped_increment() { return annex_mistake("annex_drops_increment"); }

TEST(AnnexDroppedIncrement, IsReportedWithCycleAndPort) {
  Bins bins;
  AnnexLockstep bench(dropped_increment(), 3, bins);
  try {
    wait_until_cleared(bench);
    play(bench, {SlotEvent::kEvict, 1, 3, 0});
    FAIL() << "the mistake was not found";
  } catch (const Difference& error) {
    EXPECT_NE(std::string(error.what()).find("hand_over_count_o is 3, the function says 4"),
              std::string::npos)
        << error.what();
  }
}

std::string text_of(const std::string& file) {
  const std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(AnnexDroppedIncrement, ShrinksToTheCyclesThatShowIt) {
  const AnnexSet& set = dropped_increment();
  const protocol::Counter counter = counter_of(set);
  const BlockStart start{1, ""};  // as in the guide, independent of the requested seed
  const Found found = find(set, counter, start);
  ASSERT_NE(found.difference, "");
  const std::string text = explain_failure("dropped increment", set, counter, start, found.played);
  // The event with its increment, and the cycle with a missing or incomplete hand-over.
  EXPECT_NE(text.find(" to 2 cycles"), std::string::npos) << text;
  EXPECT_NE(text.find("increment slot"), std::string::npos) << text;
  const FailureFiles files("dropped increment", "tlb_annex/annex.gtkw");
  EXPECT_TRUE(std::filesystem::exists(files.waves));
  EXPECT_TRUE(std::filesystem::exists(files.text));
  // The guide shows this failure, line by line.
  const std::string guide = text_of(std::string(STARNUMA_SOURCE) + "/docs/guide/verify-rtl.md");
  std::istringstream lines(text.substr(0, text.find("waves:")));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_NE(guide.find("   " + line + "\n"), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace starnuma::testbenches::annex_mistake_test
