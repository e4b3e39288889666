// SPDX-License-Identifier: Apache-2.0
// Pages migrate under random traffic: every access uses the page's frame and none precedes its
// settling. Ledgers are sound, and the protocols drain.
#include <gtest/gtest.h>

#include "models/base/random.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr std::uint64_t kPages = 24;
constexpr std::uint64_t kWordsPerPage = base::kPageBytes / sizeof(std::uint64_t);

class MovingPages {
 public:
  explicit MovingPages(const std::vector<std::string>& more, std::uint64_t seed = 1)
      : bench(machine("starnuma16", small_caches(more))), orders_(seed) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    data_ = bench.allocate(kPages * kWordsPerPage, base::Touch::dealt());
    bench.let_pages_move();
    bench.watch = [this](const kernel::Miss& miss) { check(miss); };
  }

  void run(int steps) {
    bench.run([this, steps](core::Thread& thread) {
      base::Random random(100 + static_cast<std::uint64_t>(thread.index()));
      for (int i = 0; i < steps; ++i) {
        if (thread.index() == 0 && i % 50 == 0) order_moves();
        const std::uint64_t word = random.below(data_.size);
        if (random.below(3) == 0) {
          thread.fetch_add(data_, word, std::uint64_t{1});
          ++added_;
        } else {
          thread.load(data_, word);
        }
        thread.work(20);
      }
      thread.synchronise();
      if (thread.index() == 0) counts = bench.os_core().counts(bench.page_map().space());
      if (thread.index() == 0) moved = counts.pages;
    });
  }

  /// Expects that no addition is lost.
  void expect_values() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : data_) sum += word;
    EXPECT_EQ(sum, added_);
  }

  MachineBench bench;
  bool scan = false;  ///< Scan metadata before each order.
  os::OsCore::OsStats counts;
  std::int64_t moved = 0;
  std::int64_t stalled = 0;  ///< Misses that waited for a page.

 private:
  void order_moves() {
    bench.os_core().cancel(bench.page_map().space());
    if (scan)
      bench.os_core().scan(bench.page_map().space(), bench.metadata->lines(), base::Time(0));
    std::vector<placement::Move> moves;
    for (int n = 0; n < 4; ++n) {
      const std::uint64_t page = orders_.below(kPages);
      const auto to = static_cast<base::NodeId>(orders_.below(17));
      moves.push_back({page, to});
    }
    bench.os_core().migrate(bench.page_map().space(), moves);
  }

  void check(const kernel::Miss& miss) {
    const std::uint64_t page = miss.address.page();
    const paging::PageMap& map = bench.page_map();
    const auto line = map.line_at(map.frame_of(page), miss.address.page_offset());
    ASSERT_EQ(miss.home, line.node()) << "a stale translation, page " << page;
    const auto part = [&](accounting::LatencyKind kind) {
      return base::Time(miss.ledger.ps[static_cast<std::size_t>(kind)]);
    };
    const base::Time stall = part(accounting::LatencyKind::kMigrationStall);
    const base::Time translated = miss.done - miss.ledger.total() + stall +
                                  part(accounting::LatencyKind::kWalk) +
                                  part(accounting::LatencyKind::kWalkQueue);
    // An access to a held page waits for it.
    ASSERT_TRUE(translated >= map.settled_at(page) || map.held(page)) << "too early, page " << page;
    stalled += stall > base::Time(0);
  }

  base::Random orders_;
  base::SimArray<std::uint64_t> data_;
  std::uint64_t added_ = 0;
};

void expect_sound(const std::vector<std::string>& more, std::uint64_t seed) {
  MovingPages pages(more, seed);
  pages.run(1500);
  pages.expect_values();
  EXPECT_GT(pages.moved, 40);
  EXPECT_GT(pages.stalled, 10);
  EXPECT_EQ(pages.bench.stat("os_core.lines"),
            pages.bench.stat("os_core.pages") * base::kLinesPerPage);
}

TEST(MovingPages, NoAccessUsesAnOldFrameOrComesTooEarly) { expect_sound({}, 1); }
TEST(MovingPages, NorWithALargeQuantum) { expect_sound({"simulation.quantum=2 us"}, 2); }
TEST(MovingPages, NorWithATinySnoopFilter) {
  expect_sound({"pool.device.snoop_filter_ways=2", "pool.device.snoop_filter_size=0.1 x caches"},
               3);
}
TEST(MovingPages, NorWherePagesLieOnTwoDevices) {
  expect_sound({"pool.count=2", "pool.hdm_interleave=256 B", "pool.device.snoop_filter_ways=2",
                "pool.device.snoop_filter_size=0.1 x caches"},
               9);
}
TEST(MovingPages, NorWhereEveryCoreIsInterrupted) {
  expect_sound({"placement.shootdown=ipi", "placement.os_core=shared"}, 4);
}

TEST(MovingPages, NorWhereMessagesQueue) { expect_sound({"simulation.delivery=queued"}, 11); }

TEST(MovingPages, OnlyCoresWithTheTranslationGetAShootdown) {
  MovingPages pages({}, 5);
  pages.run(600);
  EXPECT_EQ(pages.bench.stat("os_core.shootdowns.sent"),
            pages.bench.stat("os_core.shootdowns.needed"));
  EXPECT_LT(pages.bench.stat("os_core.shootdowns.sent"),
            pages.bench.stat("os_core.pages") * pages.bench.sockets() * pages.bench.cores());
}

TEST(MovingPages, AnInterruptGoesToEveryCore) {
  MovingPages pages({"placement.shootdown=ipi"}, 5);
  pages.run(600);
  EXPECT_EQ(pages.bench.stat("os_core.shootdowns.sent"),
            pages.bench.stat("os_core.pages") * pages.bench.sockets() * pages.bench.cores());
}

TEST(MovingPages, WithEveryCostSwitchedOffNobodyWaits) {
  MovingPages pages({"placement.costs.copy=free", "placement.costs.stall=free",
                     "placement.costs.initiator=free", "placement.costs.shootdown=free",
                     "placement.costs.page_table=free"});
  pages.run(600);
  EXPECT_EQ(pages.stalled, 0);
  EXPECT_EQ(pages.bench.stat("os_core.lines"), 0);
}

// Each page's entry is written twice, each time also in the farthest table, 360 ns from socket 0.
TEST(MovingPages, OfTablesOnEverySocketAllAreWritten) {
  MovingPages pages({"placement.costs.copy=free", "placement.costs.initiator=free",
                     "placement.costs.shootdown=free", "placement.page_tables=every_socket"});
  pages.run(600);
  pages.expect_values();
  EXPECT_GT(pages.bench.stat("os_core.busy_time"), 2 * 360 * pages.bench.stat("os_core.pages"));
}

TEST(MovingPages, WalksOfTablesOnEverySocketStayThere) {
  MovingPages pages({"placement.page_tables=every_socket"});
  pages.run(600);
  pages.expect_values();
  EXPECT_GT(pages.bench.all_sockets("caching_agent.walk_misses"), 100);
  for (const std::string direction : {"forward", "backward"}) {
    EXPECT_EQ(pages.bench.stat("upi.socket0_asic0." + direction + ".bytes.walk"), 0);
  }
}

const std::vector<std::string> kTracked{"tracking.impl=model", "tracking.region=4 KiB"};

void expect_no_count_lost(base::SpaceId space) {
  MovingPages pages(kTracked, 6);
  pages.bench.run_in(space);
  pages.scan = true;
  pages.run(1500);
  EXPECT_GT(pages.moved, 40);
  double recorded = 0;
  const tracking::MetadataRegion& metadata = *pages.bench.metadata;
  for (std::uint64_t r = 0; r < metadata.regions(space); ++r) {
    recorded += metadata.entry({space, r}).count;
  }
  double held = 0;
  double by_shootdown = 0;
  for (int s = 0; s < pages.bench.sockets(); ++s) {
    for (int c = 0; c < pages.bench.cores(); ++c) {
      const std::string tracking = "tracking" + std::to_string(c);
      held += pages.bench.socket_stat(s, tracking + ".stlb.loads_held");
      by_shootdown += pages.bench.socket_stat(s, tracking + ".annex.hand_overs.shootdown");
    }
  }
  double loads = 0;
  for (const SeenMiss& miss : pages.bench.misses) loads += miss.load;
  EXPECT_GT(by_shootdown, 10);
  EXPECT_EQ(recorded + held, loads);
}

TEST(MovingPages, NoCountIsLostWhileTheyMoveAndMetadataAreScanned) {
  expect_no_count_lost(base::SpaceId{0});
}
TEST(MovingPages, NorAreAnyOfAnotherSpace) { expect_no_count_lost(base::SpaceId{5}); }

TEST(MovingPages, AScanTakesEveryLineOfMetadataOnce) {
  MovingPages pages(kTracked, 7);
  pages.scan = true;
  pages.run(50);  // one order
  const auto lines = static_cast<std::int64_t>(pages.bench.metadata->lines().size());
  EXPECT_GT(lines, 1);
  EXPECT_EQ(pages.counts.scan_lines, lines);
  EXPECT_GT(pages.counts.scan_time, base::Time(0));
  EXPECT_LT(pages.counts.scan_time, pages.counts.busy);
}

TEST(MovingPages, AFreeScanIsNone) {
  std::vector<std::string> sets = kTracked;
  sets.emplace_back("placement.costs.scan=free");
  MovingPages pages(sets, 7);
  pages.scan = true;
  pages.run(50);
  EXPECT_EQ(pages.counts.scan_lines, 0);
  EXPECT_EQ(pages.counts.scan_time, base::Time(0));
}

}  // namespace
}  // namespace starnuma::test
