// SPDX-License-Identifier: Apache-2.0
// A run queries its policy at every decision and executes the answers.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/deliveries.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr base::Time kPeriod{3'000'000};
constexpr base::NodeId kFirst{1};
constexpr base::NodeId kOfFault{5};
constexpr base::NodeId kOfTick{7};

/// After the first phase copies some pages, then moves those that are written. Moves the last page
/// at the first tick.
class EveryQuestion : public placement::Policy {
 public:
  base::NodeId on_allocate(const placement::Allocation& page) override {
    allocated.push_back(page.page);
    return kFirst;
  }
  placement::Plan on_phase(const placement::PhaseKnowledge& phase) override {
    homes = phase.homes;
    return ask(phase.phase == 1 ? placement::Plan{copies(), {}} : placement::Plan{});
  }
  placement::Plan on_fault(const placement::PageFault& fault) override {
    faults.push_back(fault.page);
    return ask({{{fault.page, kOfFault}}, {}});
  }
  base::Time tick_period() const override { return kPeriod; }
  placement::Plan on_tick(const placement::Tick& tick) override {
    ticks.push_back(tick.now);
    homes = tick.homes;
    if (ticks.size() > 1) return {};
    return ask({{{homes.size() - 1, kOfTick}}, {}});
  }
  void on_phase_over(const std::vector<placement::Move>& moves, std::size_t done) override {
    ++phases;
    told += moves.size();
    made += done;
  }

  std::vector<std::uint64_t> allocated;
  std::vector<std::uint64_t> faults;
  std::vector<base::Time> ticks;
  std::vector<base::NodeId> homes;  ///< Homes at the last query.
  std::size_t asked = 0;
  std::size_t told = 0;  ///< Moves of completed phases, and the number of executed ones.
  std::size_t made = 0;
  std::size_t phases = 0;

 private:
  static std::vector<placement::Move> copies() {
    std::vector<placement::Move> moves;
    for (std::uint64_t page = 0; page < 4; ++page) moves.push_back({page, base::NodeId{2}, true});
    return moves;
  }
  placement::Plan ask(placement::Plan plan) {
    asked += plan.moves.size();
    return plan;
  }
};

class PolicyCalls : public testing::TestWithParam<const char*> {
 protected:
  PolicyCalls()
      : config(
            machine("starnuma16", small_caches({"placement.policy=replicate_read_only",
                                                "placement.min_phases=6", delivered(GetParam())}))),
        program(stimulus::make_workload("gups:scale=10,updates=60000", analysis::shape_of(config),
                                        stimulus::kDefaultSeed),
                analysis::shape_of(config).threads()),
        result(run::simulate(config, program, policy, [](base::Time, double) {})) {}

  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& stat) { return stat.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }

  assembly::MachineConfig config;
  run::Program program;
  EveryQuestion policy;
  run::SimulationResult result;
};

TEST_P(PolicyCalls, EveryPageThatTheProgramDoesNotBindIsAllocatedByThePolicy) {
  std::vector<std::uint64_t> free;
  for (std::uint64_t page = 0; page < program.arena().pages(); ++page) {
    if (!program.arena().origins()[page].bound) free.push_back(page);
  }
  EXPECT_EQ(policy.allocated, free);
}

TEST_P(PolicyCalls, ATickComesAfterEveryPeriodOfTheWindow) {
  ASSERT_GT(policy.ticks.size(), 5U);
  for (std::size_t i = 0; i < policy.ticks.size(); ++i) {
    ASSERT_EQ(policy.ticks[i], result.window_begin + kPeriod * static_cast<std::int64_t>(i + 1));
  }
  EXPECT_EQ(policy.homes.back(), kOfTick) << "the home that it requested at the first tick";
}

TEST_P(PolicyCalls, AFaultIsToldOnceAndItsMovesAreMade) {
  ASSERT_FALSE(policy.faults.empty());
  EXPECT_EQ(stat("run.migration.write_faults"), static_cast<double>(policy.faults.size()));
  EXPECT_EQ(policy.homes[policy.faults[0]], kOfFault);
}

TEST_P(PolicyCalls, AllMovesAreInTheBooks) {
  EXPECT_EQ(stat("run.migration.phases"), static_cast<double>(policy.phases));
  EXPECT_EQ(stat("run.migration.planned"), static_cast<double>(policy.asked));
  EXPECT_EQ(policy.told, policy.asked) << "each in the phase that it was asked for in";
  EXPECT_EQ(stat("run.migration.completed"), static_cast<double>(policy.made));
  const auto& columns = result.phases.columns;
  const auto column = std::find(columns.begin(), columns.end(), "moves_planned") - columns.begin();
  double planned = 0;
  for (const auto& row : result.phases.rows) planned += row[static_cast<std::size_t>(column)];
  EXPECT_EQ(planned, static_cast<double>(policy.asked));
}

INSTANTIATE_TEST_SUITE_P(In, PolicyCalls, every_delivery(), delivery_of);

}  // namespace
}  // namespace starnuma::test
