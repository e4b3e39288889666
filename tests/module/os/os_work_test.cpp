// SPDX-License-Identifier: Apache-2.0
// Order of the work of the core, its time, and work for changes of capacity.
#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using OsWork = InBothDeliveries;

TEST_P(OsWork, AScanPrecedesScheduledMoves) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}});
  bench.os->scan(base::SpaceId{1}, {base::LineAddress::of(base::NodeId{2}, 4096)}, 300_ns);
  bench.run();
  EXPECT_EQ(bench.os->counts(base::SpaceId{1}).busy, 300_ns + kAccess);
  EXPECT_EQ(bench.os->counts(base::SpaceId{1}).scan_time, kAccess);
  EXPECT_EQ(bench.map.settled_at(0), 300_ns + kAccess + kPageWork + kEntry + kCopyPage + kEntry);
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

TEST_P(OsWork, WorkForACapacityChangeTakesItsTime) {
  placement::PlacementConfig config = OsBench::default_config();
  config.os_core = placement::OsCore::kShared;
  OsBench bench(GetParam(), config);
  Time begun;
  bool moved = false;
  bench.os->carry_out([&] {
    begun = kernel::now();
    const base::LineAddress line = bench.map.frame_of(0).first_line;
    moved = bench.os->mover().move_away({line.node(), line.in_node() / base::kLinesPerPage, 1},
                                        page(0), OsBench::kPool);
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
    bench.os->faults().wait_for_faults();
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
