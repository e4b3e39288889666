// SPDX-License-Identifier: Apache-2.0
// Recovery of pages after a server has crashed, in closed form: page 2 and page 0 form a stripe
// with a backup on the pool device. A line is decoded from both of its sources at once.
#include "models/os/recovery.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

constexpr base::NodeId kCrashed{1};
/// A page whose lines are read from a slow and a fast source, and written.
constexpr Time kDecode = (kSlowAccess + kAccess) * 16;
constexpr Time kRebuild = kEntry + kDecode + kEntry;

struct RecoveryBench : PartsBench {
  explicit RecoveryBench(bool queued) : PartsBench(queued) {
    backups.add({{page(2), map.frame_of(2)}, {page(0), map.frame_of(0)}},
                {map.allocate_frame(kPool)});
    recovery.protect(backups, {base::NodeId{0}, base::NodeId{1}, base::NodeId{2}});
    memory.slow = base::NodeId{0};
    hosts.crash(1, Time(0));
    memory.gone = kCrashed;
  }

  paging::HostMap hosts{{0, 1, 2}, {0, 1, 2, paging::HostMap::kNone}, {64, 64, 64, 64}};
  paging::PageBackups backups{hosts, base::SocketId{0}};
  os::Recovery recovery{default_config(), kClock, parts};
};

class Recovery : public InBothDeliveries {};

TEST_P(Recovery, AnAccessPaysForTheFaultAndItsPage) {
  RecoveryBench bench(GetParam());
  std::optional<Time> done;
  const Time start = kernel::now();
  bench.call([&, start] { done = bench.recovery.recover(page(2), base::CoreId{3}, start); });
  bench.run();
  ASSERT_TRUE(done);
  EXPECT_EQ(*done - start, kPageFault + kRebuild);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovered, 1);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovery_time, kPageFault + kRebuild);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).decoding_reads, 2 * 64);
  EXPECT_EQ(bench.map.home_of(2), base::NodeId{2});  // holds no part of the stripe
  EXPECT_EQ(bench.map.settled_at(2), *done);
  EXPECT_EQ(bench.cores[3]->stalled, *done - start);

  std::optional<Time> again = Time(0);
  bench.call([&] { again = bench.recovery.recover(page(2), base::CoreId{3}, kernel::now()); });
  bench.run();
  EXPECT_FALSE(again);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovered, 1);
}

TEST_P(Recovery, InTheBackgroundItTakesNoFault) {
  RecoveryBench bench(GetParam());
  bench.work([&] { bench.recovery.rebuild(); });
  EXPECT_EQ(kernel::now(), kRebuild);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).rebuilt, 1);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovered, 0);
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovery_time, 0_ns);
  EXPECT_EQ(bench.backups.lost(kernel::now()), 0U);
}

TEST_P(Recovery, TakesTheFirstNodeOfTheStripeIfEachHoldsAPart) {
  RecoveryBench bench(GetParam());
  bench.recovery.protect(bench.backups, {kCrashed, base::NodeId{0}, PartsBench::kPool});
  bench.call([&] { bench.recovery.recover(page(2), base::CoreId{3}, kernel::now()); });
  bench.run();
  EXPECT_EQ(bench.recovery.counts(base::SpaceId{0}).recovered, 1);
  EXPECT_EQ(bench.map.home_of(2), base::NodeId{0});
}

TEST_P(Recovery, AnotherPageIsNotRecovered) {
  RecoveryBench bench(GetParam());
  std::optional<Time> done = Time(0);
  bench.call([&] { done = bench.recovery.recover(page(1), base::CoreId{0}, kernel::now()); });
  bench.run();
  EXPECT_FALSE(done);
}

INSTANTIATE_TEST_SUITE_P(Os, Recovery, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
