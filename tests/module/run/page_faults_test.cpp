// SPDX-License-Identifier: Apache-2.0
// A policy unmaps pages: their next touch faults once, at its cost, and the run continues.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr base::Time kStorm{100'000'000};
constexpr double kFaultNs = 2400 / 2.4;  // page_fault_cycles at 2.4 GHz

/// Unmaps every page at each tick, or at the first tick only.
class Unmapping : public placement::Policy {
 public:
  Unmapping(base::Time period, bool again, int cores_per_socket)
      : period_(period), again_(again), cores_(cores_per_socket) {}

  base::Time tick_period() const override { return period_; }
  placement::Plan on_tick(const placement::Tick& tick) override {
    placement::Plan plan;
    if (ticks++ > 0 && !again_) return plan;
    plan.unmap.resize(tick.homes.size());
    std::iota(plan.unmap.begin(), plan.unmap.end(), 0);
    return plan;
  }
  placement::Plan on_fault(const placement::PageFault& fault) override {
    EXPECT_EQ(fault.kind, placement::PageFaultKind::kUnmapped);
    EXPECT_EQ(base::index_of(fault.core) / cores_, base::index_of(fault.node));
    ++faults;
    pages.insert(fault.page);
    return {};
  }

  int ticks = 0;
  int faults = 0;
  std::set<std::uint64_t> pages;

 private:
  base::Time period_;
  bool again_;
  int cores_;
};

/// Moves each page within its fault to the next socket.
class MovingOn : public Unmapping {
 public:
  using Unmapping::Unmapping;
  placement::Plan on_tick(const placement::Tick& tick) override {
    for (const auto& [page, node] : wanted) {
      EXPECT_EQ(tick.homes[page], node) << page;
      ++seen;
    }
    return Unmapping::on_tick(tick);
  }
  placement::Plan on_fault(const placement::PageFault& fault) override {
    Unmapping::on_fault(fault);
    EXPECT_EQ((*fault.room).size(), 17U);
    EXPECT_GE(fault.task, 0);
    const auto to = static_cast<base::NodeId>((base::index_of(fault.home) + 1) % 16);
    wanted[fault.page] = to;
    return {{{fault.page, to}}, {}};
  }

  std::map<std::uint64_t, base::NodeId> wanted;
  int seen = 0;  ///< Pages on their requested node, over all ticks.
};

class PageFaults : public testing::Test {
 protected:
  explicit PageFaults(const std::string& policy = "perfect_knowledge")
      : config(machine("starnuma16",
                       small_caches({"placement.policy=" + policy, "placement.page_limit=0"}))) {}

  void run(placement::Policy& policy, const std::string& workload) {
    const stimulus::MachineShape shape = analysis::shape_of(config);
    run::Program program(stimulus::make_workload(workload, shape, stimulus::kDefaultSeed),
                         shape.threads());
    result = run::simulate(config, program, policy, [](base::Time, double) {});
    pages = program.arena().pages();
  }
  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }

  assembly::MachineConfig config;
  std::uint64_t pages = 0;
  run::SimulationResult result;
};

TEST_F(PageFaults, APageThatIsUnmappedFaultsOnceAtItsCost) {
  Unmapping policy(base::Time(3'000'000), false, config.cores_per_socket());
  run(policy, "gups:scale=10,updates=20000");
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_EQ(stat("run.migration.unmapped"), static_cast<double>(pages));
  EXPECT_GT(policy.faults, 10);
  EXPECT_EQ(policy.pages.size(), static_cast<std::size_t>(policy.faults)) << "no page twice";
  EXPECT_EQ(stat("run.migration.page_faults"), policy.faults);
  const double each = stat("run.migration.page_fault_time") / policy.faults;
  EXPECT_GT(each, kFaultNs) << "the handler, and the write of the entry";
  EXPECT_LT(each, 5 * kFaultNs);
}

TEST_F(PageFaults, AStormEndsAndItsCostIsARowOfTheLedger) {
  Unmapping storm(kStorm, true, config.cores_per_socket());
  run(storm, "gups:scale=10,updates=150000");
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_GE(storm.ticks, 2);
  EXPECT_GT(storm.faults, static_cast<int>(storm.pages.size())) << "again and again";
  const double row = stat("run.latency.page_fault_ns");
  EXPECT_GT(row, 0);
  EXPECT_LE(row, stat("run.amat_unloaded_ns"));
  double sum = 0;
  for (const accounting::LatencyRow& kind : result.kinds.rows()) {
    sum += std::max(0.0, stat("run.latency." + kind.name + "_ns"));
  }
  EXPECT_NEAR(sum, stat("run.amat_ns"), 1e-6 * sum);
}

class MovesWithinFaults : public PageFaults {
 protected:
  MovesWithinFaults() : PageFaults("autonuma") {}
};

TEST_F(MovesWithinFaults, AreMadeInTheTimeOfTheFault) {
  MovingOn policy(base::Time(3'000'000), false, config.cores_per_socket());
  run(policy, "gups:scale=10,updates=20000");
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_GT(policy.faults, 10);
  EXPECT_EQ(stat("run.migration.completed"), policy.faults);
  EXPECT_EQ(stat("run.migration.planned"), policy.faults);
  EXPECT_EQ(stat("run.migration.bytes"), policy.faults * base::kPageBytes);
  const double each = stat("run.migration.page_fault_time") / policy.faults;
  EXPECT_GT(each, kFaultNs + 64 / 16 * 2 * 80) << "64 lines read and written, 16 at a time";
  EXPECT_GT(policy.seen, 0);
}

TEST_F(PageFaults, WithoutUnmappedPagesNothingIsSaidOfFaults) {
  placement::Policy first_touch;
  run(first_touch, "gups:scale=10,updates=2000");
  EXPECT_EQ(stat("run.latency.page_fault_ns"), -1);
  EXPECT_EQ(stat("run.migration.page_faults"), -1);
}

}  // namespace
}  // namespace starnuma::test
