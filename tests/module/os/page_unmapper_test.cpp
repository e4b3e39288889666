// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_unmapper.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using PageUnmapper = InBothDeliveries;

TEST_P(PageUnmapper, PagesThatAreHeldAbsentOrReadOnlyStay) {
  PartsBench bench(GetParam());
  os::PageUnmapper unmapper(bench.parts);
  bench.map.protect(0, Time(0));
  bench.map.hold(1);
  bench.work([&] { unmapper.unmap(bench.map, {0, 1}); });
  EXPECT_TRUE(bench.memory.seen.empty());
  EXPECT_EQ(unmapper.counts(kSpace).unmapped, 0);
  bench.map.move(1, PartsBench::kPool, Time(0));
  for (int i = 0; i < 2; ++i) bench.work([&] { unmapper.unmap(bench.map, {1, 2}); });
  EXPECT_EQ(kernel::now(), kEntry);  // in two lanes
  EXPECT_EQ(unmapper.counts(kSpace).unmapped, 2);
}

/// A fault holds the page while its entry is being written.
TEST(PageUnmapperInTime, APageThatIsHeldMeanwhileStays) {
  PartsBench bench(true);
  os::PageUnmapper unmapper(bench.parts);
  bench.call([&] {
    bench.execution.wait_until(kEntry / 2);
    bench.map.hold(2);
  });
  bench.work([&] { unmapper.unmap(bench.map, {1, 2}); });
  EXPECT_FALSE(bench.map.present(1));
  EXPECT_TRUE(bench.map.present(2));
}

TEST_P(PageUnmapper, LostLinesAreInvalidatedWhenNoAccessUsesThem) {
  PartsBench bench(GetParam());
  bench.cores[2]->unused_at = 500_ns;
  os::PageUnmapper unmapper(bench.parts);
  bench.work([&] { unmapper.lose({page(0), page(2)}); });
  EXPECT_TRUE(bench.map.lost(0));
  EXPECT_TRUE(bench.map.lost(2));
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{0}), 64);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{1}), 64);
  const Time begun = GetParam() ? 500_ns : kEntry;
  EXPECT_EQ(kernel::now(), begun + kZeroPage * 2);
}

INSTANTIATE_TEST_SUITE_P(Os, PageUnmapper, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
