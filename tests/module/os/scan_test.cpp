// SPDX-License-Identifier: Apache-2.0
#include "models/os/scan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using Scan = InBothDeliveries;

TEST_P(Scan, ReadsAndResetsInStepsOfOneSpaceAfterTheUpdates) {
  PartsBench bench(GetParam());
  os::Scan scan(bench.execution, bench.port);
  std::vector<base::LineAddress> lines;
  for (std::uint64_t i = 0; i < 100; ++i) {
    lines.push_back(base::LineAddress::of(base::NodeId{2}, 4096 + i));
  }
  scan.add(base::SpaceId{0}, lines, 300_ns);
  scan.add(base::SpaceId{1}, {lines.front()}, 200_ns);
  const Time line = kAccess * 2;  // a read and a write
  Time end = 300_ns;
  for (const Time step : {line * (64 / kLanes), line * (36 / kLanes), line}) {
    EXPECT_FALSE(scan.empty());
    bench.work([&] { scan.step(); });
    end += step;
    EXPECT_EQ(kernel::now(), end);
  }
  EXPECT_TRUE(scan.empty());
  EXPECT_EQ(scan.counts(base::SpaceId{0}).scan_lines, 100);
  EXPECT_EQ(scan.counts(base::SpaceId{0}).scan_time, line * 25);
  EXPECT_EQ(scan.counts(base::SpaceId{1}).scan_lines, 1);
  ASSERT_EQ(bench.uncached.seen.size(), 202U);
  EXPECT_EQ(bench.uncached.seen.front().time, 300_ns);
  const auto resets = std::count_if(
      bench.uncached.seen.begin(), bench.uncached.seen.end(),
      [](const auto& request) { return request.op == protocol::uncached::Op::kWrite; });
  EXPECT_EQ(resets, 101);
}

INSTANTIATE_TEST_SUITE_P(Os, Scan, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
