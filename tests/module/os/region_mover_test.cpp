// SPDX-License-Identifier: Apache-2.0
// Moves of regions of a logical pool: copy, entries of the maps and notifications in closed form.
#include "models/os/region_mover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/module/os/os_bench.h"

namespace starnuma::test::region_mover_test {
namespace {

constexpr int kServers = 4;
constexpr std::uint64_t kWindow = 1024;  // lines
/// A page is available when its last line is written: each line is written as soon as it is read.
constexpr Time kRead = kZeroPage;
constexpr Time kPage = kRead + kAccess;

Time leg(int from, int to) { return 10_ns * (from + 1) + 3_ns * to; }
Time entry(int server) { return 20_ns * (kServers - server); }

/// Region 0 has two pages on server 1, which has four frames.
struct RegionBench {
  RegionBench()
      : pool({{{4, 4}, {4, 4}, {4, 4}, {4, 4}}, 2, 1, 1, kWindow}, {{1, 4, 2, true}}),
        mover("mover",
              {kLanes, leg,
               [this](int server, std::uint32_t, Time time) {
                 entries[server] = time;
                 return time + entry(server);
               }},
              pool) {
    for (int s = 0; s < kServers; ++s) {
      memories.push_back(std::make_unique<MemoryOfOs>(("memory" + std::to_string(s)).c_str()));
      mover.mem_side[static_cast<std::size_t>(s)].bind(memories.back()->cpu_side);
    }
  }
  std::map<std::string, double> statistics() const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    mover.report(writer);
    std::map<std::string, double> values;
    for (const accounting::Stat& stat : all) values[stat.path] = stat.value;
    return values;
  }

  std::map<int, Time> entries;  ///< Time at which each server's entry was written last.
  paging::PooledMemory pool;
  os::RegionMover mover;
  std::vector<std::unique_ptr<MemoryOfOs>> memories;
};

TEST(RegionMover, ARegionIsCopiedThenItsServersAreNotified) {
  RegionBench bench;
  bench.mover.move({{0, 2}});
  sc_core::sc_start();
  const Time copied = kRead + kPage;  // the second page begins when the first has been read
  const Time notified = copied + std::max(entry(2), leg(2, 1) + entry(1));
  Time acknowledged = notified;
  for (const int other : {0, 3}) {
    EXPECT_EQ(bench.entries[other], notified + leg(2, other));
    acknowledged = std::max(acknowledged, notified + leg(2, other) + entry(other) + leg(other, 2));
  }
  EXPECT_EQ(bench.entries[1], copied + leg(2, 1));
  EXPECT_EQ(bench.entries[2], copied);
  EXPECT_EQ(kernel::now(), acknowledged);
  EXPECT_TRUE(bench.mover.idle());
  EXPECT_EQ(bench.pool.maps().server_of(0), 2);
  EXPECT_FALSE(bench.pool.maps().moving(0));
  auto stats = bench.statistics();
  EXPECT_DOUBLE_EQ(stats["notify_time"], (acknowledged - copied).ns());
  EXPECT_DOUBLE_EQ(stats["busy_time"], acknowledged.ns());
  EXPECT_DOUBLE_EQ(stats["unavailable_time"], (kPage * 2).ns());
  EXPECT_EQ(stats["regions"], 1);
  EXPECT_EQ(stats["pages"], 2);
  EXPECT_EQ(stats["lines"], 128);
  EXPECT_EQ(stats["notified"], 2);
  EXPECT_EQ(stats["dropped"], 0);
  EXPECT_EQ(bench.pool.settled_at({0, 0}), kPage);
  EXPECT_EQ(bench.pool.settled_at({0, 1}), copied);
}

TEST(RegionMover, PagesMoveWithinAServerIntoExactlyEnoughFrames) {
  RegionBench bench;
  ASSERT_EQ(bench.pool.maps().room_of(1), 2U);
  EXPECT_FALSE(bench.mover.move_within(1, {{0, 0}, {0, 1}, {0, 0}}));
  EXPECT_TRUE(bench.mover.move_within(1, {{0, 0}, {0, 1}}));
  sc_core::sc_start();
  auto stats = bench.statistics();
  EXPECT_EQ(stats["pages_within"], 2);
  EXPECT_EQ(stats["lines"], 128);
  EXPECT_DOUBLE_EQ(stats["busy_time"], (kPage * 2).ns());
  EXPECT_EQ(bench.pool.maps().room_of(1), 2U);
}

TEST(RegionMover, AMoveToTheRegionsOwnServerIsDropped) {
  RegionBench bench;
  bench.mover.move({{0, 1}});
  sc_core::sc_start();
  EXPECT_EQ(bench.statistics()["dropped"], 1);
  EXPECT_EQ(bench.statistics()["pages"], 0);
}

}  // namespace
}  // namespace starnuma::test::region_mover_test
