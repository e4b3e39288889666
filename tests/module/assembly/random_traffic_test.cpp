// SPDX-License-Identifier: Apache-2.0
// Random loads, stores and atomics of all cores on few lines, truly and falsely shared. Caches and
// snoop filter are so small that evictions are permanent.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"
#include "tests/support/kinds.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test::random_traffic_test {
namespace {

using accounting::AccessClass;
using accounting::LatencyKind;

constexpr std::uint64_t kWordsPerPage = base::kPageBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kCounters = 24;  ///< three lines that all threads add to

std::vector<std::string> tiny(const std::string& quantum, const std::vector<std::string>& more) {
  std::vector<std::string> sets{
      "socket.private_caches.mshrs=4", "socket.shared_cache.llc_size_per_core=1 KiB",
      "socket.shared_cache.private_tag_ways=4", "pool.device.snoop_filter_ways=2",
      "pool.device.snoop_filter_size=0.1 x caches"};
  sets.insert(sets.end(), more.begin(), more.end());
  sets.push_back("simulation.quantum=" + quantum);
  return small_caches(sets);
}

/// Counters at a socket and in the pool, private words that share lines, and read-only pages.
class RandomTraffic {
 public:
  RandomTraffic(std::uint64_t seed, int steps, const std::string& quantum,
                const std::vector<std::string>& more = {}, base::NodeId home = base::NodeId{4},
                base::NodeId pool = base::NodeId{16})
      : bench(machine("starnuma16", tiny(quantum, more))), seed_(seed), steps_(steps) {
    testing::Test::RecordProperty("seed", std::to_string(seed));
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    using base::Touch;
    counters_ = {bench.allocate(kCounters, Touch::on_node(home)),
                 bench.allocate(kCounters, Touch::on_node(pool))};
    const auto threads = static_cast<std::uint64_t>(bench.sockets() * bench.cores());
    own_ = {bench.allocate(threads, Touch::on_node(base::NodeId{7})),
            bench.allocate(threads, Touch::on_node(bench.pool()))};
    pages_ = {bench.allocate(8 * kWordsPerPage, Touch::dealt()),
              bench.allocate(4 * kWordsPerPage, Touch::on_node(bench.pool()))};
    added_.assign(2 * kCounters, 0);
    written_.assign(2 * threads, 0);
  }

  void run() {
    bench.run([this](core::Thread& thread) {
      base::Random random(seed_ * 1000 + static_cast<std::uint64_t>(thread.index()));
      for (int i = 0; i < steps_; ++i) step(thread, random);
    });
  }

  void expect_values() const {
    for (std::size_t where = 0; where < 2; ++where) {
      for (std::uint64_t i = 0; i < kCounters; ++i) {
        EXPECT_EQ(counters_[where].data[i], added_[where * kCounters + i]) << "counter " << i;
      }
      for (std::uint64_t t = 0; t < own_[where].size; ++t) {
        EXPECT_EQ(own_[where].data[t], written_[where * own_[where].size + t]) << "thread " << t;
      }
    }
  }
  std::vector<std::uint64_t> values() const {
    std::vector<std::uint64_t> all;
    for (const auto* arrays : {&counters_, &own_}) {
      for (const auto& words : *arrays) all.insert(all.end(), words.begin(), words.end());
    }
    return all;
  }

  MachineBench bench;

 private:
  void step(core::Thread& thread, base::Random& random) {
    const std::size_t where = random.below(2);
    const auto self = static_cast<std::uint64_t>(thread.index());
    switch (random.below(4)) {
      case 0: {
        const std::uint64_t i = random.below(kCounters);
        const std::uint64_t n = 1 + random.below(9);
        thread.fetch_add(counters_[where], i, n);
        added_[where * kCounters + i] += n;
        break;
      }
      case 1: {
        const std::uint64_t value = random.next();
        thread.store(own_[where], self, value);
        written_[where * own_[where].size + self] = value;
        break;
      }
      case 2:
        thread.load(own_[where], random.below(own_[where].size));
        break;
      default:
        thread.load(pages_[where], random.below(pages_[where].size));
        thread.work(static_cast<int>(random.below(20)));
    }
  }

  std::uint64_t seed_;
  int steps_;
  std::vector<base::SimArray<std::uint64_t>> counters_;
  std::vector<base::SimArray<std::uint64_t>> own_;
  std::vector<base::SimArray<std::uint64_t>> pages_;
  std::vector<std::uint64_t> added_;
  std::vector<std::uint64_t> written_;
};

base::Time part(const accounting::Ledger& ledger, LatencyKind kind) {
  return base::Time(ledger.ps[static_cast<std::size_t>(kind)]);
}

/// Expects sound ledgers. No part is negative (which would wrap). Without queues and walk a miss
/// costs at least the same access on an idle machine, whose lines come from a closed bank and not
/// from a write buffer.
void expect_sound_ledgers(const MachineBench& bench) {
  const analysis::Unloaded unloaded(bench.config());
  const base::Time closed_bank = bench.config().socket.each.memory.channel.unloaded_read();
  constexpr std::int64_t kMillisecond = 1'000'000'000;
  for (const SeenMiss& miss : bench.misses) {
    std::int64_t sum = 0;
    for (std::uint32_t ps : miss.ledger.ps) {
      ASSERT_LT(ps, kMillisecond);
      sum += ps;
    }
    ASSERT_EQ(sum, miss.ledger.total().ps());
    const base::Time array = part(miss.ledger, LatencyKind::kDramArray);
    const base::Time fixed = miss.ledger.unloaded() - part(miss.ledger, LatencyKind::kWalk) +
                             (array > base::Time(0) ? closed_bank - array : base::Time(0));
    const bool transfer = miss.access_class == test::kBlockTransferSocket;
    const auto requester = static_cast<base::SocketId>(miss.requester);
    const auto home = static_cast<base::NodeId>(miss.home);
    base::Time least = unloaded.access(requester, home);
    for (int owner = 0; transfer && owner < bench.sockets(); ++owner) {
      least = std::min(least, unloaded.block_transfer(requester, static_cast<base::SocketId>(owner),
                                                      home, true));
    }
    ASSERT_GE(fixed.ps(), least.ps()) << miss.requester << " to " << miss.home << " class "
                                      << accounting::AccessClasses().row(miss.access_class).name;
  }
}

void expect_everything_happened(const MachineBench& bench) {
  for (AccessClass c : {test::kLocal, test::kOneHop, test::kTwoHop, test::kPool,
                        test::kBlockTransferSocket, test::kBlockTransferPool}) {
    EXPECT_GT(std::count_if(bench.misses.begin(), bench.misses.end(),
                            [&](const SeenMiss& miss) { return miss.access_class == c; }),
              100)
        << accounting::AccessClasses().row(c).name;
  }
  EXPECT_GT(bench.stat("pool.device.snoop_filter.evictions"), 100);
  EXPECT_GT(bench.all_sockets("caching_agent.upgrades"), 100);
  EXPECT_GT(bench.all_sockets("caching_agent.walk_misses"), 100);
  EXPECT_GT(bench.all_sockets("home.invalidations"), 100);
  EXPECT_GT(bench.all_sockets("home.forwards"), 100);
}

void expect_sound(std::uint64_t seed, const std::string& quantum) {
  RandomTraffic traffic(seed, 3000, quantum);
  traffic.run();
  traffic.expect_values();
  expect_sound_ledgers(traffic.bench);
  expect_everything_happened(traffic.bench);
}

TEST(RandomTraffic, KeepsValuesAndLedgersRight) { expect_sound(1, "200 ns"); }
TEST(RandomTraffic, KeepsValuesAndLedgersRightWithASmallQuantum) { expect_sound(2, "1 ns"); }
TEST(RandomTraffic, KeepsValuesAndLedgersRightWithALargeQuantum) { expect_sound(3, "5 us"); }
TEST(RandomTraffic, KeepsValuesAndLedgersRightOnAnotherSeed) { expect_sound(4, "200 ns"); }

TEST(RandomTraffic, KeepsValuesAndLedgersRightOnAMemoryNodeAndASecondSwitchedPool) {
  const std::vector<std::string> more{"pool.count=2",
                                      "pool.links_per_socket=2",
                                      "pool.overrides.1.switch.part=cxl_switch",
                                      "pool.overrides.1.switch.device_links=3",
                                      "topology.upi=ring",
                                      "memory_node.count=1",
                                      "memory_node.first_socket=2",
                                      "memory_node.linked_sockets=4",
                                      "memory_node.link.part=upi",
                                      "memory_node.home.part=socket_home",
                                      "memory_node.memory.part=socket_memory"};
  RandomTraffic traffic(5, 2000, "200 ns", more, base::NodeId{18}, base::NodeId{17});
  traffic.run();
  traffic.expect_values();
  expect_sound_ledgers(traffic.bench);
  EXPECT_GT(traffic.bench.stat("pool0.device.snoop_filter.evictions"), 100);
  EXPECT_GT(traffic.bench.stat("pool1.device.back_invalidations"), 100);
  EXPECT_GT(traffic.bench.stat("memory_node0.home.forwards"), 100);
}

TEST(RandomTraffic, KeepsValuesAndLedgersRightWhereEightSocketsLeadTheOthersToThePool) {
  const std::vector<std::string> more{"pool.attached=[0, 2, 4, 6, 8, 10, 12, 14]"};
  RandomTraffic traffic(6, 3000, "200 ns", more);
  traffic.run();
  traffic.expect_values();
  expect_sound_ledgers(traffic.bench);
  expect_everything_happened(traffic.bench);
  EXPECT_GT(traffic.bench.stat("pool.head7.received"), 1000);
}

TEST(RandomTraffic, KeepsValuesAndLedgersRightWhereASwitchLeadsASingleSocketOfAChassisToThePool) {
  const std::vector<std::string> more{"pool.attached=[3, 4, 9, 14]", "pool.switch.part=cxl_switch",
                                      "pool.switch.ports=4", "pool.switch.device_links=2",
                                      "topology.upi=ring"};
  RandomTraffic traffic(7, 2000, "200 ns", more);
  traffic.run();
  traffic.expect_values();
  expect_sound_ledgers(traffic.bench);
  EXPECT_GT(traffic.bench.stat("pool.device.back_invalidations"), 100);
}

class SplitPages : public testing::TestWithParam<std::pair<int, const char*>> {};

TEST_P(SplitPages, KeepValuesAndLedgersRight) {
  const auto& [devices, block] = GetParam();
  const std::vector<std::string> more{"pool.count=" + std::to_string(devices),
                                      std::string("pool.hdm_interleave=") + block,
                                      "pool.device.snoop_filter_size=16 entries"};
  RandomTraffic traffic(8, 2000, "200 ns", more);
  traffic.run();
  traffic.expect_values();
  expect_sound_ledgers(traffic.bench);
  for (int d = 0; d < devices; ++d) {
    const std::string device = "pool" + std::to_string(d) + ".device.";
    EXPECT_GT(traffic.bench.stat(device + "snoop_filter.evictions"), 100) << d;
    EXPECT_GT(traffic.bench.stat(device + "requests"), 100) << d;
    EXPECT_GT(traffic.bench.stat("pool" + std::to_string(d) + ".memory1.reads"), 100) << d;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomTraffic, SplitPages,
                         testing::Values(std::pair(2, "256 B"), std::pair(3, "512 B"),
                                         std::pair(4, "2 KiB")));

}  // namespace
}  // namespace starnuma::test::random_traffic_test
