// SPDX-License-Identifier: Apache-2.0
// Page faults: first touch, moves within a fault, the page cache, and their time in closed form.
#include <gtest/gtest.h>

#include "models/protocol/access.h"
#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using PageFaults = InBothDeliveries;

/// Faults on a page at the current time; returns the time that the fault took.
Time fault_on(OsBench& bench, std::uint64_t number, int core = 0, bool write = false) {
  const Time start = kernel::now();
  Time done;
  bench.call([&, start] {
    done = bench.faults().page_fault(page(number), static_cast<base::CoreId>(core), write, start);
  });
  bench.run();
  return done - start;
}

TEST_P(PageFaults, AnUnmappedPageIsMappedAgainByOneEntry) {
  OsBench bench(GetParam());
  bench.run();
  bench.map.unmap(1);
  bench.map.unmap(2);
  const Time once = kPageFault + kEntry;
  EXPECT_EQ(fault_on(bench, 1, 2), once);
  EXPECT_TRUE(bench.map.present(1));
  EXPECT_FALSE(bench.map.held(1));
  EXPECT_EQ(fault_on(bench, 2, 2), once);
  EXPECT_EQ(bench.counts().page_faults, 2);
  EXPECT_EQ(bench.counts().page_fault_time, once * 2);
  EXPECT_EQ(bench.counts().first_touches, 0);
  EXPECT_EQ(bench.os->faults().faults_on(), (std::vector<std::uint64_t>{1, 1, 0, 0}));
  EXPECT_EQ(bench.cores[2]->stalled, once * 2);
  EXPECT_EQ(bench.cores[0]->stalled, 0_ns);
}

TEST_P(PageFaults, AFirstTouchAllocatesAndZeroes) {
  OsBench bench(GetParam(), OsBench::default_config(), paging::Frames::kOnDemand);
  bench.run();
  bench.os->faults().allocate_by(base::SpaceId{0},
                                 [](std::uint64_t, base::NodeId) { return OsBench::kPool; });
  const std::uint64_t free = bench.map.free_on(OsBench::kPool);
  const Time once = kPageFault + kZeroPage + kEntry;
  EXPECT_EQ(fault_on(bench, 0), once);
  EXPECT_EQ(bench.map.settled_at(0), once);
  EXPECT_EQ(bench.map.free_on(OsBench::kPool), free - 1);
  EXPECT_EQ(bench.counts().first_touches, 1);
  EXPECT_EQ(bench.counts().zeroed_lines, 64);
  EXPECT_EQ(bench.counts().page_fault_time, once);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, OsBench::kPool), 64);
  EXPECT_EQ(bench.os->faults().faults_on()[3], 0U);  // only faults on unmapped pages
}

TEST_P(PageFaults, APageThatMovesInItsFaultIsHeldUntilItIsMapped) {
  OsBench bench(GetParam());
  bench.run();
  bench.map.unmap(0);
  bench.os->faults().on_fault(base::SpaceId{0}, [](const placement::PageFault&) {
    return os::PageFaults::Answer{OsBench::kPool};
  });
  Time done;
  bench.call([&] { done = bench.faults().page_fault(page(0), base::CoreId{0}, false, Time(0)); });
  const Time copied = kPageFault + kCopyPage;
  if (GetParam()) {
    test::let_pass(copied + kEntry / 2);  // the entry is being written
    EXPECT_TRUE(bench.map.held(0));
  }
  bench.run();
  EXPECT_EQ(done, copied + kEntry);
  EXPECT_EQ(bench.map.settled_at(0), done);
  EXPECT_EQ(bench.map.home_of(0), OsBench::kPool);
  EXPECT_EQ(bench.counts().unavailable, kCopyPage);
  EXPECT_EQ(bench.counts().pages, 1);
  EXPECT_EQ(bench.os->mover().take_made(base::SpaceId{0}), 1U);
}

TEST_P(PageFaults, APageMovesInItsFaultAfterTheAccessesFromBeforeItsUnmapping) {
  OsBench bench(GetParam());
  bench.run();
  bench.map.unmap(0);
  bench.cores[1]->unused_at = 700_ns;
  bench.os->faults().on_fault(base::SpaceId{0}, [](const placement::PageFault&) {
    return os::PageFaults::Answer{OsBench::kPool};
  });
  const Time begin = GetParam() ? 700_ns : kPageFault;
  EXPECT_EQ(fault_on(bench, 0), begin + kCopyPage + kEntry);
}

TEST_P(PageFaults, ACachedPageIsWrittenBackOnlyIfItWasWritten) {
  OsBench bench(GetParam());
  bench.os->mover().cache_pages(base::SpaceId{0});
  bench.run();
  std::optional<std::uint64_t> victim;
  bench.os->faults().on_fault(base::SpaceId{0}, [&](const placement::PageFault&) {
    return os::PageFaults::Answer{base::NodeId{2}, victim};
  });
  for (const std::uint64_t number : {0, 1, 2}) bench.map.unmap(number);
  bench.os->written(base::SpaceId{0})[0] = 1;  // before the page was cached
  const Time once = kPageFault + kCopyPage + kEntry;
  EXPECT_EQ(fault_on(bench, 0), once);
  EXPECT_EQ(bench.counts().cached, 1);
  EXPECT_EQ(bench.os->written(base::SpaceId{0})[0], 0);

  victim = 0;  // clean
  EXPECT_EQ(fault_on(bench, 1), once + kEntry);
  EXPECT_EQ(bench.counts().evicted, 1);
  EXPECT_EQ(bench.counts().written_back, 0);
  EXPECT_EQ(bench.map.home_of(0), base::NodeId{0});
  EXPECT_FALSE(bench.map.present(0));

  victim = 1;
  bench.os->written(base::SpaceId{0})[1] = 1;
  EXPECT_EQ(fault_on(bench, 2), once + kEntry + kCopyPage);
  EXPECT_EQ(bench.counts().evicted, 2);
  EXPECT_EQ(bench.counts().written_back, 1);
  EXPECT_EQ(bench.map.free_on(base::NodeId{2}), 1U);
}

TEST_P(PageFaults, ALostPageEndsTheAccess) {
  OsBench bench(GetParam());
  bench.run();
  bench.os->carry_out([&] { bench.os->unmapper().lose({page(0)}); });
  bench.run();
  EXPECT_TRUE(bench.map.lost(0));
  bool refused = false;
  bench.call([&] {
    try {
      bench.faults().page_fault(page(0), base::CoreId{0}, false, kernel::now());
    } catch (const protocol::AccessError&) {
      refused = true;
    }
  });
  bench.run();
  EXPECT_TRUE(refused);
}

INSTANTIATE_TEST_SUITE_P(Os, PageFaults, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
