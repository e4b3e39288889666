// SPDX-License-Identifier: Apache-2.0
// Handwritten mutants of the directory RTL are found in lockstep, each by the check that its entry
// in rtl/verify/lockstep_mutants.json names.
#include <gtest/gtest.h>

#include "testbenches/directory_slice/directory_sequences.h"
#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/traffic_mode.h"

namespace starnuma::testbenches::directory_mistake_test {

namespace {

/// Independent of the requested seed, since another check may find a mutant first.
constexpr std::uint64_t kSeed = 1;

class DirectoryMistake : public testing::TestWithParam<DirectorySet> {};

/// Difference that random traffic finds, and the stimulus up to it.
struct Found {
  std::string difference;
  std::vector<DirectoryInputs> played;
};

Found find(const DirectorySet& set, std::uint64_t seed) {
  const QuietOutput quiet;
  base::Random random(seed);
  golden_kit::DeviceCoverage coverage;
  for (const TrafficMode& mode : kTrafficModes) {
    DirectoryLockstep bench(set, coverage, {seed, ""});
    try {
      play_random(bench, mode, random, 100'000);
    } catch (const Difference& difference) {
      return {difference.what(), bench.played()};
    }
  }
  return {};
}

TEST_P(DirectoryMistake, IsFoundByRandomTraffic) {
  const Found found = find(GetParam(), kSeed);
  const std::string check = GetParam().found_by;
  EXPECT_NE(found.difference.find(check == "any" ? ": " : ": " + check), std::string::npos)
      << "found: \"" << found.difference << "\" instead of \"" << GetParam().found_by << '"';
}

std::string name_of(const testing::TestParamInfo<DirectorySet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Mistakes, DirectoryMistake, testing::ValuesIn(directory_mistakes()),
                         name_of);

TEST(DirectoryFailure, ShrinksToFewCycles) {
  const DirectorySet& set = directory_mistakes().front();
  const Found found = find(set, kSeed);
  ASSERT_NE(found.difference, "");
  const std::string text = explain_failure("old sharers", set, {kSeed, ""}, found.played);
  EXPECT_NE(text.find("sharers of line"), std::string::npos) << text;
}

}  // namespace
}  // namespace starnuma::testbenches::directory_mistake_test
