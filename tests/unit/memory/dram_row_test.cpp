// SPDX-License-Identifier: Apache-2.0
// Rows and refresh: the state in which an access finds its bank, and the times at which a bank
// cannot be used.
#include <gtest/gtest.h>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;
using timing::RowOutcome;

constexpr timing::DramPolicies kOpenPolicy{PagePolicy::kOpen, RefreshPolicy::kNone};
constexpr timing::DramPolicies kAdaptiveRows{PagePolicy::kAdaptive, RefreshPolicy::kNone};

TEST(DramRow, IsAlwaysClosedUnderTheClosedPolicy) {
  DramBench bench(shortest_timings());
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 100), RowOutcome::kMiss);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 100), RowOutcome::kMiss);
}

TEST(DramRow, StaysOpenUnderTheOpenPolicyUntilAnAccessNeedsAnotherRow) {
  DramBench bench(shortest_timings(), kOpenPolicy);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 0), RowOutcome::kMiss);
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 100), RowOutcome::kHit);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 100), RowOutcome::kConflict);
  EXPECT_EQ(bench.row(read_of(0, 0, 1, 6), 100), RowOutcome::kMiss);
  bench.serve(read_of(0, 0, 0, 6), 100);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 200), RowOutcome::kHit);
}

TEST(DramRow, AHitSkipsTheActivateAndAConflictAddsAPrecharge) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = timings.t_rp = base::Cycles(10);
  DramBench bench(timings, kOpenPolicy);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5)), 10);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 100), 100);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 100), 120);
}

TEST(DramRow, AHitDoesNotCountAsAnActivate) {
  DramTimings timings = shortest_timings();
  timings.t_rrd_l = base::Cycles(30);
  DramBench bench(timings, kOpenPolicy);
  bench.serve(read_of(0, 0, 0, 5));
  bench.serve(read_of(0, 0, 1, 5));                          // activates at 30
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 35), 35);      // hit
  EXPECT_EQ(bench.column(read_of(0, 0, 2, 5), 35), 60 + 1);  // activate
}

TEST(DramRow, OfARowActivatedForAnotherWaitingAccessIsAHit) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = base::Cycles(20);
  DramBench bench(timings, kOpenPolicy);
  bench.add(read_of(0, 0, 0, 5), 0);
  bench.add(read_of(0, 0, 0, 5), 1);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 2u);
  EXPECT_EQ(served[0].row, RowOutcome::kMiss);
  EXPECT_EQ(served[1].row, RowOutcome::kHit);
  EXPECT_EQ(served[1].column, kClock * 21);
  EXPECT_EQ(served[1].activate, served[0].activate);
}

TEST(DramRow, UnderTheClosedPolicyEachOfTwoWaitingAccessesActivatesIt) {
  DramBench bench(shortest_timings());
  bench.add(read_of(0, 0, 0, 5), 0);
  bench.add(read_of(0, 0, 0, 5), 0);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 2u);
  EXPECT_EQ(served[1].row, RowOutcome::kMiss);
  EXPECT_EQ(served[1].activate, kClock * 3);  // read after 1, precharge after 1, closed after 1
}

TEST(AdaptiveRow, IsHitByAnAccessThatArrivesBeforeItMayClose) {
  DramTimings timings = shortest_timings();
  timings.t_ras = base::Cycles(20);
  DramBench bench(timings, kAdaptiveRows);
  bench.serve(read_of(0, 0, 0, 5), 10);  // open until 30
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 30), RowOutcome::kHit);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 31), RowOutcome::kMiss);
}

TEST(AdaptiveRow, IsClosedForAnAccessToAnotherRow) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = timings.t_rp = base::Cycles(10);
  DramBench bench(timings, kAdaptiveRows);
  bench.serve(read_of(0, 0, 0, 5));
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 100), 110);  // no precharge to wait for
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 100), RowOutcome::kMiss);
}

TEST(AdaptiveRow, StaysOpenLongerByEveryHit) {
  DramTimings timings = shortest_timings();
  timings.t_rtp = base::Cycles(20);
  DramBench bench(timings, kAdaptiveRows);
  bench.serve(read_of(0, 0, 0, 5), 10);                 // open until 31
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5), 30), 30);  // open until 50
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 50), RowOutcome::kHit);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 51), RowOutcome::kMiss);
}

/// An access occupies its bank for 3 clocks: activate, read after 1, precharge after 1, closed
/// after 1.
DramTimings refreshed_timings() {
  DramTimings timings = shortest_timings();
  timings.t_refi = timings.t_refi_sb = base::Cycles(1000);
  timings.t_rfc = base::Cycles(100);
  timings.t_rfc_sb = base::Cycles(40);
  return timings;
}
DramBench refreshed(RefreshPolicy policy, PagePolicy page = PagePolicy::kClosed) {
  return DramBench(refreshed_timings(), {page, policy}, kClock * 2000);
}

TEST(DramRefresh, AnAccessThatEndsAsTheRefreshBeginsIsNotDelayed) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1997), 1998);
}

TEST(DramRefresh, AnAccessThatEndsOneClockLaterWaitsForTheEndOfTheRefresh) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1998), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2050), 2101);
}

TEST(DramRefresh, AnAccessOneClockBeforeTheEndOfTheRefreshWaitsOneClock) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2099), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2100), 2101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 2101), 2102);
}

TEST(DramRefresh, RepeatsEveryInterval) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 7000), 7101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 102'050), 102'101);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 5000), 5101);  // the order of calls has no effect
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
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 1900), RowOutcome::kHit);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 2200), RowOutcome::kMiss);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 2200), RowOutcome::kMiss);
}

TEST(DramRefresh, AHitThatItDelaysMustActivateTheRowAgain) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 1500);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 1998), 1998);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 5), 1999), 2101);
}

TEST(DramRefresh, ARowOpenedAfterItIsHitByAccessesThatArrivedBeforeItsEnd) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5), 2050), 2101);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 5), 2050), RowOutcome::kHit);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0, 5), 2050), 2102);
}

TEST(DramRefresh, OfOneBankLeavesTheOtherBanksAlone) {
  DramTimings timings = shortest_timings();
  timings.t_refi_sb = base::Cycles(3200);  // 32 banks, one every 100
  timings.t_rfc_sb = base::Cycles(50);
  DramBench bench(timings, {PagePolicy::kClosed, RefreshPolicy::kPerBank}, kClock * 1000);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1000), 1051);
  EXPECT_EQ(bench.column(read_of(0, 0, 1), 1000), 1001);
  EXPECT_EQ(bench.column(read_of(0, 0, 1), 1100), 1151);
  EXPECT_EQ(bench.column(read_of(1, 0, 0), 1000 + 1600), 2651);
  EXPECT_EQ(bench.column(read_of(0, 0, 0), 1000 + 3200), 4251);
}

TEST(DramRefresh, ClosesARowThatWasActivatedAheadOfItsColumnCommand) {
  for (const PagePolicy page : {PagePolicy::kClosed, PagePolicy::kOpen, PagePolicy::kAdaptive}) {
    DramTimings timings = refreshed_timings();
    timings.burst = base::Cycles(60);
    DramBench bench(timings, {page, RefreshPolicy::kAllBank}, kClock * 2000);
    bench.serve(read_of(1, 0, 0), 1989);  // data until 2050
    const auto served = bench.trial(read_of(0, 0, 0), 1990);
    EXPECT_EQ(served.activate, kClock * 2100);
    EXPECT_EQ(served.column, kClock * 2101);
    EXPECT_EQ(served.row, RowOutcome::kMiss);
  }
}

TEST(DramRefresh, LeavesNoTimeForAPrechargeOfTheRowThatItCloses) {
  DramBench bench = refreshed(RefreshPolicy::kAllBank, PagePolicy::kOpen);
  bench.serve(read_of(0, 0, 0, 5), 1500);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 1996), RowOutcome::kConflict);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 1996), 1998);
  EXPECT_EQ(bench.row(read_of(0, 0, 0, 6), 1997), RowOutcome::kMiss);
  EXPECT_EQ(bench.column(read_of(0, 0, 0, 6), 1997), 2101);
}

TEST(DramRefresh, OfNoneNeverDelays) {
  DramBench bench = refreshed(RefreshPolicy::kNone);
  for (int at = 0; at < 20'000; at += 7) {
    EXPECT_EQ(bench.column(read_of(0, 0, 0), at), at + 1);
  }
}

}  // namespace
}  // namespace starnuma::memory
