// SPDX-License-Identifier: Apache-2.0
// One of four servers crashes; tests the other servers' accesses to its memory.
#include <gtest/gtest.h>

#include <set>

#include "models/base/random.h"
#include "tests/module/hosts/hosts_bench.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

using protocol::AccessKind;

constexpr int kCrashed = 1;        ///< Host number, and the number of its socket.
constexpr int kPageOfCrashed = 0;  ///< Page of the first host, which has regions of all others.

/// Crashes the server from the next access on.
void crash(HostsBench& bench) { bench.host_map().crash(kCrashed, kernel_time()); }

TEST(Crash, EndsWithItsTimeWhatAServerAnswers) {
  HostsBench bench("bench", machine("lmp_logical"));
  const auto line = [](int number) { return HostsBench::address(kPageOfCrashed, number); };
  bench.run([&] {
    EXPECT_TRUE(bench.access(0, line(0), AccessKind::kStore));
    bench.host_map().crash(kCrashed, kernel_time() + base::Time(1'500'000));
    EXPECT_TRUE(bench.access(0, line(1), AccessKind::kLoad));   // a microsecond later
    EXPECT_FALSE(bench.access(0, line(2), AccessKind::kLoad));  // two lines
    EXPECT_FALSE(bench.access(0, line(2), AccessKind::kStore));
    EXPECT_FALSE(bench.access(0, line(0), AccessKind::kFlush));
    EXPECT_TRUE(bench.access(0, line(1), AccessKind::kStore));  // its own cache has it
    for (int page = 1; page < 3; ++page) {
      EXPECT_TRUE(bench.access(0, HostsBench::address(page, 0), AccessKind::kStore));
    }
  });
  EXPECT_EQ(bench.stat("host_first.socket0.caching_agent.refused_accesses"), 3);
  EXPECT_EQ(bench.stat("host_first.socket0.caching_agent.lost_lines"), 0);
}

TEST(Crash, LosesTheLinesThatAServersMemoryShouldHaveTakenBack) {
  HostsBench bench("bench", machine("lmp_logical", small_caches({})));
  base::Random random(1);
  std::set<std::uint64_t> refused;
  bench.run([&] {
    const auto any = [&](int page) {
      return HostsBench::address(page, static_cast<int>(random.below(base::kLinesPerPage)));
    };
    for (int n = 0; n < 2'000; ++n) {
      bench.access(0, any(static_cast<int>(random.below(3))), AccessKind::kStore);
    }
    crash(bench);
    const int others = bench.cores() - 2;
    for (int n = 0; n < 4'000; ++n) {
      const auto kind = random.below(2) == 0 ? AccessKind::kLoad : AccessKind::kStore;
      EXPECT_TRUE(bench.access(0, any(1 + static_cast<int>(random.below(2))), kind));
      EXPECT_TRUE(bench.access(others, any(3 + bench.host_of(others)), kind));
    }
    for (std::uint64_t number = 0; number < base::kLinesPerPage; ++number) {
      const auto address = HostsBench::address(kPageOfCrashed, static_cast<int>(number));
      if (!bench.access(0, address, AccessKind::kLoad)) refused.insert(address);
    }
  });
  // All lines have been evicted from the caches.
  EXPECT_EQ(refused.size(), base::kLinesPerPage);
  const double lost = bench.stat("host_first.socket0.caching_agent.lost_lines");
  EXPECT_GT(lost, 5);
  EXPECT_LT(lost, 64);
}

}  // namespace
}  // namespace starnuma::test
