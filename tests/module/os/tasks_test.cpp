// SPDX-License-Identifier: Apache-2.0
#include "models/os/tasks.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

placement::PlacementConfig with(placement::TaskState state) {
  placement::PlacementConfig config = PagesBench::default_config();
  config.task_state = state;
  return config;
}

struct TasksBench {
  explicit TasksBench(placement::TaskState state = placement::TaskState::kFlushed)
      : tasks(with(state), kClock, placed) {
    for (int c = 0; c < PagesBench::kCores; ++c) {
      auto core = std::make_unique<MockCore>();
      cores.push_back(core.get());
      placed.push_back({std::move(core), Time(0), 0, true});
    }
  }
  std::vector<MockCore*> cores;
  std::vector<os::PlacedCore> placed;
  os::Tasks tasks;
};

TEST(Tasks, ATaskThatSwapsWaitsForTheLongerOfBothFlushes) {
  TasksBench bench;
  bench.tasks.place(kSpace, {base::CoreId{0}, base::CoreId{1}});
  bench.cores[0]->flush_span = 30_ns;
  bench.cores[1]->flush_span = 90_ns;
  bench.cores[2]->task.reset();
  bench.tasks.move(kSpace, {0, base::CoreId{1}});
  EXPECT_EQ(bench.cores[0]->changed_after, kTask + 90_ns);
  EXPECT_EQ(bench.tasks.counts(kSpace).task_time, (kTask + 90_ns) * 2);  // both tasks lose it
  EXPECT_EQ(bench.tasks.counts(kSpace).task_moves, 1);
  EXPECT_EQ(bench.tasks.counts(kSpace).flushed_lines, 6);
  EXPECT_EQ(bench.tasks.counts(kSpace).flushed_translations, 4);
  const std::vector<base::CoreId> swapped = {base::CoreId{1}, base::CoreId{0}};
  EXPECT_EQ(bench.tasks.cores_of(kSpace), swapped);
  EXPECT_EQ(bench.tasks.visited(kSpace).size(), 2U);

  for (int i = 0; i < 2; ++i) bench.tasks.move(kSpace, {0, base::CoreId{2}});
  EXPECT_EQ(bench.cores[1]->changed_after, kTask + 90_ns);  // only the core that is left
  EXPECT_EQ(bench.tasks.counts(kSpace).task_time, (kTask + 90_ns) * 3);
  EXPECT_EQ(bench.tasks.counts(kSpace).task_moves, 2);
  EXPECT_EQ(bench.tasks.visited(kSpace).back(), base::CoreId{2});
  EXPECT_EQ(bench.tasks.visited(kSpace).size(), 3U);
  EXPECT_FALSE(bench.cores[1]->busy());
  for (const MockCore* core : bench.cores) EXPECT_EQ(core->halts, core->ended_halts);
  EXPECT_EQ(bench.cores[0]->halts, 1);
  EXPECT_EQ(bench.cores[1]->halts, 2);
}

TEST(Tasks, ATaskStaysIfTheCoreRunsAnotherProgram) {
  TasksBench bench;
  bench.tasks.place(kSpace, {base::CoreId{0}});
  bench.cores[3]->task = base::SpaceId{1};
  bench.tasks.move(kSpace, {0, base::CoreId{3}});
  EXPECT_EQ(bench.tasks.counts(kSpace).tasks_stay, 1);
  EXPECT_EQ(bench.tasks.cores_of(kSpace).front(), base::CoreId{0});
}

TEST(Tasks, StayOnTheirHost) {
  TasksBench bench;
  bench.tasks.place(kSpace, {base::CoreId{0}});
  for (const int core : {1, 2}) bench.cores[core]->task.reset();
  bench.placed[1].own = false;
  EXPECT_EQ(bench.tasks.busy(), (std::vector<bool>{true, true, false, true}));
  bench.tasks.move(kSpace, {0, base::CoreId{1}});
  EXPECT_EQ(bench.tasks.counts(kSpace).tasks_stay, 1);
  EXPECT_EQ(bench.tasks.task_on(kSpace, base::CoreId{0}), 0);
  EXPECT_FALSE(bench.tasks.task_on(kSpace, base::CoreId{1}));
}

TEST(Tasks, LeaveTheirStateIfItIsNotFlushed) {
  TasksBench bench(placement::TaskState::kLeft);
  bench.tasks.place(kSpace, {base::CoreId{0}});
  bench.cores[1]->task.reset();
  bench.cores[0]->flush_span = 30_ns;
  bench.tasks.move(kSpace, {0, base::CoreId{1}});
  EXPECT_EQ(bench.cores[0]->changed_after, kTask);
  EXPECT_EQ(bench.tasks.counts(kSpace).flushed_lines, 0);
}

TEST(Tasks, ThatDoNotExistAreRejected) {
  TasksBench bench;
  bench.tasks.place(kSpace, {base::CoreId{0}});
  EXPECT_NO_THROW(bench.tasks.check(kSpace, {0, base::CoreId{3}}));
  EXPECT_ANY_THROW(bench.tasks.check(kSpace, {1, base::CoreId{3}}));
  EXPECT_ANY_THROW(bench.tasks.check(kSpace, {0, base::CoreId{4}}));
}

}  // namespace
}  // namespace starnuma::test
