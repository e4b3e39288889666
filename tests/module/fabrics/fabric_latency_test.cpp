// SPDX-License-Identifier: Apache-2.0
// Unloaded latencies and coherence of fabrics of CXL switches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "models/base/random.h"
#include "tests/module/fabrics/fabrics.h"

namespace starnuma::test::fabric_latency_test {
namespace {

constexpr int kHosts = 8;

/// Returns the number of switches on the way of a host to a device.
int switches_between(const std::string& topology, int host, int device) {
  if (topology == "tree") return 5;
  if (topology == "spine_leaf") return 3;
  if (topology == "full") return host == device ? 1 : 2;
  const bool chain = topology == "chain";
  const int near = chain ? host / 4 : host / 2;
  const int far = chain ? 2 + device / 4 : 4 + device / 2;
  return 1 + (chain ? far - near : std::min(far - near, kHosts - far + near));
}

using Parameters = std::tuple<const char*, const char*>;
class Fabrics : public testing::TestWithParam<Parameters> {};

TEST_P(Fabrics, LatencyIsTheSumOfTheParts) {
  const auto& [topology, delivery] = GetParam();
  MachineBench bench(without_refresh(machine_of(fabric(topology, kHosts), kHosts, delivery)));
  std::vector<base::SimArray<std::uint64_t>> pages;
  for (int i = 0; i < kHosts * kHosts; ++i) {
    pages.push_back(
        bench.allocate(base::kPageBytes / sizeof(std::uint64_t),
                       base::Touch::on_node(static_cast<base::NodeId>(kHosts + i % kHosts))));
  }
  bench.run([&](core::Thread& thread) {
    if (thread.index() % bench.cores() != 0) return;
    const int socket = thread.index() / bench.cores();
    idle_until(thread, base::Time(50'000'000) * socket);
    core::Ready ready;
    for (int d = 0; d < kHosts; ++d) {
      const auto& page = pages[static_cast<std::size_t>(socket * kHosts + d)];
      ready = thread.load(page, page.size - 1, ready).ready;  // loads the translation
      ready = thread.load(page, 0, ready).ready;
    }
  });
  for (int s = 0; s < kHosts; ++s) {
    for (int d = 0; d < kHosts; ++d) {
      const auto misses = bench.misses_on(pages[static_cast<std::size_t>(s * kHosts + d)], 0);
      ASSERT_EQ(misses.size(), 1u);
      // The pool on a direct link, then a switch of 45 ns and a flight of 5 ns, each way.
      const int passed = switches_between(topology, s, d);
      EXPECT_EQ(misses[0].ledger.total().ps(), 180'000 + 2 * passed * 50'000) << s << " to " << d;
    }
  }
}

TEST_P(Fabrics, KeepSharedLinesCoherent) {
  const auto& [topology, delivery] = GetParam();
  constexpr std::uint64_t kSteps = 60;
  constexpr std::uint64_t kCounters = 24;
  constexpr std::uint64_t kSeed = 5;
  std::printf("seed %llu\n", static_cast<unsigned long long>(kSeed));
  MachineBench bench(machine_of(fabric(topology, kHosts), kHosts, delivery));
  std::vector<base::SimArray<std::uint64_t>> devices;
  for (int d = 0; d < kHosts; ++d) {
    devices.push_back(
        bench.allocate(kCounters, base::Touch::on_node(static_cast<base::NodeId>(kHosts + d))));
  }
  std::uint64_t added = 0;
  bench.run([&](core::Thread& thread) {
    base::Random random(kSeed * 1000 + static_cast<std::uint64_t>(thread.index()));
    for (std::uint64_t i = 0; i < kSteps; ++i) {
      const auto& words = devices[random.below(devices.size())];
      if (random.below(2) == 0) {
        thread.fetch_add(words, random.below(kCounters), std::uint64_t{1});
        ++added;
      } else {
        thread.load(words, random.below(kCounters));
      }
    }
  });
  std::uint64_t sum = 0;
  for (const auto& words : devices) sum = std::accumulate(words.data, words.data + kCounters, sum);
  EXPECT_EQ(sum, added);
  EXPECT_GT(bench.stat("pool0.device.back_invalidations"), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Fabrics,
                         testing::Combine(testing::Values("chain", "tree", "ring", "spine_leaf",
                                                          "full"),
                                          testing::Values("immediate", "queued")));

/// Returns four sockets with a pool on x8 links.
assembly::MachineConfig four_sockets(const std::string& delivery,
                                     const std::vector<std::string>& sets = {}) {
  std::vector<std::string> all{"socket.count=4",
                               "pool.memory.channels=4",
                               "pool.link.bandwidth=none",
                               "pool.link.bandwidth_is=none",
                               "pool.link.width=x8",
                               "pool.link.generation=5.0",
                               "pool.link.flit=68",
                               "placement.policy=first_touch",
                               "simulation.delivery=" + delivery};
  all.insert(all.end(), sets.begin(), sets.end());
  return machine("starnuma16", all, 10);
}

/// Returns the lines that the pool's memory read or wrote.
double lines_of_memory(const MachineBench& bench, const std::string& counter) {
  double lines = 0;
  for (int c = 0; c < 4; ++c) lines += bench.stat("pool.memory" + std::to_string(c) + counter);
  return lines;
}

/// Returns the rate of accesses past the caches of one socket to a pool on an x8 link, in bytes per
/// ns.
double uncached_rate(bool write, const std::string& delivery) {
  MachineBench bench(four_sockets(delivery));
  constexpr std::uint64_t kLines = 1500;
  const auto lines =
      bench.allocate(static_cast<std::uint64_t>(bench.cores()) * kLines * kWordsPerLine,
                     base::Touch::on_node(bench.pool()));
  base::Time end;
  bench.run([&](core::Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    if (thread.index() >= bench.cores()) return;
    core::Ready last;
    for (std::uint64_t i = 0; i < kLines; ++i) {
      const auto address = lines.address_of((self * kLines + i) * kWordsPerLine);
      const core::Ready done =
          write ? thread.store_uncached(address) : thread.load_uncached(address);
      last = latest(last, done);
    }
    end = std::max(end, thread.time(last));
  });
  const double all = static_cast<double>(bench.cores()) * kLines;
  EXPECT_EQ(bench.stat("pool.device.uncached_lines"), all);
  EXPECT_EQ(bench.stat("pool.device.requests"), 0);
  EXPECT_EQ(bench.stat("pool.device.write_backs"), 0);
  EXPECT_EQ(lines_of_memory(bench, write ? ".writes" : ".reads"), all);
  EXPECT_EQ(lines_of_memory(bench, write ? ".reads" : ".writes"), 0);
  return all * base::kLineBytes / end.ns();
}

class UncachedPool : public testing::TestWithParam<const char*> {};

TEST_P(UncachedPool, WritesAloneReachTheLinksRate) {
  EXPECT_NEAR(uncached_rate(true, GetParam()), 23.72, 0.05 * 23.72);
}
TEST_P(UncachedPool, ReadsAloneReachTheLinksRate) {
  EXPECT_NEAR(uncached_rate(false, GetParam()), 26.36, 0.05 * 26.36);
}
TEST_P(UncachedPool, OneReadTakesAsLongAsAReadThatMissesAllCaches) {
  MachineBench bench(machine(
      "starnuma16",
      {"socket.count=4", "placement.policy=first_touch", "pool.memory.channel.refresh=disabled",
       std::string("simulation.delivery=") + GetParam()},
      10));
  const auto page =
      bench.allocate(base::kPageBytes / sizeof(std::uint64_t), base::Touch::on_node(bench.pool()));
  base::Time cached;
  base::Time uncached;
  bench.run([&](core::Thread& thread) {
    if (thread.index() != 0) return;
    const core::Ready begin = thread.load(page, page.size - 1, {}).ready;  // loads the translation
    const core::Ready between = thread.load(page, 0, begin).ready;
    cached = thread.time(between) - thread.time(begin);
    const core::Ready end = thread.load_uncached(page.address_of(kWordsPerLine), between);
    uncached = thread.time(end) - thread.time(between);
  });
  EXPECT_EQ(uncached, cached);
}
INSTANTIATE_TEST_SUITE_P(All, UncachedPool, testing::Values("immediate", "queued"));

/// Runs `store(thread, address)` for 500 lines of the pool on one thread.
template <class Store>
void store_lines(MachineBench& bench, const Store& store) {
  constexpr std::uint64_t kLines = 500;
  const auto lines = bench.allocate(kLines * kWordsPerLine, base::Touch::on_node(bench.pool()));
  bench.run([&](core::Thread& thread) {
    if (thread.index() != 0) return;
    for (std::uint64_t i = 0; i < kLines; ++i) store(thread, lines.address_of(i * kWordsPerLine));
  });
}

/// Stores parts of lines past the caches; memory reads `reads` lines.
void expect_partial_writes(const std::string& delivery, const std::string& how, double reads) {
  MachineBench bench(four_sockets(delivery, {"pool.memory.channel.partial_writes=" + how}));
  store_lines(bench, [](core::Thread& thread, base::VirtualAddress address) {
    thread.store_uncached(address, {}, protocol::AccessKind::kUncachedPartialStore);
  });
  EXPECT_EQ(bench.stat("pool.device.uncached_lines"), 500);
  EXPECT_EQ(bench.stat("pool.device.uncached_lines.partial"), 500);
  EXPECT_EQ(lines_of_memory(bench, ".writes.partial"), 500);
  EXPECT_EQ(lines_of_memory(bench, ".writes"), 500);
  EXPECT_EQ(lines_of_memory(bench, ".reads"), reads);
}

TEST_P(UncachedPool, WritesOfAPartOfALineReadMemoryByDefault) {
  expect_partial_writes(GetParam(), "none", 500);
}
TEST_P(UncachedPool, MaskedWritesOfAPartOfALineReadNothing) {
  expect_partial_writes(GetParam(), "masked", 0);
}

/// Stores whole lines through the caches; `fetched` is the number of requests with data.
void expect_line_stores(const std::string& delivery, const std::string& how, double fetched) {
  MachineBench bench(four_sockets(delivery, {"socket.shared_cache.line_stores=" + how}));
  store_lines(bench, [](core::Thread& thread, base::VirtualAddress address) {
    thread.store_line(address);
  });
  EXPECT_EQ(bench.stat("pool.device.requests"), 500);
  EXPECT_EQ(bench.stat("pool.device.requests.owned"), fetched);
  EXPECT_EQ(lines_of_memory(bench, ".reads"), fetched);
}

TEST_P(UncachedPool, StoresOfWholeLinesThroughTheCachesReadMemoryByDefault) {
  expect_line_stores(GetParam(), "none", 500);
}
TEST_P(UncachedPool, UnfetchedStoresOfWholeLinesReadNothing) {
  expect_line_stores(GetParam(), "unfetched", 0);
}

TEST(ExampleFabrics, PassTheirChecksInBothDeliveries) {
  const std::string examples = STARNUMA_PLATFORMS "/../docs/examples/machines/";
  // The direct path to a pool, and the switches of the nearest and the farthest host.
  constexpr int kDirect = 180'000;
  for (const char* delivery : {"immediate", "queued"}) {
    const std::vector<std::string> sets{std::string("simulation.delivery=") + delivery};
    const analysis::Unloaded cascaded(machine(examples + "cascaded_switches.yaml", sets));
    const base::NodeId only{16};
    EXPECT_EQ(cascaded.access(base::SocketId{15}, only).ps(), kDirect + 100'000) << delivery;
    EXPECT_EQ(cascaded.access(base::SocketId{0}, only).ps(), kDirect + 200'000) << delivery;
    const analysis::Unloaded leaves(machine(examples + "spine_leaf.yaml", sets));
    for (int d = 8; d < 12; ++d) {
      const auto device = static_cast<base::NodeId>(d);
      if (!leaves.wiring().reaches(base::SocketId{0}, device)) continue;
      EXPECT_EQ(leaves.access(base::SocketId{0}, device).ps(), kDirect + 300'000) << d;
    }
  }
}

}  // namespace
}  // namespace starnuma::test::fabric_latency_test
