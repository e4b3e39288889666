// SPDX-License-Identifier: Apache-2.0
#include "models/os/held_pages.h"

#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using HeldPages = InBothDeliveries;

TEST_P(HeldPages, AreIsolatedWithTheLastAcknowledgement) {
  PartsBench bench(GetParam());
  bench.cores[3]->translations = {0};
  Time isolated;
  bench.call([&] { isolated = bench.held.isolate(bench.map, 0, 5_ns); });
  bench.run();
  EXPECT_EQ(isolated, 5_ns + kEntry + kDirectory + PartsBench::kLegs[3] * 2 + kInvalidate);
  EXPECT_EQ(bench.map.held(0), GetParam());
  EXPECT_EQ(bench.cores[3]->invalidated.front(), std::make_pair(std::uint64_t{0}, 5_ns + kEntry));
  EXPECT_EQ(bench.cores[0]->resumed, 0);
}

TEST_P(HeldPages, WaitForOutstandingAccesses) {
  PartsBench bench(GetParam());
  bench.cores[1]->unused_at = 500_ns;
  Time isolated;
  bench.call([&] { isolated = bench.held.isolate(bench.map, 0, 0_ns, 2); });
  bench.run();
  EXPECT_EQ(isolated, GetParam() ? 500_ns : kEntry);
  EXPECT_EQ(bench.far.seen.size(), 1U);
}

/// In immediate delivery no other operation sees a page between its isolation and its release.
TEST_P(HeldPages, LetAnotherOperationWaitUntilTheirRelease) {
  PartsBench bench(GetParam());
  bool waited = false;
  Time ended;
  bench.call([&] {
    bench.held.hold(bench.map, 0);
    bench.execution.wait_until(40_ns);
    bench.held.release();  // another page
    bench.execution.wait_until(100_ns);
    bench.map.move(0, PartsBench::kPool, 100_ns);
    bench.held.release();
  });
  bench.call([&] {
    EXPECT_FALSE(bench.held.wait_while_held(bench.map, 1));
    waited = bench.held.wait_while_held(bench.map, 0);
    ended = kernel::now();
  });
  bench.run();
  EXPECT_EQ(waited, GetParam());
  EXPECT_EQ(ended, GetParam() ? 100_ns : 0_ns);
  for (const MockCore* core : bench.cores) EXPECT_EQ(core->resumed, 2);
}

INSTANTIATE_TEST_SUITE_P(Os, HeldPages, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
