// SPDX-License-Identifier: Apache-2.0
// Regions of a logical pool migrate while all servers read and write them: lines and maps.
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

constexpr int kServers = 4;
constexpr int kPagesOfRegion = 2;
constexpr base::Bytes kRange(1 << 20);

/// Returns servers with regions of another server, of all servers, and a non-coherent one on the
/// last. A page of each is used, and the maps have small regions.
assembly::MachineConfig mapped_servers(const std::vector<std::string>& more = {}) {
  assembly::MachineConfig config = machine("lmp_mapped", small_caches(more));
  const base::Bytes capacity = config.memory_at(base::NodeId{0}).capacity();
  config.logical_pool->region = base::Bytes(kPagesOfRegion * base::kPageBytes);
  config.logical_pool->incoming_capacity = kRange * 4;
  config.logical_pool->mover.lines_in_flight =
      4;  // so that many messages arrive while pages migrate
  config.regions.clear();
  const auto add = [&](int socket, int behind, Sharing sharing, std::vector<int> hosts) {
    const auto number = static_cast<std::int64_t>(config.regions.size());
    config.regions.push_back(
        {"r" + std::to_string(number),
         socket,
         capacity - config.logical_pool->incoming_capacity - kRange * (behind + 1),
         kRange,
         sharing,
         {false, std::move(hosts)}});
  };
  add(1, 1, Sharing::kExclusive, {0});
  add(1, 0, Sharing::kCoherent, {0, 1, 2, 3});
  add(2, 1, Sharing::kCoherent, {0, 1, 3});
  add(2, 0, Sharing::kExclusive, {3});
  add(3, 0, Sharing::kNonCoherent, {0, 3});
  base::Problems problems;
  config.check(problems);
  for (const base::Problem& problem : problems.list()) ADD_FAILURE() << problem.message;
  return config;
}

/// Returns the region of the coarse map with the page of a region of the machine: the first of
/// each.
std::uint32_t coarse_region(int page) {
  const auto each = static_cast<std::uint32_t>(kRange.value / base::kPageBytes / kPagesOfRegion);
  // Numbered server by server in ascending order, as they were added.
  return each * static_cast<std::uint32_t>(page);
}

double of_all(const HostsBench& bench, const std::string& path) {
  double sum = 0;
  const char* const names[kServers] = {"first", "second", "third", "fourth"};
  for (int s = 0; s < kServers; ++s) {
    sum += bench.stat(std::string("host_") + names[s] + ".socket" + std::to_string(s) + "." + path);
  }
  return sum;
}

TEST(MovingRegions, AreFoundWhereTheyAreWhileTheyMove) {
  HostsBench bench("bench", mapped_servers());
  base::Random random(7);
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
  };
  const auto regions = bench.config().shared_memory();
  std::int64_t answered = 0;
  bench.run([&] {
    os::RegionMover& mover = *bench.machine().region_mover();
    for (int n = 0; n < 60'000; ++n) {
      if (below(20) == 0) mover.move({{coarse_region(below(5)), below(kServers)}});
      if (below(40) == 0) {
        const std::uint32_t region = coarse_region(below(4));
        const int server = bench.machine().pooled()->maps().server_of(region);
        mover.move_within(server, {{region, static_cast<std::uint32_t>(below(kPagesOfRegion))}});
      }
      const int core = below(bench.cores());
      const int page = below(bench.extents());
      const auto kind = std::array{AccessKind::kLoad, AccessKind::kLoad, AccessKind::kStore,
                                   AccessKind::kAtomic, AccessKind::kFlush}[random.below(5)];
      const std::vector<int> hosts = regions[static_cast<std::size_t>(page)].hosts.of(kServers);
      const bool theirs = std::find(hosts.begin(), hosts.end(), bench.host_of(core)) != hosts.end();
      const std::uint64_t address = HostsBench::address(page, below(base::kLinesPerPage));
      ASSERT_EQ(bench.access(core, address, kind), theirs) << "operation " << n;
      answered += theirs;
    }
  });
  EXPECT_GT(answered, 30'000);
  EXPECT_GT(bench.stat("region_mover.regions"), 200);
  EXPECT_GT(bench.stat("region_mover.dropped"), 100);  // already there, or without coherence
  EXPECT_GT(bench.stat("region_mover.pages_within"), 100);
  EXPECT_EQ(bench.stat("region_mover.pages"), kPagesOfRegion * bench.stat("region_mover.regions") +
                                                  bench.stat("region_mover.pages_within"));
  EXPECT_EQ(bench.stat("region_mover.notified"), 2 * bench.stat("region_mover.regions"));
  EXPECT_GT(of_all(bench, "fine_map.forwarded"), 20);
  EXPECT_GT(of_all(bench, "fine_map.waits"), 5);
  EXPECT_EQ(of_all(bench, "fine_map.refused"), 0);  // no message is in flight for long
  // Both servers of a move and the two others.
  EXPECT_EQ(of_all(bench, "coarse_map.invalidations"), 4 * bench.stat("region_mover.regions"));
}

/// A region's lines are local after its migration, and requests of other servers use the new route.
TEST(MovingRegions, AreLocalToTheServerThatTheyHaveMovedTo) {
  HostsBench bench("bench", mapped_servers());
  constexpr int kOfFirst = 0;
  bench.run([&] {
    os::RegionMover& mover = *bench.machine().region_mover();
    ASSERT_TRUE(bench.access(0, HostsBench::address(kOfFirst, 0), AccessKind::kStore));
    mover.move({{coarse_region(kOfFirst), 0}});
    do sc_core::wait(sc_core::sc_time(1, sc_core::SC_US));
    while (!mover.idle());
    mover.take_uses();
    bench.machine().reset_statistics();
    for (int line = 0; line < base::kLinesPerPage; ++line) {
      ASSERT_TRUE(bench.access(0, HostsBench::address(kOfFirst, line), AccessKind::kLoad));
    }
    EXPECT_EQ(mover.take_uses()[coarse_region(kOfFirst)].uses[0], base::kLinesPerPage);
    EXPECT_EQ(mover.take_uses()[coarse_region(kOfFirst)].uses[0], 0U);
  });
  const std::string socket = "host_first.socket0.";
  EXPECT_EQ(bench.stat(socket + "caching_agent.misses.local"), base::kLinesPerPage);
  EXPECT_EQ(bench.stat(socket + "caching_agent.misses.two_hop"), 0);
  EXPECT_EQ(bench.stat(socket + "coarse_map.misses"), 1);  // the entry is new
  EXPECT_EQ(bench.stat(socket + "fine_map.misses"), 1);    // the page has arrived
  EXPECT_EQ(bench.stat("host_second.socket1.fine_map.lookups"), 0);
}

/// Returns the sum over all channels of a server's memory.
double of_memory(const HostsBench& bench, const std::string& socket, const std::string& name) {
  double sum = 0;
  const int channels = bench.config().memory_at(base::NodeId{0}).channels;
  for (int channel = 0; channel < channels; ++channel) {
    sum += bench.stat(socket + ".memory" + std::to_string(channel) + "." + name);
  }
  return sum;
}

/// No cache has a line of them, so all lines are read from the old server's memory and written to
/// the new one's.
TEST(MovingRegions, HaveEachLineReadWhereItWasAndWrittenWhereItIs) {
  HostsBench bench("bench", mapped_servers());
  constexpr int kOfFirst = 0;
  bench.run([&] {
    os::RegionMover& mover = *bench.machine().region_mover();
    bench.machine().reset_statistics();
    mover.move({{coarse_region(kOfFirst), 0}});
    do sc_core::wait(sc_core::sc_time(1, sc_core::SC_US));
    while (!mover.idle());
  });
  constexpr double kLines = kPagesOfRegion * base::kLinesPerPage;
  EXPECT_EQ(bench.stat("region_mover.lines"), kLines);
  EXPECT_EQ(of_memory(bench, "host_second.socket1", "reads"), kLines);
  EXPECT_EQ(of_memory(bench, "host_second.socket1", "writes"), 1);  // entry of its coarse map
  EXPECT_EQ(of_memory(bench, "host_first.socket0", "writes"), kLines + 1);
}

}  // namespace
}  // namespace starnuma::test
