// SPDX-License-Identifier: Apache-2.0
// Random accesses and flushes of the cores of several hosts: on exclusive, coherent and
// non-coherent extents of devices, on regions of servers, and on their own sockets.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"
#include "tests/module/hosts/hosts_bench.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

using paging::Sharing;
using protocol::AccessKind;

constexpr int kLines = 4;  ///< Number of used lines per page; small, so that cores conflict.

/// Returns four hosts with two devices, the first host with two chassis. Pairs of hosts share
/// coherent and non-coherent extents.
assembly::MachineConfig four_hosts() {
  assembly::MachineConfig config = machine("two_hosts_pool");
  constexpr std::int64_t kGiB = std::int64_t{1} << 30;
  config.socket.count = 10;
  config.topology.asics_per_chassis = 1;
  config.pool.count = 2;
  config.hosts.clear();
  config.extents.clear();
  config.hosts.push_back({"h0", {false, {0, 1, 2, 3}}});
  for (int h = 1; h < 4; ++h) {
    config.hosts.push_back({"h" + std::to_string(h), {false, {2 * h + 2, 2 * h + 3}}});
  }
  const auto add = [&](int device, Sharing sharing, std::vector<int> hosts) {
    const auto number = static_cast<std::int64_t>(config.extents.size());
    config.extents.push_back({"e" + std::to_string(number),
                              device,
                              base::Bytes(number * 4 * kGiB),
                              base::Bytes(4 * kGiB),
                              sharing,
                              {false, std::move(hosts)}});
  };
  for (int h = 0; h < 4; ++h) add(h % 2, Sharing::kExclusive, {h});
  add(0, Sharing::kCoherent, {0, 1, 2, 3});
  add(1, Sharing::kCoherent, {1, 3});
  add(0, Sharing::kNonCoherent, {0, 1, 2, 3});
  add(1, Sharing::kNonCoherent, {2, 3});
  base::Problems problems;
  config.check(problems);
  for (const base::Problem& problem : problems.list()) ADD_FAILURE() << problem.message;
  return config;
}

/// Returns four servers with regions that one, two or all of them share, with and without
/// coherence.
assembly::MachineConfig four_servers() {
  assembly::MachineConfig config = machine("lmp_logical");
  config.regions.clear();
  const auto add = [&](int socket, Sharing sharing, std::vector<int> hosts) {
    const auto number = static_cast<std::int64_t>(config.regions.size());
    constexpr std::int64_t kMiB = std::int64_t{1} << 20;
    config.regions.push_back({"r" + std::to_string(number),
                              socket,
                              base::Bytes(3 * kMiB + number % 3 * 32 * kMiB),
                              base::Bytes(32 * kMiB),
                              sharing,
                              {false, std::move(hosts)}});
  };
  add(1, Sharing::kExclusive, {0});
  add(1, Sharing::kCoherent, {0, 1, 2, 3});
  add(1, Sharing::kNonCoherent, {0, 1, 2, 3});
  add(3, Sharing::kNonCoherent, {0, 2});
  add(3, Sharing::kExclusive, {2});
  add(3, Sharing::kCoherent, {1, 3});
  base::Problems problems;
  config.check(problems);
  for (const base::Problem& problem : problems.list()) ADD_FAILURE() << problem.message;
  return config;
}

struct Done {
  std::int64_t answered = 0;
  std::int64_t refused = 0;
  std::int64_t stale = 0;
};

/// Checks the value and the source of every access.
Done random_accesses(HostsBench& bench, int operations, std::uint64_t seed) {
  base::Random random(seed);
  const auto extents = bench.config().shared_memory();
  std::map<std::uint64_t, Expected> lines;
  Done done;
  bench.run([&] {
    for (int n = 0; n < operations; ++n) {
      const auto below = [&](int bound) {
        return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
      };
      const int core = below(bench.cores());
      const int host = bench.host_of(core);
      const int page = below(bench.extents() + bench.config().host_count());
      const std::uint64_t address = HostsBench::address(page, below(kLines));
      const auto kind = std::array{AccessKind::kLoad, AccessKind::kLoad, AccessKind::kStore,
                                   AccessKind::kAtomic, AccessKind::kFlush}[random.below(5)];
      const bool pooled = page < bench.extents();
      const std::vector<int> hosts =
          pooled ? extents[static_cast<std::size_t>(page)].hosts.of(bench.config().host_count())
                 : std::vector{page - bench.extents()};
      const bool theirs = std::find(hosts.begin(), hosts.end(), host) != hosts.end();
      const std::int64_t stale_before = bench.stale();
      ASSERT_EQ(bench.access(core, address, kind), theirs) << "operation " << n;
      ++(theirs ? done.answered : done.refused);
      const bool plain = pooled && theirs &&
                         extents[static_cast<std::size_t>(page)].sharing == Sharing::kNonCoherent;
      bool stale = false;
      if (plain) {
        auto& line = lines.try_emplace(address, bench.hosts_of_sockets()).first->second;
        const int socket = core / bench.config().cores_per_socket();
        if (kind == AccessKind::kFlush) {
          line.flush(socket);
        } else {
          stale = line.access(socket, kind != AccessKind::kLoad);
        }
      }
      ASSERT_EQ(bench.stale() - stale_before, stale ? 1 : 0)
          << "operation " << n << ", core " << core << ", page " << page;
      done.stale += stale ? 1 : 0;
    }
  });
  return done;
}

TEST(Hosts, AnswerWhatIsTheirsAndFindStaleLinesExactlyWhereNoFlushWasMade) {
  HostsBench bench("bench", machine("two_hosts_pool"));
  const Done done = random_accesses(bench, 60'000, 1);
  EXPECT_GT(done.answered, 30'000);
  EXPECT_GT(done.refused, 10'000);
  EXPECT_GT(done.stale, 1'000);
  double refused = 0;
  for (const std::string socket :
       {"host_left.socket0", "host_left.socket1", "host_right.socket2", "host_right.socket3"}) {
    refused += bench.stat(socket + ".caching_agent.refused_accesses");
  }
  EXPECT_EQ(refused, static_cast<double>(done.refused));
  EXPECT_EQ(bench.stat("extents.plain.stale_reads") + bench.stat("extents.plain.stale_writes"),
            static_cast<double>(done.stale));
}

TEST(Hosts, FourOfThemWithTwoDevicesDoSoToo) {
  HostsBench bench("bench", four_hosts());
  const Done done = random_accesses(bench, 60'000, 2);
  EXPECT_GT(done.answered, 20'000);
  EXPECT_GT(done.refused, 20'000);
  EXPECT_GT(done.stale, 1'000);
}

/// Returns two hosts of one socket. The first one keeps its own extent coherent itself.
assembly::MachineConfig host_managed() {
  return machine("two_hosts_pool", small_caches({"socket.count=2", "topology.sockets_per_chassis=1",
                                                 "hosts.0.sockets=[0]", "hosts.1.sockets=[1]",
                                                 "extents.0.coherence=host"}));
}

TEST(Hosts, MayKeepAnExtentCoherentThemselvesNextToOtherExtents) {
  HostsBench bench("bench", host_managed());
  const Done done = random_accesses(bench, 60'000, 5);
  EXPECT_GT(done.answered, 20'000);
  EXPECT_GT(done.refused, 10'000);
  EXPECT_GT(done.stale, 1'000);
}

/// Loads, stores and flushes lines of a host's own extent.
void use_extent(HostsBench& bench, int extent, int core) {
  bench.run([&] {
    for (int line = 0; line < 40; ++line) {
      const std::uint64_t address = HostsBench::address(extent, line);
      EXPECT_TRUE(bench.access(core, address, AccessKind::kLoad));
      EXPECT_TRUE(bench.access(core, address, AccessKind::kFlush));
      EXPECT_TRUE(bench.access(core, address, AccessKind::kStore));
      if (line % 2 != 0) continue;
      EXPECT_TRUE(bench.access(core, address, AccessKind::kFlush));
    }
  });
}

TEST(Hosts, LeaveNoTraceOfAHostManagedExtentInTheDirectory) {
  HostsBench bench("bench", host_managed());
  use_extent(bench, 0, 0);
  EXPECT_EQ(bench.stat("pool.device.requests"), 80);
  EXPECT_EQ(bench.stat("pool.device.write_backs"), 20);
  EXPECT_EQ(bench.stat("pool.device.clean_evictions"), 0);
  EXPECT_EQ(bench.stat("pool.device.snoop_filter.max_occupancy"), 0);
  EXPECT_EQ(bench.stat("pool.device.back_invalidations"), 0);
}

TEST(Hosts, TellTheDeviceOfCleanLinesThatItManages) {
  HostsBench bench("bench", host_managed());
  use_extent(bench, 1, bench.cores() - 1);
  EXPECT_EQ(bench.stat("pool.device.clean_evictions"), 40);
  EXPECT_GT(bench.stat("pool.device.snoop_filter.max_occupancy"), 0);
}

TEST(Hosts, DropCleanLinesSilentlyIfTheyAreSetTo) {
  assembly::MachineConfig config = host_managed();
  config.socket.each.shared_cache.clean_evictions = cache::CleanEvictionsAre::kSilent;
  HostsBench bench("bench", std::move(config));
  use_extent(bench, 1, bench.cores() - 1);
  EXPECT_EQ(bench.stat("pool.device.clean_evictions"), 0);
  EXPECT_EQ(bench.stat("pool.device.requests"), 80);
}

TEST(Servers, AnswerForRegionsOfTheirMemoryAndKeepTheRest) {
  HostsBench bench("bench", four_servers());
  const Done done = random_accesses(bench, 60'000, 4);
  EXPECT_GT(done.answered, 20'000);
  EXPECT_GT(done.refused, 20'000);
  EXPECT_GT(done.stale, 1'000);
}

TEST(Servers, HaveTheSameLineBehindTheAddressesOfAllHosts) {
  HostsBench bench("bench", four_servers());
  const int plain = bench.config().extent_named("r2");
  const std::uint64_t address = HostsBench::address(plain, 0);
  bench.run([&] {
    EXPECT_TRUE(bench.access(0, address, AccessKind::kStore));
    EXPECT_TRUE(bench.access(0, address, AccessKind::kFlush));
    EXPECT_TRUE(bench.access(bench.cores() - 1, address, AccessKind::kLoad));
    EXPECT_EQ(bench.stale(), 0);
    EXPECT_TRUE(bench.access(bench.cores() - 1, address, AccessKind::kStore));
    EXPECT_TRUE(bench.access(0, address, AccessKind::kLoad));
    EXPECT_EQ(bench.stale(), 1);
  });
  EXPECT_EQ(bench.stat("host_second.socket1.home.forwards"), 0);
}

/// Caches of a few lines evict lines without a flush.
TEST(Hosts, NeverReadAStaleLineWhereTheyFlush) {
  HostsBench bench("bench", machine("two_hosts_pool", small_caches({})));
  base::Random random(3);
  const int plain = bench.config().extent_named("plain");
  bench.run([&] {
    for (int n = 0; n < 30'000; ++n) {
      const int core = static_cast<int>(random.below(static_cast<std::uint64_t>(bench.cores())));
      const int line = static_cast<int>(random.below(base::kLinesPerPage));
      const std::uint64_t address = HostsBench::address(plain, line);
      const bool write = random.below(3) == 0;
      bench.access(core, address, AccessKind::kFlush);
      bench.access(core, address, write ? AccessKind::kStore : AccessKind::kLoad);
      if (write) bench.access(core, address, AccessKind::kFlush);
      // Accesses other lines to cause evictions.
      bench.access(core, HostsBench::address(bench.config().extent_named("shared"), line),
                   AccessKind::kStore);
    }
  });
  EXPECT_EQ(bench.stale(), 0);
}

TEST(Hosts, ShareACoherentLineBySnoopsAndAPlainOneByNone) {
  HostsBench bench("bench", machine("two_hosts_pool"));
  const int right = bench.cores() - 1;
  const std::uint64_t shared = HostsBench::address(bench.config().extent_named("shared"), 0);
  const std::uint64_t plain = HostsBench::address(bench.config().extent_named("plain"), 0);
  bench.run([&] {
    for (const std::uint64_t address : {plain, shared}) {
      bench.access(0, address, AccessKind::kStore);
      bench.access(right, address, AccessKind::kLoad);
    }
  });
  EXPECT_EQ(bench.stat("host_left.socket0.caching_agent.back_invalidations"), 1);
  EXPECT_EQ(bench.stale(), 1);
}

TEST(Hosts, LoseAnExtentAtTheNextAccessThatLeavesTheSocket) {
  HostsBench bench("bench", machine("two_hosts_pool"));
  const int page = bench.config().extent_named("left_own");
  bench.run([&] {
    EXPECT_TRUE(bench.access(0, HostsBench::address(page, 0), AccessKind::kStore));
    EXPECT_TRUE(bench.access(0, HostsBench::address(page, 0), AccessKind::kFlush));
    const paging::Extent extent = bench.host_map().extents()[static_cast<std::size_t>(page)];
    EXPECT_TRUE(bench.host_map().release(extent.node, extent.first));
    EXPECT_FALSE(bench.host_map().release(extent.node, extent.first));
    EXPECT_FALSE(bench.access(0, HostsBench::address(page, 0), AccessKind::kLoad));
  });
}

}  // namespace
}  // namespace starnuma::test
