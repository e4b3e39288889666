// SPDX-License-Identifier: Apache-2.0
// Programs with pages on other servers, and a server that crashes.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr int kServers = 4;

/// Places all pages round robin on the servers other than the first.
class OnOthers : public placement::Policy {
 public:
  base::NodeId on_allocate(const placement::Allocation& page) override {
    return static_cast<base::NodeId>(1 + page.page % (kServers - 1));
  }
};

class Protection : public testing::Test {
 protected:
  void run(run::Protection protection, const std::vector<std::pair<int, int>>& crashes_at_us) {
    config = machine("lmp_logical", small_caches({"placement.capacity_cycles=1200 cycles"}));
    stimulus::MachineShape shape = analysis::shape_of(config);
    for (int core = 0; core < shape.cores_per_socket; ++core) {
      shape.cores.push_back(static_cast<base::CoreId>(core));
    }
    auto workload =
        stimulus::make_workload("gups:scale=14,updates=60000", shape, stimulus::kDefaultSeed);
    std::vector<run::PlacedProgram> programs;
    programs.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                        policy,
                        config.placement,
                        shape.cores,
                        "gups",
                        {},
                        {},
                        {}});
    programs.back().protection = protection;
    run::SimulationOptions options;
    for (const auto& [host, at_us] : crashes_at_us) {
      run::HardwareFault crash;
      crash.kind = run::HardwareFaultKind::kHostCrash;
      crash.host = host;
      crash.at = base::Time(at_us * std::int64_t{1'000'000});
      options.faults.push_back(crash);
    }
    result = run::simulate(
        config, std::move(programs), [](base::Time, double) {}, options);
  }
  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }
  double own(const std::string& name) const { return stat("program.gups.protection." + name); }
  double agent(const std::string& name) const {
    return stat("machine.host_first.socket0.caching_agent." + name);
  }
  void expect_whole() const {
    EXPECT_TRUE(result.mismatches.empty()) << result.mismatches.front();
    EXPECT_EQ(own("lost"), 0);
    EXPECT_EQ(agent("lost_lines"), 0);
    EXPECT_GT(own("recovered") + own("rebuilt"), 8);
  }

  assembly::MachineConfig config;
  OnOthers policy;
  run::SimulationResult result;
};

TEST_F(Protection, WithoutItAProgramStopsAtItsFirstAccessToWhatIsGone) {
  run({}, {{2, 20}});
  ASSERT_EQ(result.mismatches.size(), 1U);
  EXPECT_NE(result.mismatches.front().find("was on a host that crashed"), std::string::npos);
  EXPECT_EQ(own("pages"), -1);
}

TEST_F(Protection, EveryLineThatIsWrittenBackIsWrittenToItsBackups) {
  run({1, 1}, {});
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_GT(agent("backup_writes"), 1000);
  EXPECT_EQ(agent("backup_writes"), agent("writebacks"));
  EXPECT_EQ(own("backups"), own("pages"));
  EXPECT_EQ(own("recovered"), 0);
}

TEST_F(Protection, SoAreThoseOfCodedPagesOnAsManyServersAsTheyHaveBackups) {
  run({2, 2}, {});
  EXPECT_EQ(agent("backup_writes"), 2 * agent("writebacks"));
  EXPECT_GE(own("stripes"), own("pages") / 2);
  EXPECT_EQ(own("backups"), 2 * own("stripes"));
}

TEST_F(Protection, CopiesAreReadOnAndMadeAgain) {
  run({1, 1}, {{2, 20}});
  expect_whole();
  EXPECT_GT(own("recovered"), 0);
  EXPECT_GT(own("recovery_time"), 1000);
  EXPECT_GT(own("backups_rebuilt"), 0);
}

TEST_F(Protection, CodedPagesAreReadOnAndMadeAgain) {
  run({2, 1}, {{2, 20}});
  expect_whole();
  EXPECT_GT(own("backups_rebuilt"), 0);
  EXPECT_GT(own("decoding_reads"), 2 * 64 * 8);
}

TEST_F(Protection, AStripeOverAllServersIsMadeAgainOnOneOfThem) {
  run({3, 1}, {{2, 20}});
  expect_whole();
}

TEST_F(Protection, WhatWasMadeAgainOutlivesTheNextCrash) {
  run({1, 1}, {{2, 20}, {3, 400}});
  expect_whole();
}

TEST_F(Protection, MoreCrashesAtOnceThanBackupsLosePages) {
  run({2, 1}, {{2, 20}, {3, 20}});
  ASSERT_EQ(result.mismatches.size(), 1U);
  EXPECT_GT(own("lost"), 0);
}

}  // namespace
}  // namespace starnuma::test
