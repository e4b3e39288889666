// SPDX-License-Identifier: Apache-2.0
// A policy moves tasks between cores: they resume there at the stated cost. The previous cores keep
// none or all of their state.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr double kTaskNs = 12000 / 2.4;  // task_cycles at 2.4 GHz

/// Requests some moves at the first tick, and observes the tasks' cores at the second.
class MovesTasks : public placement::Policy {
 public:
  explicit MovesTasks(std::vector<placement::TaskMove> moves) : moves_(std::move(moves)) {}

  base::Time tick_period() const override { return base::Time(10'000'000); }
  placement::Plan on_tick(const placement::Tick& tick) override {
    placement::Plan plan;
    if (ticks++ == 0) {
      before = tick.tasks;
      busy_before = tick.busy;
      plan.tasks = moves_;
    } else {
      after = tick.tasks;
      busy_after = tick.busy;
    }
    return plan;
  }

  int ticks = 0;
  std::vector<base::CoreId> before;
  std::vector<base::CoreId> after;
  std::vector<bool> busy_before;
  std::vector<bool> busy_after;

 private:
  std::vector<placement::TaskMove> moves_;
};

base::CoreId core(int number) { return static_cast<base::CoreId>(number); }

class TaskMoves : public testing::Test {
 protected:
  /// Runs one program on the eight cores of sockets 0 to 3, and one on those of sockets 4 and 5.
  void run(placement::Policy& policy, const std::string& machine_name = "starnuma16",
           std::vector<std::string> sets = {}) {
    sets.insert(sets.end(), {"placement.policy=perfect_knowledge", "placement.page_limit=0"});
    config = machine(machine_name, small_caches(sets));
    add(policy, "gups", 0, 8);
    add(other_policy_, "other", 8, 12);
    result = run::simulate(config, std::move(programs_), [](base::Time, double) {});
    EXPECT_TRUE(result.mismatches.empty());
  }
  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }
  double misses_of(int number) const {
    return stat("machine.socket" + std::to_string(number / 2) + ".private_caches" +
                std::to_string(number % 2) + ".misses");
  }

  assembly::MachineConfig config;
  run::SimulationResult result;

 private:
  void add(placement::Policy& policy, const std::string& name, int first, int end) {
    stimulus::MachineShape shape = analysis::shape_of(config);
    for (int c = first; c < end; ++c) shape.cores.push_back(core(c));
    auto workload =
        stimulus::make_workload("gups:scale=10,updates=40000", shape, stimulus::kDefaultSeed);
    programs_.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                         policy,
                         config.placement,
                         shape.cores,
                         name,
                         {},
                         {},
                         {}});
  }

  placement::Policy other_policy_;
  std::vector<run::PlacedProgram> programs_;
};

TEST_F(TaskMoves, ATaskGoesOnOnAnIdleCore) {
  MovesTasks policy({{1, core(30)}});
  run(policy);
  EXPECT_EQ(policy.before[1], core(1));
  EXPECT_EQ(policy.after[1], core(30));
  EXPECT_EQ(policy.after[0], core(0));
  EXPECT_FALSE(policy.busy_before[30]);
  EXPECT_TRUE(policy.busy_after[30]);
  EXPECT_FALSE(policy.busy_after[1]);
  EXPECT_GT(misses_of(30), 0);
  EXPECT_EQ(misses_of(31), 0);
  EXPECT_EQ(stat("program.gups.migration.task_moves"), 1);
  EXPECT_EQ(stat("program.gups.migration.tasks_stay"), 0);
  EXPECT_GT(stat("program.gups.migration.flushed_lines"), 0);
  EXPECT_GT(stat("program.gups.migration.flushed_translations"), 0);
  EXPECT_GT(stat("program.gups.migration.task_move_time"), kTaskNs);
  EXPECT_EQ(stat("program.other.migration.task_moves"), -1);
  // Each program's misses are attributed to it, on whatever core they occur.
  EXPECT_EQ(stat("program.gups.llc_misses") + stat("program.other.llc_misses"),
            stat("run.llc_misses"));
}

TEST_F(TaskMoves, TwoTasksOfAProgramChangePlaces) {
  MovesTasks policy({{1, core(6)}});
  run(policy);
  EXPECT_EQ(policy.after[1], core(6));
  EXPECT_EQ(policy.after[6], core(1));
  EXPECT_EQ(stat("program.gups.migration.task_moves"), 1);
  EXPECT_GT(stat("program.gups.migration.task_move_time"), 2 * kTaskNs);
}

TEST_F(TaskMoves, ACoreOfAnotherProgramIsNotTaken) {
  MovesTasks policy({{1, core(9)}});
  run(policy);
  EXPECT_EQ(policy.after, policy.before);
  EXPECT_EQ(stat("program.gups.migration.task_moves"), 0);
  EXPECT_EQ(stat("program.gups.migration.tasks_stay"), 1);
}

TEST_F(TaskMoves, WhatIsLeftBehindIsFoundThere) {
  MovesTasks policy({{1, core(30)}, {1, core(1)}});
  run(policy, "starnuma16", {"placement.task_state=left"});
  EXPECT_EQ(policy.after, policy.before);
  EXPECT_EQ(stat("program.gups.migration.task_moves"), 2);
  EXPECT_EQ(stat("program.gups.migration.flushed_lines"), 0);
  EXPECT_EQ(stat("program.gups.migration.flushed_translations"), 0);
  EXPECT_EQ(stat("program.gups.migration.task_move_time"), 2 * kTaskNs);
}

TEST_F(TaskMoves, LoadsThatAreTrackedGoOnBeingSo) {
  MovesTasks policy({{1, core(30)}, {2, core(3)}});
  run(policy, "starnuma16_t16", {"tracking.impl=model"});
  EXPECT_EQ(stat("program.gups.migration.task_moves"), 2);
  const auto loads = [&](const char* name) {
    return stat(std::string("run.tracking.loads") + name);
  };
  EXPECT_GT(loads(""), 0);
  EXPECT_EQ(loads("") + loads("_early"), loads("_recorded") + loads("_late") + loads("_lost"));
}

}  // namespace
}  // namespace starnuma::test
