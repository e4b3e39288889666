// SPDX-License-Identifier: Apache-2.0
// What a scheduler with many accesses to choose from hides: bank groups, ranks, rows asked for in
// turn. Adaptive rows.
#include <gtest/gtest.h>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;
using timing::RowOutcome;

constexpr int kFrom = 3;

DramBench reordering(const DramTimings& timings, PagePolicy page = PagePolicy::kClosed) {
  return DramBench(timings, page, RefreshPolicy::kNone, base::Time(0), kFrom);
}

DramTimings long_in_group() {
  DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(4);
  timings.t_ccd_l = base::Cycles(6);
  timings.rank_gap = base::Cycles(2);
  return timings;
}

TEST(DramReorder, ReadsOfOneBankGroupAreApartAsLongAsFewWait) {
  DramBench bench = reordering(long_in_group());
  for (int i = 0; i < kFrom; ++i) EXPECT_EQ(bench.serve(read_of(0, 0, i)), 1 + 6 * i);
}

TEST(DramReorder, ReadsBehindManyOthersFollowAtThePaceOfTheBus) {
  DramBench bench = reordering(long_in_group());
  for (int i = 0; i < kFrom; ++i) bench.serve(read_of(0, 0, i));
  EXPECT_EQ(bench.serve(read_of(0, 0, kFrom)), 1 + 6 * (kFrom - 1) + 4);
  EXPECT_EQ(bench.serve(read_of(1, 0, 0)), 1 + 6 * (kFrom - 1) + 8);
}

TEST(DramReorder, WritesKeepEveryRule) {
  DramTimings timings = long_in_group();
  timings.t_ccd_l_wr = base::Cycles(7);
  DramBench bench = reordering(timings);
  for (int i = 0; i < 3 * kFrom; ++i) EXPECT_EQ(bench.serve(write_of(0, 0, i % 4)) % 7, 1);
}

TEST(DramReorder, AnAccessJoinsTheRowBeforeTheLastAsLongAsThatIsOpen) {
  DramTimings timings = shortest_timings();
  timings.t_ras = base::Cycles(20);
  timings.t_rcd = timings.t_rp = base::Cycles(5);
  DramBench bench = reordering(timings, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 10);  // open until 30
  bench.serve(read_of(0, 0, 0, 6), 11);
  const auto late = bench.dram.earliest(read_of(0, 0, 0, 5), kClock * 31);
  EXPECT_EQ(late.row, RowOutcome::kConflict);
  const auto joins = bench.dram.earliest(read_of(0, 0, 0, 5), kClock * 30);
  EXPECT_EQ(joins.row, RowOutcome::kHit);
  bench.dram.commit(read_of(0, 0, 0, 5), joins);
  EXPECT_EQ(bench.dram.earliest(read_of(0, 0, 0, 6), kClock * 40).row, RowOutcome::kHit);
}

TEST(DramReorder, NothingJoinsInOrder) {
  DramTimings timings = shortest_timings();
  timings.t_ras = base::Cycles(20);
  DramBench bench(timings, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 10);
  bench.serve(read_of(0, 0, 0, 6), 11);
  EXPECT_EQ(bench.dram.earliest(read_of(0, 0, 0, 5), kClock * 12).row, RowOutcome::kConflict);
}

TEST(AdaptiveRow, IsHitByAnAccessThatComesBeforeItMayClose) {
  DramTimings timings = shortest_timings();
  timings.t_ras = base::Cycles(20);
  DramBench bench(timings, PagePolicy::kAdaptive);
  bench.serve(read_of(0, 0, 0, 5), 10);  // open until 30
  EXPECT_EQ(bench.dram.earliest(read_of(0, 0, 0, 5), kClock * 30).row, RowOutcome::kHit);
  EXPECT_EQ(bench.dram.earliest(read_of(0, 0, 0, 5), kClock * 31).row, RowOutcome::kMiss);
}

TEST(AdaptiveRow, IsClosedForAnother) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = timings.t_rp = base::Cycles(10);
  DramBench bench(timings, PagePolicy::kAdaptive);
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 100), 110);  // no precharge to wait for
}

TEST(PerBankRefresh, LeavesTheOtherBanksAlone) {
  DramTimings timings = shortest_timings();
  timings.t_refi_sb = base::Cycles(3200);  // 32 banks, one every 100
  timings.t_rfc_sb = base::Cycles(50);
  DramBench bench(timings, PagePolicy::kClosed, RefreshPolicy::kPerBank, kClock * 1000);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1000), 1051);
  EXPECT_EQ(bench.column(read_of(0, 0, 1), 1000), 1001);
  EXPECT_EQ(bench.column(read_of(0, 0, 1), 1100), 1151);
  EXPECT_EQ(bench.column(read_of(1, 0, 0), 1000 + 1600), 2651);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1000 + 3200), 4251);
}

}  // namespace
}  // namespace starnuma::memory
