// SPDX-License-Identifier: Apache-2.0
// Rows and refresh: what an access finds in its bank, and when a bank cannot be used.
#include <gtest/gtest.h>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;
using timing::RowOutcome;

RowOutcome outcome(DramBench& bench, const timing::DramAccess& access, std::int64_t from) {
  return bench.dram.earliest(access, kClock * from).row;
}

TEST(DramRow, IsAlwaysClosedUnderTheClosedPolicy) {
  DramBench bench(shortest_timings());
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 100), RowOutcome::kMiss);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 6), 100), RowOutcome::kMiss);
}

TEST(DramRow, StaysOpenUnderTheOpenPolicyUntilAnotherIsAsked) {
  DramBench bench(shortest_timings(), PagePolicy::kOpen);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 0), RowOutcome::kMiss);
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 100), RowOutcome::kHit);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 6), 100), RowOutcome::kConflict);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 1, 6), 100), RowOutcome::kMiss);
  bench.serve(read_of(0, 0, 0, 6), 100);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 6), 200), RowOutcome::kHit);
}

TEST(DramRow, AHitSkipsTheActivateAndAConflictAddsAPrecharge) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = timings.t_rp = base::Cycles(10);
  DramBench bench(timings, PagePolicy::kOpen);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5)), 10);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 100), 100);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 100), 120);
}

TEST(DramRow, AHitDoesNotCountAsAnActivate) {
  DramTimings timings = shortest_timings();
  timings.t_rrd_l = base::Cycles(30);
  DramBench bench(timings, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5));
  bench.serve(read_of(0, 0, 1, 5));                          // activates at 30
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 35), 35);      // hit
  EXPECT_EQ(bench.column(read_of(0, 0, 2, 5), 35), 60 + 1);  // activate
}

TEST(DramRow, AnAccessFromThePastIsJudgedByTheRowNowOpenAndDelaysNobody) {
  DramBench bench(shortest_timings(), PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 100);
  EXPECT_EQ(bench.dram.earliest_late(read_of(0, 0, 0, 5), kClock * 50).row, RowOutcome::kHit);
  const auto slot = bench.dram.earliest_late(read_of(0, 0, 0, 6), kClock * 50);
  EXPECT_EQ(slot.row, RowOutcome::kConflict);
  bench.dram.commit_late(read_of(0, 0, 0, 6), slot);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 200), RowOutcome::kHit);
}

/// An access holds its bank for 3 clocks: activate, read after 1, precharge after 1, closed
/// after 1.
DramBench refreshed(RefreshPolicy policy, PagePolicy page = PagePolicy::kClosed) {
  DramTimings timings = shortest_timings();
  timings.t_refi = timings.t_refi_sb = base::Cycles(1000);
  timings.t_rfc = base::Cycles(100);
  timings.t_rfc_sb = base::Cycles(40);
  return DramBench(timings, page, policy, kClock * 2000);
}

TEST(DramRefresh, AnAccessThatEndsAsTheRefreshBeginsIsNotDelayed) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1997), 1998);
}

TEST(DramRefresh, AnAccessThatEndsOneClockLaterWaitsForItsEnd) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1998), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2050), 2101);
}

TEST(DramRefresh, AnAccessOneClockBeforeItsEndWaitsOneClock) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2099), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2100), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2101), 2102);
}

TEST(DramRefresh, ComesAgainEveryInterval) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 7000), 7101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 102'050), 102'101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 5000), 5101);  // and in any order
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1050), 1051);  // the first falls due at 2000
}

TEST(DramRefresh, OfAllBanksLeavesTheOtherRankAlone) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(1, 0, 0), 2050), 2051);
  EXPECT_EQ(bench.column(read_of(1, 0, 0), 2550), 2601);  // half an interval later
}

TEST(DramRefresh, OfTheSameBankLeavesOtherBankNumbersAlone) {
  DramBench bench = refreshed(RefreshPolicy::kSameBank);
  for (int group = 0; group < kShape.bank_groups; ++group) {
    EXPECT_EQ(bench.column(read_of(0, group, 0), 2010), 2041);
    EXPECT_EQ(bench.column(read_of(0, group, 1), 2010), 2011);
    EXPECT_EQ(bench.column(read_of(0, group, 1), 2130), 2166);  // an eighth of an interval later
  }
}

TEST(DramRefresh, ClosesOpenRows) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 1500);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 1900), RowOutcome::kHit);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 2200), RowOutcome::kMiss);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 6), 2200), RowOutcome::kMiss);
}

TEST(DramRefresh, AHitThatMeetsItFindsItsRowClosedAfterIt) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 1500);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 1998), 1998);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 1999), 2101);
}

TEST(DramRefresh, ARowOpenedAfterItIsHitByAccessesThatCameBeforeItsEnd) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5), 2050), 2101);
  EXPECT_EQ(outcome(bench, read_of(0, 0, 0, 5), 2050), RowOutcome::kHit);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5), 2050), 2102);
}

TEST(DramRefresh, OfNoneNeverDelays) {
  DramBench bench = refreshed(RefreshPolicy::kNone);
  for (int at = 0; at < 20'000; at += 7) {
    EXPECT_EQ(bench.column(read_of(0, 0, 0), at), at + 1);
  }
}

}  // namespace
}  // namespace starnuma::memory
