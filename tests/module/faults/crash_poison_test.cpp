// SPDX-License-Identifier: Apache-2.0
// Poison that a crashed host leaves in memory that it shares with others.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/run/faults/breakage.h"
#include "tests/module/hosts/hosts_bench.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

using protocol::AccessKind;
using ras::What;

TEST(HostCrash, PoisonsWhatItsSocketsOwnedOfASharedPool) {
  HostsBench bench("bench", machine("two_hosts_pool"));
  ras::Damage damage(bench.config().sockets(), bench.config().nodes(), bench.host_map().window());
  bench.dispatcher().keep_damage(&damage);
  run::Breakage breakage(bench.machine(), damage, bench.dispatcher().copies());
  const int other = bench.cores() - 1;
  const int extent = bench.config().extent_named("shared");
  const auto line = [&](int number) { return HostsBench::address(extent, number); };
  bench.run([&] {
    EXPECT_TRUE(bench.access(0, line(0), AccessKind::kStore));
    EXPECT_TRUE(bench.access(0, line(1), AccessKind::kLoad));  // owned: the only sharer
    EXPECT_TRUE(bench.access(0, line(2), AccessKind::kLoad));
    EXPECT_TRUE(bench.access(other, line(2), AccessKind::kLoad));
    EXPECT_TRUE(bench.access(other, line(3), AccessKind::kStore));
    bench.host_map().crash(0, kernel_time());
    breakage.crash(0, 7, kernel_time());
    EXPECT_FALSE(bench.access(other, line(0), AccessKind::kLoad));
    EXPECT_FALSE(bench.access(other, line(1), AccessKind::kLoad));
    EXPECT_TRUE(bench.access(other, line(2), AccessKind::kStore));
    EXPECT_TRUE(bench.access(other, line(3), AccessKind::kLoad));
    EXPECT_FALSE(bench.access(0, line(4), AccessKind::kLoad));
  });
  const auto count = [&](What what) {
    const auto& events = damage.events();
    return std::count_if(events.begin(), events.end(),
                         [&](const ras::Event& event) { return event.what == what; });
  };
  EXPECT_EQ(count(What::kLost), 1);
  EXPECT_EQ(count(What::kPoisoned), 2);
  EXPECT_EQ(count(What::kConsumed), 2);
  EXPECT_EQ(count(What::kRefused), 1);
  for (const ras::Event& event : damage.events()) EXPECT_EQ(event.fault, 7);
}

}  // namespace
}  // namespace starnuma::test
