// SPDX-License-Identifier: Apache-2.0
#include "models/placement/hint_faults/hint_scan.h"

#include <gtest/gtest.h>

#include "tests/unit/placement/hint_faults.h"

namespace starnuma::placement {
namespace {

using Pages = std::vector<std::uint64_t>;
constexpr base::Time kMs{1'000'000'000};

MemoryState memory_of(std::uint64_t pages) {
  MemoryState memory;
  memory.homes.assign(pages, base::NodeId{0});
  return memory;
}

HintScan scan_of(const PolicySetup& setup) {
  return {setup.config.numa_balancing, setup.phase, setup.pages};
}

TEST(HintScan, GoesOverAllPagesWindowByWindowAndBeginsAgain) {
  HintScan scan = scan_of(test::hint_setup());
  const MemoryState memory = memory_of(test::kPages);
  EXPECT_EQ(scan.next(memory, true), (Pages{0, 1, 2, 3}));
  EXPECT_EQ(scan.passes(), 0);
  EXPECT_EQ(scan.next(memory, true), (Pages{4, 5, 6, 7}));
  EXPECT_EQ(scan.passes(), 1);
  EXPECT_EQ(scan.next(memory, true), (Pages{0, 1, 2, 3}));
}

TEST(HintScan, LeavesOutBoundPagesAndSharedMappings) {
  HintScan scan = scan_of(test::hint_setup());
  HintScan all = scan_of(test::hint_setup());
  MemoryState memory = memory_of(test::kPages);
  memory.bound.assign(test::kPages, false);
  memory.bound[1] = true;
  memory.shared_mapping.assign(test::kPages, false);
  memory.shared_mapping[2] = true;
  EXPECT_EQ(scan.next(memory, false), (Pages{0, 3, 4, 5}));
  EXPECT_EQ(all.next(memory, true), (Pages{0, 2, 3, 4}));
}

TEST(HintScan, WaitsForThePagesOfTheLastScanToBeUnmapped) {
  HintScan scan = scan_of(test::hint_setup());
  MemoryState memory = memory_of(test::kPages);
  memory.unmapping = true;
  EXPECT_TRUE(scan.next(memory, true).empty());
  memory.unmapping = false;
  EXPECT_EQ(scan.next(memory, true), (Pages{0, 1, 2, 3}));
}

TEST(HintScan, ADelayComesFirstThenAllMemoryIsScannedInTheLeastTime) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.scan_delay_ms = 7;
  HintScan scan = scan_of(setup);
  EXPECT_EQ(scan.period(), 7 * kMs);
  scan.next(memory_of(test::kPages), true);
  EXPECT_EQ(scan.period(), 1 * kMs) << "two scans in 2 ms";
}

TEST(HintScan, IsNoFasterThanItsRate) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.scan_rate = base::Bandwidth(4 * base::kPageBytes * 200);
  HintScan scan = scan_of(setup);
  scan.next(memory_of(test::kPages), true);
  EXPECT_EQ(scan.period(), 5 * kMs) << "200 windows a second";
}

TEST(HintScan, TimesShrinkAsPhasesAndWindowsAsTheProgram) {
  PolicySetup setup = test::hint_setup();
  setup.phase.time_factor = 0.25;
  setup.phase.size_factor = 0.5;
  HintScan scan = scan_of(setup);
  EXPECT_EQ(scan.next(memory_of(test::kPages), true).size(), 2U);
  EXPECT_EQ(scan.period(), base::Time(kMs.ps() / 8)) << "four scans in 2 ms, a quarter of that";
}

/// Returns the scan period after a pass with these numbers of faults, starting at 10 ms.
double period_after(int local_private, int remote_private, int remote_shared, bool failed = false) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.scan_period_min_ms = 2;
  setup.config.numa_balancing.scan_period_max_ms = 200;
  HintScan scan = scan_of(setup);
  const MemoryState memory = memory_of(test::kPages);
  const auto pass = [&] {
    scan.next(memory, true);
    scan.next(memory, true);
  };
  while (scan.period() < 8 * kMs || scan.passes() == 0) pass();  // 1, 2, 4, 8 ms
  for (int i = 0; i < local_private; ++i) scan.count(true, true);
  for (int i = 0; i < remote_private; ++i) scan.count(true, false);
  for (int i = 0; i < remote_shared; ++i) scan.count(false, false);
  if (failed) scan.count_failed();
  pass();
  return scan.period().ns() / 1e6;
}

TEST(HintScan, ThePeriodFollowsTheFaultsOfThePass) {
  EXPECT_DOUBLE_EQ(period_after(0, 0, 0), 16) << "nothing to see: twice as long";
  EXPECT_DOUBLE_EQ(period_after(0, 100, 0), 16) << "no local and no shared one: the same";
  EXPECT_DOUBLE_EQ(period_after(80, 0, 20), 8.8) << "mostly private, one tenth";
  EXPECT_DOUBLE_EQ(period_after(70, 0, 30), 8.8) << "at the threshold: one tenth too";
  EXPECT_DOUBLE_EQ(period_after(0, 40, 60), 5.6) << "three tenths less";
  EXPECT_DOUBLE_EQ(period_after(0, 0, 100), 2.4) << "seven tenths less";
  EXPECT_DOUBLE_EQ(period_after(0, 0, 100, true), 16) << "moves failed";
}

TEST(HintScan, AFailedMoveLengthensThePeriodOfOnePassOnly) {
  HintScan scan = scan_of(test::hint_setup());
  const MemoryState memory = memory_of(test::kPages);
  const auto period_after_pass = [&] {
    scan.count(false, false);
    scan.next(memory, true);
    scan.next(memory, true);
    return scan.period();
  };
  scan.count_failed();
  EXPECT_EQ(period_after_pass(), 2 * kMs);
  EXPECT_EQ(period_after_pass(), 1 * kMs) << "seven tenths less, but not less than the least";
}

TEST(MoveBudget, LetsSoManyPagesThroughInEachSecond) {
  PolicySetup setup = test::hint_setup();
  setup.config.numa_balancing.migration_rate = base::Bandwidth(4 * base::kPageBytes);
  setup.phase.size_factor = 0.5;
  setup.phase.time_factor = 0.001;
  MoveBudget budget(setup.config.numa_balancing, setup.phase);
  EXPECT_TRUE(budget.take(base::Time(0)));
  EXPECT_TRUE(budget.take(kMs - base::Time(1)));
  EXPECT_FALSE(budget.take(kMs - base::Time(1)));
  EXPECT_TRUE(budget.take(kMs)) << "a second, a thousandth of it here, is over";
}

}  // namespace
}  // namespace starnuma::placement
