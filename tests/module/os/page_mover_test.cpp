// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_mover.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

struct MoverBench : PartsBench {
  explicit MoverBench(bool queued, const placement::PlacementConfig& config = default_config())
      : PartsBench(queued, config), mover(config, kClock, parts, written) {
    written[kSpace].resize(map.pages());
  }
  os::PageMover::DirtyFlags written;
  os::PageMover mover;
};

using PageMover = InBothDeliveries;

TEST_P(PageMover, AMoveThatHasBecomeImpossibleHasNoEffect) {
  MoverBench bench(GetParam());
  for (int i = 0; i < 2; ++i) bench.map.allocate_frame(MoverBench::kPool);
  bench.map.protect(1, Time(0));
  bench.work([&] {
    bench.mover.move(bench.map, {0, base::NodeId{0}});    // is there
    bench.mover.move(bench.map, {0, MoverBench::kPool});  // full
    bench.mover.move(bench.map, {1, base::NodeId{2}});    // has copies
  });
  EXPECT_EQ(kernel::now(), 0_ns);
  EXPECT_TRUE(bench.memory.seen.empty());
  EXPECT_EQ(bench.mover.counts(kSpace).pages, 0);
  bench.work([&] { bench.mover.move(bench.map, {0, base::NodeId{2}}); });
  EXPECT_EQ(bench.mover.counts(kSpace).pages, 1);
}

TEST_P(PageMover, APageStaysAccessibleIfStallsAreFree) {
  placement::PlacementConfig config = MoverBench::default_config();
  config.costs.stall = placement::Cost::kFree;
  MoverBench bench(GetParam(), config);
  bench.work([&] {
    bench.mover.prepare();
    bench.mover.move(bench.map, {0, base::NodeId{2}});
  });
  EXPECT_EQ(bench.map.settled_at(0), kPageWork);
  EXPECT_EQ(kernel::now(), kPageWork + kEntry + kCopyPage + kEntry);
}

TEST_P(PageMover, APageMovesOffItsExtentOnlyToAFreeFrame) {
  MoverBench bench(GetParam());
  std::vector<bool> moved;
  bench.work([&] {
    for (const std::uint64_t number : {0, 1, 2}) {
      const base::LineAddress line = bench.map.frame_of(number).first_line;
      const paging::Extent extent{line.node(), line.in_node() / base::kLinesPerPage, 1};
      moved.push_back(bench.mover.move_away(extent, page(number), MoverBench::kPool));
      moved.push_back(bench.mover.move_away(extent, page(number), MoverBench::kPool));  // has left
    }
  });
  EXPECT_EQ(moved, (std::vector<bool>{true, false, true, false, false, false}));
  EXPECT_EQ(bench.map.home_of(2), base::NodeId{1});
}

TEST_P(PageMover, FaultsUseThePortOfTheirSocket) {
  MoverBench bench(GetParam());
  bench.mover.cache_pages(kSpace);
  bench.map.unmap(0);
  Time done;
  bench.call([&] {
    done = bench.mover.move_in_fault(bench.map, {0, base::NodeId{2}}, 2, 5_ns);
    bench.map.map(0, done);
    bench.written[kSpace][0] = 1;
    done = bench.mover.evict(bench.map, 0, 2, done);
  });
  bench.run();
  EXPECT_EQ(done, 5_ns + kCopyPage + kEntry + kCopyPage);
  EXPECT_TRUE(bench.memory.seen.empty());
  EXPECT_EQ(bench.far.seen.size(), 4 * 64 + 1U);
  EXPECT_EQ(bench.mover.counts(kSpace).written_back, 1);
  EXPECT_EQ(bench.mover.made(kSpace), 2U);
  EXPECT_EQ(bench.map.home_of(0), base::NodeId{0});
}

INSTANTIATE_TEST_SUITE_P(Os, PageMover, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
