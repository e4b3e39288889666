// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_copies.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

struct CopiesBench : PartsBench {
  explicit CopiesBench(bool queued, const placement::PlacementConfig& config = default_config())
      : PartsBench(queued, config), copies(config, parts) {}
  void make(std::uint64_t number, base::NodeId node) {
    work([&] { copies.make(map, {number, node, true}); });
  }
  os::PageCopies copies;
};

using PageCopies = InBothDeliveries;

TEST_P(PageCopies, ASocketGetsOneCopyIfItHasAFreeFrame) {
  CopiesBench bench(GetParam());
  bench.make(0, base::NodeId{2});
  EXPECT_EQ(kernel::now(), kEntry + kCopyPage + kEntry);
  bench.make(0, base::NodeId{2});
  bench.make(1, base::NodeId{2});
  EXPECT_EQ(bench.copies.counts(kSpace).copies, 2);
  bench.make(2, base::NodeId{2});  // full
  EXPECT_EQ(bench.copies.counts(kSpace).copies, 2);
  EXPECT_EQ(bench.copies.counts(kSpace).max_copies, 2U);
  EXPECT_FALSE(bench.map.read_only(2));
}

TEST_P(PageCopies, AWriteFreesAllCopiesOfItsPage) {
  CopiesBench bench(GetParam());
  for (const std::uint64_t number : {0, 1}) bench.make(number, base::NodeId{2});
  bench.make(0, base::NodeId{1});
  const Time start = kernel::now();
  Time done;
  bench.call([&] { done = bench.copies.free_all(bench.map, 0, start, start + 40_ns); });
  bench.run();
  EXPECT_EQ(done, start + 40_ns + kEntry + kEntry);
  EXPECT_EQ(bench.map.settled_at(0), done);
  EXPECT_FALSE(bench.map.read_only(0));
  EXPECT_TRUE(bench.map.read_only(1));
  EXPECT_EQ(bench.copies.counts(kSpace).copies_freed, 2);
}

TEST_P(PageCopies, DelayNoAccessIfStallsAreFree) {
  placement::PlacementConfig config = CopiesBench::default_config();
  config.costs.stall = placement::Cost::kFree;
  CopiesBench bench(GetParam(), config);
  bench.make(0, base::NodeId{2});
  EXPECT_EQ(bench.map.settled_at(0), GetParam() ? kEntry : 0_ns);
  const Time start = kernel::now();
  bench.call([&] { bench.copies.free_all(bench.map, 0, start, start + 40_ns); });
  bench.run();
  EXPECT_EQ(bench.map.settled_at(0), start);
}

INSTANTIATE_TEST_SUITE_P(Os, PageCopies, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
