// SPDX-License-Identifier: Apache-2.0
// The modules pass the checks of the bench under random traffic, and planted faults are detected.
#include "testbenches/modules/modules_bench.h"

#include <gtest/gtest.h>

#include <string>

namespace starnuma::modules_bench::test {
namespace {

/// Part of the failure's line that must report a planted fault.
struct Noticed {
  ModuleMutant fault;
  const char* by;
};
void PrintTo(const Noticed& noticed, std::ostream* out) { *out << noticed.by; }

class RandomTraffic : public testing::TestWithParam<int> {};
class PlantedFault : public testing::TestWithParam<Noticed> {};

TEST_P(RandomTraffic, Holds) {
  const ModulesResult result = run({50'000, static_cast<std::uint64_t>(GetParam())});
  EXPECT_EQ(result.failure, "") << "seed " << GetParam();
  EXPECT_EQ(result.ops, 50'000u);
  EXPECT_GT(result.counts.early_conflicts, 0u);
  EXPECT_GT(result.counts.late_conflicts, 0u);
  EXPECT_GT(result.filter_evictions, 0u);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomTraffic, testing::Range(1, 5));

TEST(DirectoryRtl, HoldsWithTheModules) {
  const ModulesResult result = run({20'000, 1, ModuleMutant::kNone, true});
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.ops, 20'000u);
  EXPECT_GT(result.counts.early_conflicts, 0u);
  EXPECT_GT(result.counts.late_conflicts, 0u);
  EXPECT_GT(result.filter_evictions, 0u);
}

TEST_P(PlantedFault, IsNoticed) {
  const std::string failure = run({50'000, 2, GetParam().fault}).failure;
  EXPECT_NE(failure.find(GetParam().by), std::string::npos) << failure;
  EXPECT_EQ(failure.find('\n'), std::string::npos) << failure;
}
INSTANTIATE_TEST_SUITE_P(
    Faults, PlantedFault,
    testing::Values(Noticed{ModuleMutant::kForwardPassesGrant, "forgot that socket"},
                    Noticed{ModuleMutant::kPutBehindGet, "no row for Get"},
                    Noticed{ModuleMutant::kLostWakeUp, "not drained: modules.core"},
                    Noticed{ModuleMutant::kGrantLate, "forgot that socket"},
                    Noticed{ModuleMutant::kEverythingOvertakes, "forgot that socket"}),
    [](const auto& one) { return "Number" + std::to_string(static_cast<int>(one.param.fault)); });

}  // namespace
}  // namespace starnuma::modules_bench::test
