// SPDX-License-Identifier: Apache-2.0
// Order in which waiting accesses are served: first ready first, then oldest first (FR-FCFS), and
// the changes between reads and writes.
#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramPolicies;
using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;
using timing::RowOutcome;

constexpr DramPolicies kOpenRows{PagePolicy::kOpen, RefreshPolicy::kNone};

std::vector<int> tags(const std::vector<DramBench::Served>& served) {
  std::vector<int> result;
  for (const auto& one : served) result.push_back(static_cast<int>(one.tag));
  return result;
}
std::int64_t clock_of(const std::vector<DramBench::Served>& served, int tag) {
  for (const auto& one : served) {
    if (one.tag == tag) return one.column / kClock;
  }
  return -1;
}

/// A row stays open for 10 clocks after its last read.
DramTimings slow_rows() {
  DramTimings timings = shortest_timings();
  timings.t_rcd = timings.t_rp = timings.t_rtp = base::Cycles(10);
  return timings;
}

TEST(DramReorder, AHitOfAnOpenRowIsServedBeforeAnOlderAccessThatMustActivate) {
  DramBench bench(slow_rows(), kOpenRows);
  bench.serve(read_of(0, 0, 0, 5));
  const int older = bench.add(read_of(0, 1, 0, 5), 100);
  const int hit = bench.add(read_of(0, 0, 0, 5), 101);
  const auto served = bench.run();
  EXPECT_EQ(clock_of(served, hit), 101);
  EXPECT_EQ(clock_of(served, older), 110);
}

TEST(DramReorder, ReadyAccessesAreServedOldestFirst) {
  DramBench bench(slow_rows(), kOpenRows);
  for (int group = 0; group < 4; ++group) bench.serve(read_of(0, group, 0, 5));
  for (const int group : {2, 0, 3, 1}) bench.add(read_of(0, group, 0, 5), 100);
  EXPECT_EQ(tags(bench.run()), (std::vector<int>{0, 1, 2, 3}));
}

TEST(DramReorder, ARowThatMayNotCloseYetIsHitByAYoungerAccess) {
  DramBench bench(slow_rows(), kOpenRows);
  bench.serve(read_of(0, 0, 0, 5));  // read at 10, may close at 20
  const int conflict = bench.add(read_of(0, 0, 0, 6), 11);
  const int hit = bench.add(read_of(0, 0, 0, 5), 19);
  const int late = bench.add(read_of(0, 0, 0, 5), 30);
  const auto served = bench.run();
  EXPECT_EQ(tags(served), (std::vector<int>{hit, conflict, late}));
  EXPECT_EQ(served[0].row, RowOutcome::kHit);
  EXPECT_EQ(served[1].row, RowOutcome::kConflict);
  EXPECT_EQ(served[1].precharge, kClock * 29);  // tRTP after the hit
  EXPECT_EQ(served[2].row, RowOutcome::kConflict);
}

TEST(DramReorder, AHitBeyondTheWindowWaitsForTheAccessesBeforeIt) {
  for (const int window : {1, 2}) {
    auto policies = kOpenRows;
    policies.reads = window;
    DramBench bench(slow_rows(), policies);
    bench.serve(read_of(0, 0, 0, 5));  // read at 10, may close at 20
    const int conflict = bench.add(read_of(0, 0, 0, 6), 11);
    const int hit = bench.add(read_of(0, 0, 0, 5), 12);
    const std::vector<int> order =
        window == 1 ? std::vector<int>{conflict, hit} : std::vector<int>{hit, conflict};
    EXPECT_EQ(tags(bench.run()), order) << window;
  }
}

DramPolicies window_of_one() {
  DramPolicies policies = kOpenRows;
  policies.reads = 1;
  return policies;
}

TEST(DramReorder, AnAccessLeavesTheWindowWhenItsRowIsActivated) {
  DramBench bench(slow_rows(), window_of_one());
  const int first = bench.add(read_of(0, 0, 0, 5), 100);
  const int second = bench.add(read_of(0, 1, 0, 5), 100);
  const auto served = bench.run();
  EXPECT_EQ(clock_of(served, first), 110);
  EXPECT_EQ(clock_of(served, second), 111);  // activated at 101
}

TEST(DramReorder, AnAccessBeyondTheWindowIssuesNothingBeforeItIsConsidered) {
  DramBench bench(slow_rows(), window_of_one());
  bench.serve(read_of(0, 0, 0, 5));  // read at 10, may close at 20
  const int conflict = bench.add(read_of(0, 0, 0, 6), 11);
  const int other_rank = bench.add(read_of(1, 0, 0, 5), 12);
  const auto served = bench.run();
  EXPECT_EQ(clock_of(served, conflict), 40);    // activated at 30
  EXPECT_EQ(clock_of(served, other_rank), 41);  // activated at 30; the data bus is free at 41
}

TEST(DramReorder, AccessesToEachOfSeveralRowsOfABankAreServedTogether) {
  DramBench bench(slow_rows(), kOpenRows);
  for (const int row : {5, 6, 7, 8, 5, 6, 7, 8, 8, 7, 6, 5}) bench.add(read_of(0, 0, 0, row), 0);
  std::vector<std::int64_t> rows;
  int activates = 0;
  for (const auto& served : bench.run()) {
    rows.push_back(served.access.row);
    activates += served.row != RowOutcome::kHit;
  }
  EXPECT_EQ(rows, (std::vector<std::int64_t>{5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8}));
  EXPECT_EQ(activates, 4);
}

TEST(DramReorder, ARowIsNotClosedWhileAnOlderAccessHitsIt) {
  DramTimings timings = slow_rows();
  timings.burst = base::Cycles(50);
  DramBench bench(timings, kOpenRows);
  bench.serve(read_of(0, 0, 0, 5));       // read at 10
  bench.serve(read_of(0, 1, 0, 5), 100);  // data until 160
  const int hit = bench.add(read_of(0, 0, 0, 5), 101);
  const int conflict = bench.add(read_of(0, 0, 0, 6), 102);
  const auto served = bench.run();
  EXPECT_EQ(tags(served), (std::vector<int>{hit, conflict}));
  EXPECT_EQ(served[0].row, RowOutcome::kHit);
  EXPECT_EQ(served[1].row, RowOutcome::kConflict);
}

TEST(DramReorder, DoesNotDependOnTheOrderInWhichAccessesAreAdded) {
  DramBench bench(slow_rows(), kOpenRows);
  bench.add(read_of(0, 1, 0, 6), 2);
  bench.add(read_of(0, 0, 0, 5), 1);
  bench.add(read_of(0, 1, 0, 5), 0);
  EXPECT_EQ(tags(bench.run()), (std::vector<int>{2, 1, 0}));
}

/// Reads of one bank group are 6 clocks apart, of two groups 4 clocks.
DramTimings long_in_group() {
  DramTimings timings = shortest_timings();
  timings.burst = timings.t_ccd_s = base::Cycles(4);
  timings.t_ccd_l = base::Cycles(6);
  timings.t_ccd_l_wr = base::Cycles(7);
  return timings;
}

TEST(DramReorder, ReadsOfOneBankGroupStayApartHoweverManyWait) {
  DramBench bench(long_in_group());
  for (int i = 0; i < 64; ++i) bench.add(read_of(0, 0, i % 4), 0);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 64u);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(served[static_cast<std::size_t>(i)].column, kClock * (1 + 6 * i));
  }
}

TEST(DramReorder, WritesOfOneBankGroupStayApartHoweverManyWait) {
  DramBench bench(long_in_group());
  for (int i = 0; i < 64; ++i) bench.add(write_of(0, 0, i % 4), 0);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 64u);
  for (std::size_t i = 1; i < 64; ++i) {
    EXPECT_GE(served[i].column - served[i - 1].column, kClock * 7);
  }
}

TEST(DramReorder, ReadsOfOtherBankGroupsFillTheDistanceWithinOneGroup) {
  DramBench bench(long_in_group());
  for (int i = 0; i < 16; ++i) bench.add(read_of(0, 0, i % 4), 0);
  for (int i = 0; i < 16; ++i) bench.add(read_of(0, 1, i % 4), 0);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 32u);
  for (std::size_t i = 2; i < 32; ++i) {  // the second read is activated at 5
    EXPECT_EQ(served[i].column - served[i - 1].column, kClock * 4) << i;
  }
}

}  // namespace
}  // namespace starnuma::memory
