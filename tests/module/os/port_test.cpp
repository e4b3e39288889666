// SPDX-License-Identifier: Apache-2.0
#include "models/os/port.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using Port = InBothDeliveries;

TEST_P(Port, ALineIsEvictedFromTheSocketUnlessItsAccessIsUncached) {
  PartsBench bench(GetParam());
  const base::LineAddress line = bench.map.frame_of(0).first_line;
  bench.call([&] {
    EXPECT_EQ(bench.port.access(line, AccessKind::kMoveRead, 5_ns), 5_ns + kAccess);
    EXPECT_EQ(bench.memory.evictions, 1);
    bench.port.access(line, AccessKind::kUncachedLoad, 50_ns);
  });
  bench.run();
  EXPECT_EQ(bench.memory.evictions, 1);
  EXPECT_EQ(bench.memory.seen.size(), 2U);
}

TEST_P(Port, ASocketWithAPortUsesIt) {
  PartsBench bench(GetParam());
  bench.call([&] {
    for (const int socket : {0, 1, 2}) bench.port.write_entry(bench.map, 0, 0_ns, socket);
  });
  bench.run();
  EXPECT_EQ(bench.memory.seen.size(), 2U);
  EXPECT_EQ(bench.far.seen.size(), 1U);
}

TEST_P(Port, CopiesAndZeroesPagesInLanes) {
  PartsBench bench(GetParam());
  const base::Frame to = bench.map.allocate_frame(PartsBench::kPool);
  bench.call([&] {
    const Time copied = bench.port.copy(bench.map, bench.map.frame_of(0), to, 5_ns);
    EXPECT_EQ(copied, 5_ns + kCopyPage);
    EXPECT_EQ(bench.port.zero(bench.map, to, 0, copied), copied + kZeroPage);
  });
  bench.run();
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{0}), 64);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, PartsBench::kPool), 128);
  EXPECT_EQ(bench.port.counts(kSpace).lines, 64);
  EXPECT_EQ(bench.port.counts(kSpace).zeroed_lines, 64);
  EXPECT_EQ(bench.port.counts(base::SpaceId{1}).lines, 0);
}

TEST_P(Port, CostsThatAreSwitchedOffSendNothing) {
  placement::PlacementConfig config = PartsBench::default_config();
  config.costs.copy = config.costs.page_table = placement::Cost::kFree;
  PartsBench bench(GetParam(), config);
  const base::Frame frame = bench.map.frame_of(0);
  bench.call([&] {
    EXPECT_EQ(bench.port.copy(bench.map, frame, frame, 5_ns), 5_ns);
    EXPECT_EQ(bench.port.write_entry(bench.map, 0, 5_ns), 5_ns);
  });
  bench.run();
  EXPECT_TRUE(bench.memory.seen.empty());
  EXPECT_EQ(bench.port.counts(kSpace).lines, 0);
}

TEST_P(Port, WritesTheEntryOfEachTableAtOnce) {
  PartsBench bench(GetParam());
  paging::SpaceLocation place = paging::SpaceLocation::of_sockets(2);
  place.table_sockets = {{base::NodeId{0}}, {base::NodeId{1}}};
  const paging::PageMap map({base::NodeId{0}}, bench.pool, place, base::SpaceId{2});
  bench.call([&] { EXPECT_EQ(bench.port.write_entry(map, 0, 5_ns), 5_ns + kEntry); });
  bench.run();
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, base::NodeId{0}), 1);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, base::NodeId{1}), 1);
}

INSTANTIATE_TEST_SUITE_P(Os, Port, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
