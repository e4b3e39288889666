// SPDX-License-Identifier: Apache-2.0
// Time of a shootdown with its acknowledgements over given routes, and its counts.
#include "models/os/shootdown.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

/// Cores at kLegs that all have the translation of page 7.
struct ShootdownBench {
  explicit ShootdownBench(const placement::PlacementConfig& config) {
    std::vector<os::PlacedCore> placed;
    for (int c = 0; c < OsBench::kCores; ++c) {
      auto core = std::make_unique<MockCore>();
      core->translations = {7};
      cores.push_back(core.get());
      placed.push_back({std::move(core), OsBench::kLegs[c], OsBench::kSockets[c], true});
    }
    shootdowns =
        std::make_unique<os::Shootdowns>(config, base::Frequency(1'000'000'000), std::move(placed));
  }
  Time span(std::optional<int> socket = {}) {
    constexpr Time kStart = 1000_ns;
    return shootdowns->invalidate_translations(page(7), kStart, socket) - kStart;
  }
  const os::Shootdowns::ShootdownStats& counts() const {
    return shootdowns->counts(base::SpaceId{0});
  }

  std::vector<MockCore*> cores;
  std::unique_ptr<os::Shootdowns> shootdowns;
};

placement::PlacementConfig with_ipis() {
  placement::PlacementConfig config = OsBench::default_config();
  config.shootdown = placement::Shootdown::kIpi;
  return config;
}

/// The directory names a set of cores: the farthest of them determines the time.
class DirectoryShootdown : public testing::TestWithParam<int> {};

TEST_P(DirectoryShootdown, TakesTheLongestRouteToACoreWithTheTranslationAndBack) {
  ShootdownBench bench(OsBench::default_config());
  Time longest;
  int holders = 0;
  for (int c = 0; c < OsBench::kCores; ++c) {
    if ((GetParam() >> c & 1) == 0) {
      bench.cores[static_cast<std::size_t>(c)]->translations.clear();
      continue;
    }
    ++holders;
    longest = std::max(longest, kDirectory + OsBench::kLegs[c] * 2 + kInvalidate);
  }
  EXPECT_EQ(bench.span(), longest);
  EXPECT_EQ(bench.counts().sent, holders);
  EXPECT_EQ(bench.counts().needed, holders);
  for (const MockCore* core : bench.cores) EXPECT_EQ(core->interrupted, 0_ns);
  EXPECT_EQ(bench.span(), 0_ns);  // no core has it any more
  EXPECT_EQ(bench.counts().needed, holders);
}

INSTANTIATE_TEST_SUITE_P(Holders, DirectoryShootdown, testing::Range(0, 16));

TEST(Shootdown, ACoreAcknowledgesWhenItsLastAccessIsComplete) {
  const Time arrival = 1000_ns + kDirectory + OsBench::kLegs[2];
  for (const Time latest : {arrival - 1_ps, arrival, arrival + 1_ps, arrival + 500_ns}) {
    ShootdownBench bench(OsBench::default_config());
    for (MockCore* core : bench.cores) core->translations.clear();
    bench.cores[2]->translations = {7};
    bench.cores[2]->latest = latest;
    bench.cores[3]->latest = arrival + 900_ns;  // does not have the translation
    EXPECT_EQ(bench.span(), std::max(arrival, latest) + kInvalidate + OsBench::kLegs[2] - 1000_ns);
  }
}

TEST(Shootdown, ReachesTheCoresOfOneSocketOnly) {
  ShootdownBench bench(OsBench::default_config());
  EXPECT_EQ(bench.span(1), kDirectory + OsBench::kLegs[2] * 2 + kInvalidate);
  EXPECT_EQ(bench.counts().sent, 1);
  EXPECT_EQ(bench.cores[3]->translations.count(7), 1U);
}

TEST(Shootdown, InterruptsCoresThatRunTheSpaceOrHaveTheTranslation) {
  ShootdownBench bench(with_ipis());
  for (MockCore* core : bench.cores) core->translations.clear();
  bench.cores[1]->task.reset();  // neither
  bench.cores[2]->task.reset();
  bench.cores[2]->translations = {7};       // has it from before
  bench.cores[3]->task = base::SpaceId{1};  // runs another program
  bench.cores[0]->latest = 5000_ns;         // runs the space without the translation
  EXPECT_EQ(bench.span(), OsBench::kLegs[2] * 2 + kIpi);
  EXPECT_EQ(bench.counts().sent, 2);
  EXPECT_EQ(bench.counts().needed, 1);
  const std::vector<Time> interrupted = {kIpi, 0_ns, kIpi, 0_ns};
  for (std::size_t c = 0; c < interrupted.size(); ++c) {
    EXPECT_EQ(bench.cores[c]->interrupted, interrupted[c]) << c;
  }
}

TEST(Shootdown, OneThatIsFreeTakesNoTimeAndCounts) {
  placement::PlacementConfig config = with_ipis();
  config.costs.shootdown = placement::Cost::kFree;
  ShootdownBench bench(config);
  EXPECT_EQ(bench.span(), 0_ns);
  EXPECT_EQ(bench.counts().sent, OsBench::kCores);
  EXPECT_EQ(bench.cores[0]->interrupted, 0_ns);
}

}  // namespace
}  // namespace starnuma::test
