// SPDX-License-Identifier: Apache-2.0
// Unloaded latencies through the whole machine: one dependent load at a time on an idle machine.
#include <gtest/gtest.h>

#include "tests/support/machine_bench.h"

namespace starnuma::test::unloaded_test {
namespace {

using namespace base::literals;

constexpr std::uint64_t kWordsPerPage = base::kPageBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
constexpr int kChased = 3;  ///< loads per (socket, home) pair

/// The first core of each socket in turn chases lines of its own page at every home.
class AllPairs {
 public:
  explicit AllPairs(const assembly::MachineConfig& config)
      : bench_(without_refresh(config)), unloaded_(config) {
    for (int s = 0; s < bench_.sockets(); ++s) {
      for (int h = 0; h < config.nodes(); ++h) {
        pages_.push_back(
            bench_.allocate(kWordsPerPage, base::Touch::on_node(static_cast<base::NodeId>(h))));
      }
    }
  }

  void run() {
    bench_.run([this](core::Thread& thread) {
      if (thread.index() % bench_.cores() != 0) return;
      const int socket = thread.index() / bench_.cores();
      idle_until(thread, 200'000_ns * socket);
      core::Ready ready;
      for (int h = 0; h < bench_.config().nodes(); ++h) {
        // The last line of the page loads the translation.
        ready = thread.load(page(socket, h), kWordsPerPage - 1, ready).ready;
        for (int i = 0; i < kChased; ++i) {
          ready = thread.load(page(socket, h), i * kWordsPerLine, ready).ready;
        }
      }
    });
  }

  void expect_unloaded() const {
    for (int s = 0; s < bench_.sockets(); ++s) {
      for (int h = 0; h < bench_.config().nodes(); ++h) {
        const auto expected =
            unloaded_.access(static_cast<base::SocketId>(s), static_cast<base::NodeId>(h));
        for (int i = 0; i < kChased; ++i) {
          const auto misses = bench_.misses_on(page(s, h), i * kWordsPerLine);
          ASSERT_EQ(misses.size(), 1u);
          EXPECT_EQ(misses[0].ledger.total().ps(), expected.ps()) << s << " to " << h;
          EXPECT_EQ(misses[0].ledger.queue().ps(), 0) << s << " to " << h;
        }
      }
    }
  }

  /// Returns the measured latency between a socket and a home.
  double ns(int socket, int home) const {
    return bench_.misses_on(page(socket, home), 0).at(0).ledger.total().ns();
  }
  double pool_ns(int socket) const { return ns(socket, bench_.sockets()); }

 private:
  const base::SimArray<std::uint64_t>& page(int socket, int home) const {
    return pages_[static_cast<std::size_t>(socket * bench_.config().nodes() + home)];
  }

  MachineBench bench_;
  analysis::Unloaded unloaded_;
  std::vector<base::SimArray<std::uint64_t>> pages_;
};

void expect_published(const AllPairs& pairs) {
  EXPECT_EQ(pairs.ns(0, 0), 80);
  EXPECT_EQ(pairs.ns(0, 1), 130);
  EXPECT_EQ(pairs.ns(0, 5), 360);
  EXPECT_EQ(pairs.ns(9, 9), 80);
  EXPECT_EQ(pairs.ns(9, 11), 130);
  EXPECT_EQ(pairs.ns(9, 2), 360);
}

// Cache sizes do not affect a miss; small caches make the test fast.
const std::vector<std::string> kSmallCaches{"scaling.sizes=with_workload"};

TEST(UnloadedLatency, OfTheScaledMachineIsExactBetweenAllSocketsAndThePool) {
  AllPairs pairs(machine("starnuma16"));
  pairs.run();
  pairs.expect_unloaded();
  expect_published(pairs);
  EXPECT_EQ(pairs.pool_ns(0), 180);
  EXPECT_EQ(pairs.pool_ns(15), 180);
}

TEST(UnloadedLatency, OfTheFullMachineIsExactBetweenAllSocketsAndThePool) {
  AllPairs pairs(machine("starnuma16_full", kSmallCaches));
  pairs.run();
  pairs.expect_unloaded();
  expect_published(pairs);
  EXPECT_EQ(pairs.pool_ns(0), 180);
  EXPECT_EQ(pairs.pool_ns(15), 180);
}

TEST(UnloadedLatency, OfTheScaledBaselineIsExactBetweenAllSockets) {
  AllPairs pairs(machine("baseline16"));
  pairs.run();
  pairs.expect_unloaded();
  expect_published(pairs);
}

TEST(UnloadedLatency, OfTheFullBaselineIsExactBetweenAllSockets) {
  AllPairs pairs(machine("baseline16_full", kSmallCaches));
  pairs.run();
  pairs.expect_unloaded();
  expect_published(pairs);
}

TEST(UnloadedLatency, OfTheHpcHostAndItsPoolIsAsPublished) {
  AllPairs pairs(machine("hpc_intel"));
  pairs.run();
  pairs.expect_unloaded();
  EXPECT_EQ(pairs.ns(0, 0), 113);
  EXPECT_EQ(pairs.pool_ns(0), 205);
}

TEST(UnloadedLatency, FollowsAChangeOfOnePart) {
  AllPairs pairs(machine("starnuma16", {"numalink.latency=40 ns", "pool.retimers=0"}));
  pairs.run();
  pairs.expect_unloaded();
  EXPECT_EQ(pairs.ns(0, 1), 130);
  EXPECT_EQ(pairs.ns(0, 5), 360 - 2 * 10);
  EXPECT_EQ(pairs.pool_ns(3), 180 - 2 * 10);
}

TEST(UnloadedLatency, OfAPageOnTwoDevicesIsThatOfEachLinesDevice) {
  const assembly::MachineConfig config =
      machine("starnuma16", {"socket.cores=1", "pool.count=2", "pool.hdm_interleave=256 B",
                             "pool.overrides.1.retimers=3"});
  MachineBench bench(without_refresh(config));
  const auto page = bench.allocate(kWordsPerPage, base::Touch::on_node(bench.pool()));
  bench.run([&](core::Thread& thread) {
    if (thread.index() != 0) return;
    core::Ready ready = thread.load(page, kWordsPerPage - 1, {}).ready;
    for (std::uint64_t i = 0; i < 16; ++i)
      ready = thread.load(page, i * kWordsPerLine, ready).ready;
  });
  const analysis::Unloaded unloaded(config);
  for (std::uint64_t i = 0; i < 16; ++i) {
    const SeenMiss miss = bench.misses_on(page, i * kWordsPerLine).at(0);
    EXPECT_EQ(miss.home, 16 + static_cast<int>(i / 4 % 2)) << i;
    EXPECT_EQ(miss.ledger.total(),
              unloaded.access(base::SocketId{0}, static_cast<base::NodeId>(miss.home)));
    EXPECT_EQ(miss.ledger.total(), miss.home == 16 ? 180_ns : 220_ns);
  }
}

class UnusualMachine : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(UnusualMachine, IsExactBetweenAllSocketsAndHomes) {
  std::vector<std::string> sets = GetParam();
  sets.emplace_back("socket.cores=1");
  AllPairs pairs(machine(sets.front(), {sets.begin() + 1, sets.end()}));
  pairs.run();
  pairs.expect_unloaded();
}

INSTANTIATE_TEST_SUITE_P(
    UnloadedLatency, UnusualMachine,
    testing::Values(
        std::vector<std::string>{"starnuma32"}, std::vector<std::string>{"six_nodes"},
        std::vector<std::string>{"single_socket"}, std::vector<std::string>{"hpc_amd"},
        std::vector<std::string>{"hpc_mixed"},
        std::vector<std::string>{"starnuma16", "pool.attached=[0, 2, 4, 6, 8, 10, 12, 14]"},
        std::vector<std::string>{"starnuma16", "pool.attached=[1, 5, 6]", "topology.upi=ring",
                                 "pool.links_per_socket=2", "pool.switch.part=cxl_switch",
                                 "pool.switch.ports=7", "pool.switch.device_links=3"},
        std::vector<std::string>{"baseline16", "topology.upi=ring",
                                 "topology.sockets_per_chassis=8"},
        std::vector<std::string>{
            "starnuma16", "pool.count=2", "pool.links_per_socket=3",
            "pool.overrides.1.switch.part=cxl_switch", "pool.overrides.1.switch.ports=24",
            "pool.overrides.1.switch.device_links=3", "pool.overrides.1.retimers=2"},
        std::vector<std::string>{
            "starnuma8", "socket.count=7", "topology.sockets_per_chassis=3",
            "topology.asics_per_chassis=1", "memory_node.count=2", "memory_node.first_socket=0",
            "memory_node.linked_sockets=7", "memory_node.link.part=upi",
            "memory_node.home.part=socket_home", "memory_node.memory.part=socket_memory",
            "memory_node.overrides.1.linked_sockets=1", "socket.overrides.2.memory.channels=3"}));

}  // namespace
}  // namespace starnuma::test::unloaded_test
