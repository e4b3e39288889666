// SPDX-License-Identifier: Apache-2.0
// A miss whose consequences all affect the missing agent itself. Its LLC evicts a dirty line to the
// same home, and the pool's snoop filter back-invalidates another of its dirty lines.
#include <gtest/gtest.h>

#include "tests/support/kinds.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test::own_miss_test {
namespace {

using namespace base::literals;

// One core per socket; a direct-mapped LLC of 64 lines; an L2 of 8 lines; a direct-mapped snoop
// filter of 72 entries.
const std::vector<std::string> kTiny{
    "socket.cores=1",
    "scaling.sizes=full",
    "socket.private_caches.l1_size=512 B",
    "socket.private_caches.l2_size=512 B",
    "socket.private_caches.l2_ways=8",
    "socket.shared_cache.llc_size_per_core=4 KiB",
    "socket.shared_cache.llc_ways=1",
    "pool.device.snoop_filter_ways=1",
    "pool.device.snoop_filter_size=72 entries",
};
constexpr std::uint64_t kLlcSets = 64;
constexpr std::uint64_t kFilterSets = 72;
constexpr std::uint64_t kWordsPerLine = 8;

// Lines of the pool's first pages. Page-table entries occupy the first lines of their pages, so
// sets from 8 on are free for the test.
constexpr std::uint64_t kMissing = 96;
constexpr std::uint64_t kEvicted = kMissing - kLlcSets;             // same LLC set
constexpr std::uint64_t kBackInvalidated = kMissing + kFilterSets;  // same snoop-filter set
static_assert(kEvicted % kFilterSets != kMissing % kFilterSets);
static_assert(kBackInvalidated % kLlcSets != kMissing % kLlcSets);

class OwnMiss {
 public:
  /// `evicted_home` is the node of the line that the LLC must evict.
  explicit OwnMiss(base::NodeId evicted_home) : bench(machine("starnuma16", kTiny)) {
    pool = bench.allocate(4 * 64 * kWordsPerLine, base::Touch::on_node(bench.pool()));
    evicted = evicted_home == bench.pool()
                  ? pool
                  : bench.allocate(4 * 64 * kWordsPerLine, base::Touch::on_node(evicted_home));
    filler = bench.allocate(64 * kWordsPerLine, base::Touch::on_node(base::NodeId{0}));
  }

  void run() {
    bench.run([this](core::Thread& thread) {
      if (thread.index() == 0) return miss(thread);
      if (thread.index() == 9) return look(thread);
    });
  }

  MachineBench bench;
  base::SimArray<std::uint64_t> pool;
  base::SimArray<std::uint64_t> evicted;
  base::SimArray<std::uint64_t> filler;
  std::uint64_t seen = 0;
  double writebacks = 0;  ///< Counts of socket 0 for this miss alone, also for the next two fields.
  double back_invalidations = 0;
  double filter_evictions = 0;

 private:
  void miss(core::Thread& thread) {
    thread.load(pool, (kMissing + 1) * kWordsPerLine);  // loads the translation
    thread.store(evicted, kEvicted * kWordsPerLine, std::uint64_t{7});
    // Eight other lines evict it from the private caches; the LLC keeps it, dirty.
    for (std::uint64_t line = 12; line < 20; ++line) thread.load(filler, line * kWordsPerLine);
    thread.store(pool, kBackInvalidated * kWordsPerLine, std::uint64_t{8});
    idle_until(thread, 20'000_ns);
    thread.begin_measurement();
    count(-1);
    thread.load(pool, kMissing * kWordsPerLine);
    count(1);
  }

  void count(double sign) {
    writebacks += sign * bench.socket_stat(0, "caching_agent.writebacks");
    back_invalidations += sign * bench.socket_stat(0, "caching_agent.back_invalidations");
    filter_evictions += sign * bench.stat("pool.device.snoop_filter.evictions");
  }

  /// Another socket reads both lines later: they must come from memory, not from socket 0.
  void look(core::Thread& thread) {
    idle_until(thread, 100'000_ns);
    seen = thread.load(evicted, kEvicted * kWordsPerLine).value * 10;
    idle_until(thread, 120'000_ns);
    seen += thread.load(pool, kBackInvalidated * kWordsPerLine).value;
    thread.synchronise();
  }
};

void expect_all_drained_and_right(const OwnMiss& own, accounting::AccessClass class_of_evicted) {
  const MachineBench& bench = own.bench;
  EXPECT_EQ(own.seen, 78u);
  // The line that the miss evicted, and the one that the device invalidated.
  EXPECT_EQ(own.writebacks, 2);
  EXPECT_EQ(own.back_invalidations, 1);
  EXPECT_EQ(own.filter_evictions, 1);

  const auto evicted = bench.misses_on(own.evicted, kEvicted * kWordsPerLine);
  ASSERT_EQ(evicted.size(), 1u);
  EXPECT_EQ(evicted[0].requester, 9);
  EXPECT_EQ(evicted[0].access_class, class_of_evicted);
  const auto taken = bench.misses_on(own.pool, kBackInvalidated * kWordsPerLine);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].requester, 9);
  EXPECT_EQ(taken[0].access_class, test::kPool);
}

/// Expects that the miss waits until its own socket has written the victim back and answered the
/// snoop.
void expect_full_price(const OwnMiss& own) {
  const auto misses = own.bench.misses_on(own.pool, kMissing * kWordsPerLine);
  ASSERT_EQ(misses.size(), 1u);
  EXPECT_EQ(misses[0].access_class, test::kPool);
  const analysis::Unloaded unloaded(own.bench.config());
  const auto& wiring = own.bench.wiring();
  const auto& device = own.bench.config().pool[0].device;
  const base::Time wire = wiring.topology.path_latency(wiring.sockets[0], wiring.devices[0]);
  const base::Time out = device.fabric_latency + wire;
  const base::Time in = wire + device.fabric_latency + device.directory_latency;
  const base::Time snooped =
      (out + in) * 2 + own.bench.config().socket[0].shared_cache.snoop_latency;
  const base::Time expected = unloaded.access(base::SocketId{0}, own.bench.pool()) + snooped;
  EXPECT_EQ(misses[0].ledger.unloaded(), expected);
}

TEST(OwnMiss, EvictsToThePoolAndIsBackInvalidatedByIt) {
  OwnMiss own(base::NodeId{16});
  own.run();
  expect_all_drained_and_right(own, test::kPool);
  expect_full_price(own);
}

TEST(OwnMiss, EvictsToItsOwnHomeWhileThePoolBackInvalidatesIt) {
  OwnMiss own(base::NodeId{0});
  own.run();
  expect_all_drained_and_right(own, test::kTwoHop);
  expect_full_price(own);
}

TEST(OwnMiss, EvictsToADistantHomeWhileThePoolBackInvalidatesIt) {
  OwnMiss own(base::NodeId{8});
  own.run();
  expect_all_drained_and_right(own, test::kOneHop);
  expect_full_price(own);
}

}  // namespace
}  // namespace starnuma::test::own_miss_test
