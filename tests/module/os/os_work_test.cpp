// SPDX-License-Identifier: Apache-2.0
// Scans, unmapping, moves of tasks and work for changes of capacity.
#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using OsWork = InBothDeliveries;

TEST_P(OsWork, AScanWaitsForTheUpdatesAndReadsInSteps) {
  OsBench bench(GetParam());
  std::vector<base::LineAddress> lines;
  for (std::uint64_t i = 0; i < 100; ++i) {
    lines.push_back(base::LineAddress::of(base::NodeId{2}, 4096 + i));
  }
  bench.os->scan(base::SpaceId{0}, lines, 300_ns);
  bench.run();
  const Time read = kAccess * (64 / kLanes) + kAccess * (36 / kLanes);
  EXPECT_EQ(bench.memory.seen.front().time, 300_ns);
  EXPECT_EQ(kernel::now(), 300_ns + read);
  EXPECT_EQ(bench.counts().scan_time, read);
  EXPECT_EQ(bench.counts().scan_lines, 100);
  EXPECT_EQ(bench.counts().busy, 300_ns + read);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, base::NodeId{2}), 100);
}

TEST_P(OsWork, PagesAreUnmappedOnceEach) {
  OsBench bench(GetParam());
  bench.cores[3]->translations = {2};
  bench.os->unmap(base::SpaceId{0}, {0, 2});
  bench.os->unmap(base::SpaceId{0}, {2});
  EXPECT_TRUE(bench.os->unmapping(base::SpaceId{0}));
  bench.run();
  EXPECT_FALSE(bench.os->unmapping(base::SpaceId{0}));
  EXPECT_EQ(bench.counts().unmapped, 2);
  EXPECT_FALSE(bench.map.present(0));
  EXPECT_TRUE(bench.map.present(1));
  EXPECT_FALSE(bench.map.present(2));
  EXPECT_EQ(bench.counts().busy, kEntry + kDirectory + OsBench::kLegs[3] * 2 + kInvalidate);
}

TEST_P(OsWork, ATaskThatSwapsWaitsForTheLongerOfBothFlushes) {
  OsBench bench(GetParam());
  bench.os->place_tasks(base::SpaceId{0}, {base::CoreId{0}, base::CoreId{1}});
  bench.cores[0]->flush_span = 30_ns;
  bench.cores[1]->flush_span = 90_ns;
  bench.cores[2]->task.reset();
  bench.os->move_tasks(base::SpaceId{0}, {{0, base::CoreId{1}}});
  bench.run();
  EXPECT_EQ(bench.cores[0]->changed_after, kTask + 90_ns);
  EXPECT_EQ(bench.counts().task_time, (kTask + 90_ns) * 2);  // both tasks lose it
  EXPECT_EQ(bench.counts().task_moves, 1);
  EXPECT_EQ(bench.counts().flushed_lines, 6);
  EXPECT_EQ(bench.counts().flushed_translations, 4);
  const std::vector<base::CoreId> swapped = {base::CoreId{1}, base::CoreId{0}};
  EXPECT_EQ(bench.os->tasks(base::SpaceId{0}), swapped);
  EXPECT_EQ(bench.os->visited(base::SpaceId{0}).size(), 2U);

  bench.os->move_tasks(base::SpaceId{0}, {{0, base::CoreId{2}}, {0, base::CoreId{2}}});
  bench.run();
  EXPECT_EQ(bench.cores[1]->changed_after, kTask + 90_ns);  // only the core that is left
  EXPECT_EQ(bench.counts().task_time, (kTask + 90_ns) * 3);
  EXPECT_EQ(bench.counts().task_moves, 2);
  EXPECT_EQ(bench.os->visited(base::SpaceId{0}).back(), base::CoreId{2});
  EXPECT_EQ(bench.os->visited(base::SpaceId{0}).size(), 3U);
  EXPECT_FALSE(bench.cores[1]->busy());
  for (const MockCore* core : bench.cores) EXPECT_EQ(core->halts, 0);
}

TEST_P(OsWork, ATaskStaysIfTheCoreRunsAnotherProgram) {
  OsBench bench(GetParam());
  bench.os->place_tasks(base::SpaceId{0}, {base::CoreId{0}});
  bench.cores[3]->task = base::SpaceId{1};
  bench.os->move_tasks(base::SpaceId{0}, {{0, base::CoreId{3}}});
  bench.run();
  EXPECT_EQ(bench.counts().tasks_stay, 1);
  EXPECT_EQ(bench.os->tasks(base::SpaceId{0}).front(), base::CoreId{0});
}

TEST_P(OsWork, WorkForACapacityChangeTakesItsTime) {
  placement::PlacementConfig config = OsBench::default_config();
  config.os_core = placement::OsCore::kShared;
  OsBench bench(GetParam(), config);
  Time begun;
  bool moved = false;
  bench.os->carry_out([&] {
    begun = kernel::now();
    const base::LineAddress line = bench.map.frame_of(0).first_line;
    moved = bench.os->move_away({line.node(), line.in_node() / base::kLinesPerPage, 1}, page(0),
                                OsBench::kPool);
  });
  bench.run();
  EXPECT_EQ(begun, kCapacity);
  EXPECT_TRUE(moved);
  const Time moving = kPageWork + kEntry + kCopyPage + kEntry;
  EXPECT_EQ(kernel::now(), kCapacity + moving);
  EXPECT_EQ(bench.cores[0]->interrupted, kCapacity + moving);
}

TEST_P(OsWork, TwoCoresMovePagesAtOnceAndLeaveChangesOfCapacityToOne) {
  placement::PlacementConfig config = OsBench::default_config();
  config.os_cores = 2;
  OsBench bench(GetParam(), config);
  const Time move = kPageWork + kEntry + kCopyPage + kEntry;
  Time begun;
  const auto work = [&] { begun = kernel::now(); };
  bench.os->carry_out(work);
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}, {1, OsBench::kPool}});
  bench.run();
  EXPECT_EQ(begun, kCapacity);
  const Time moved = kCapacity + move;
  EXPECT_EQ(kernel::now(), moved);

  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{2}}});
  test::let_pass(kPageWork + kEntry);
  bench.os->carry_out(work);
  bench.run();
  EXPECT_EQ(begun, moved + move + kCapacity);
}

TEST_P(OsWork, APageMovesOffItsExtentOnlyToAFreeFrame) {
  OsBench bench(GetParam());
  std::vector<bool> moved;
  bench.os->carry_out([&] {
    for (const std::uint64_t number : {0, 1, 2}) {
      const base::LineAddress line = bench.map.frame_of(number).first_line;
      const paging::Extent extent{line.node(), line.in_node() / base::kLinesPerPage, 1};
      moved.push_back(bench.os->move_away(extent, page(number), OsBench::kPool));
      moved.push_back(bench.os->move_away(extent, page(number), OsBench::kPool));  // has left
    }
  });
  bench.run();
  EXPECT_EQ(moved, (std::vector<bool>{true, false, true, false, false, false}));
  EXPECT_EQ(bench.map.home_of(2), base::NodeId{1});
}

TEST_P(OsWork, LostLinesAreInvalidatedWhenNoAccessUsesThem) {
  OsBench bench(GetParam());
  bench.cores[2]->unused_at = 500_ns;
  bench.os->carry_out([&] { bench.os->lose({page(0), page(2)}); });
  bench.run();
  EXPECT_TRUE(bench.map.lost(0));
  EXPECT_TRUE(bench.map.lost(2));
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{0}), 64);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{1}), 64);
  const Time begun = GetParam() ? 500_ns : kCapacity + kEntry;
  EXPECT_EQ(kernel::now(), begun + kZeroPage * 2);
}

INSTANTIATE_TEST_SUITE_P(Os, OsWork, testing::Bool(), delivery_name);

/// Waits at `asked` for the faults that have begun; returns when the wait ended. The first fault
/// begins at 0, the second at 30 ns.
Time waits_for_faults_until(Time asked) {
  OsBench bench(true);
  bench.run();
  bench.map.unmap(0);
  bench.map.unmap(1);
  for (const std::uint64_t number : {0, 1}) {
    bench.call([&, number] {
      bench.dispatcher.wait_until(30_ns * static_cast<std::int64_t>(number));
      bench.faults().page_fault(page(number), base::CoreId{1}, false, kernel::now());
    });
  }
  Time ended;
  bench.call([&] {
    bench.dispatcher.wait_until(asked);
    bench.os->wait_for_faults();
    ended = kernel::now();
  });
  bench.run();
  return ended;
}

TEST(WaitForFaults, EndsWithTheOnlyFaultThatHadBegun) {
  EXPECT_EQ(waits_for_faults_until(10_ns), kPageFault + kEntry);
}
TEST(WaitForFaults, EndsWithTheLastFaultThatHadBegun) {
  EXPECT_EQ(waits_for_faults_until(40_ns), 30_ns + kPageFault + kEntry);
}
TEST(WaitForFaults, EndsAtOnceIfNoneIsPending) {
  EXPECT_EQ(waits_for_faults_until(200_ns), 200_ns);
}

}  // namespace
}  // namespace starnuma::test
