// SPDX-License-Identifier: Apache-2.0
// Directory RTL in lockstep with the golden function of the device, in every parameter set.
// Environment: lockstep_options.h.
#include <gtest/gtest.h>

#include <iostream>

#include "testbenches/directory_slice/directory_sequences.h"
#include "testbenches/rtl_support/lockstep_options.h"

namespace starnuma::testbenches {

namespace {

/// Some rows are rare with one way, for example those of a free way after a wait.
constexpr std::uint64_t kMostSeeds = 8;

class DirectoryLockstepTest : public testing::TestWithParam<DirectorySet> {
 protected:
  void run(const TrafficMode& mode, std::uint64_t seed, base::Random& random) {
    const BlockStart start{seed, options_.waves(mode.name)};
    DirectoryLockstep bench(GetParam(), coverage_, start);
    const std::string test = std::string(GetParam().name) + "_" + mode.name;
    try {
      play_random(bench, mode, random, options_.cycles());
    } catch (const Difference& difference) {
      FAIL() << difference.what() << '\n'
             << explain_failure(test, GetParam(), start, bench.played());
    }
    commits_ += bench.commits();
    options_.save(bench.block().context(), bins(), test);
  }

  /// Returns the rows of the table by how their message was served.
  Bins bins() const {
    Bins bins;
    const auto& names = golden_kit::DeviceCoverage::names();
    const std::size_t rows = names.size() - golden_kit::kSituations;
    for (std::size_t i = 0; i < rows; ++i) {
      bins.expect(names[i]);
      if (coverage_.count(i) > 0) bins.hit(names[i]);
    }
    return bins;
  }

  const LockstepOptions options_{};
  golden_kit::DeviceCoverage coverage_;
  std::uint64_t commits_ = 0;
};

TEST_P(DirectoryLockstepTest, RandomHostsInFourModes) {
  std::uint64_t seed = options_.seed();
  do {
    base::Random random(seed);
    for (const TrafficMode& mode : kTrafficModes) {
      SCOPED_TRACE(options_.describe(mode.name, seed));
      run(mode, seed, random);
      if (HasFatalFailure()) return;
    }
    ++seed;
  } while (commits_ < options_.commits() ||
           (!bins().missed().empty() && seed < options_.seed() + kMostSeeds));
  std::cout << commits_ << " commits, " << seed - options_.seed() << " seeds\n";
  EXPECT_EQ(bins().missed(), std::vector<std::string>{});
}

std::string name_of(const testing::TestParamInfo<DirectorySet>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Sets, DirectoryLockstepTest, testing::ValuesIn(directory_sets()), name_of);

}  // namespace
}  // namespace starnuma::testbenches
