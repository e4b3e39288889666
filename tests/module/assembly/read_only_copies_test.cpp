// SPDX-License-Identifier: Apache-2.0
// Read-only copies of pages are created and removed under random traffic: every access uses its
// socket's current translation, no copy is read after a write, and values and protocols are
// correct.
#include <gtest/gtest.h>

#include "models/base/random.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test::read_only_copies_test {
namespace {

constexpr std::uint64_t kPages = 24;
constexpr std::uint64_t kWordsPerPage = base::kPageBytes / sizeof(std::uint64_t);

std::vector<std::string> settings(std::vector<std::string> more) {
  more.insert(more.begin(), "placement.policy=replicate_read_only");
  return small_caches(more);
}

class Copies {
 public:
  explicit Copies(const std::vector<std::string>& more, std::uint64_t seed = 1)
      : bench(machine("starnuma16", settings(more))),
        orders_(seed),
        in_time_(bench.config().simulation.delivery != assembly::Delivery::kImmediate) {
    data_ = bench.allocate(kPages * kWordsPerPage, base::Touch::dealt());
    bench.let_pages_move();
    bench.watch = [this](const kernel::Miss& miss) { check(miss); };
  }

  /// Pages from `written` on are written occasionally.
  void run(int steps, std::uint64_t written) {
    bench.run([this, steps, written](core::Thread& thread) {
      base::Random random(100 + static_cast<std::uint64_t>(thread.index()));
      for (int i = 0; i < steps; ++i) {
        if (thread.index() == 0 && i % 50 == 0) order();
        const std::uint64_t word = random.below(data_.size);
        if (word / kWordsPerPage >= written && random.below(200) == 0) {
          thread.fetch_add(data_, word, std::uint64_t{1});
          ++added_;
        } else {
          thread.load(data_, word);
        }
        thread.work(20);
      }
      thread.synchronise();
      if (thread.index() == 0) counts = bench.os_core().counts(bench.page_map().space());
      if (thread.index() == 0) left = bench.page_map().copies();
    });
  }

  void expect_values() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : data_) sum += word;
    EXPECT_EQ(sum, added_);
  }

  MachineBench bench;
  os::OsCore::OsStats counts;
  std::uint64_t left = 0;        ///< Copies at the end.
  std::int64_t from_copies = 0;  ///< Misses answered by a copy.

 private:
  /// Orders copies of random pages, and moves of others; pages that have a copy stay.
  void order() {
    bench.os_core().cancel(bench.page_map().space());
    std::vector<placement::Move> moves;
    for (int n = 0; n < 6; ++n) {
      const std::uint64_t page = orders_.below(kPages);
      const bool copy = orders_.below(4) != 0;
      const auto to = static_cast<base::NodeId>(orders_.below(copy ? 16 : 17));
      const bool there = (bench.page_map().copies_of(page) >> base::index_of(to) & 1) != 0;
      if (!there && bench.page_map().home_of(page) != to) moves.push_back({page, to, copy});
    }
    bench.os_core().migrate(bench.page_map().space(), moves);
  }

  void check(const kernel::Miss& miss) {
    const std::uint64_t page = miss.address.page();
    const paging::PageMap& map = bench.page_map();
    const auto found = map.translation_for(page, base::index_of(miss.requester));
    const base::NodeId own = map.home_of(page);  // until its socket has a copy
    const bool may_be_own = in_time_ && found.read_only && miss.home == own;
    ASSERT_TRUE(miss.home == found.frame.first_line.node() || may_be_own)
        << "a stale translation, page " << page;
    ASSERT_FALSE(found.read_only && !miss.load) << "a write to a page with copies, page " << page;
    const auto part = [&](accounting::LatencyKind kind) {
      return base::Time(miss.ledger.ps[static_cast<std::size_t>(kind)]);
    };
    const base::Time translated =
        miss.done - miss.ledger.total() + part(accounting::LatencyKind::kMigrationStall) +
        part(accounting::LatencyKind::kWalk) + part(accounting::LatencyKind::kWalkQueue);
    // An access to a held page waits for it.
    ASSERT_TRUE(translated >= map.settled_at(page) || map.held(page))
        << "before a write was through, page " << page;
    from_copies += found.frame.first_line != map.frame_of(page).first_line;
  }

  base::Random orders_;
  bool in_time_;
  base::SimArray<std::uint64_t> data_;
  std::uint64_t added_ = 0;
};

void expect_sound(const std::vector<std::string>& more, std::uint64_t seed, int steps = 1500) {
  Copies copies(more, seed);
  copies.run(steps, 0);
  copies.expect_values();
  EXPECT_GT(copies.counts.copies, 10);
  EXPECT_GT(copies.counts.write_faults, 10);
  EXPECT_GT(copies.from_copies, 10);
  EXPECT_EQ(copies.counts.copies,
            copies.counts.copies_freed + static_cast<std::int64_t>(copies.left));
}

TEST(ReadOnlyCopies, NobodyReadsACopyAfterAWrite) { expect_sound({}, 1); }
TEST(ReadOnlyCopies, NorWithALargeQuantum) { expect_sound({"simulation.quantum=2 us"}, 2); }
TEST(ReadOnlyCopies, NorWhereEveryCoreIsInterrupted) {
  expect_sound({"placement.shootdown=ipi", "placement.os_core=shared"}, 3);
}
TEST(ReadOnlyCopies, NorWhereTrackersCount) {
  expect_sound({"tracking.impl=model", "tracking.region=4 KiB"}, 4);
}

TEST(ReadOnlyCopies, NorWhereMessagesQueue) {
  expect_sound({"simulation.delivery=queued"}, 8, 4000);
}

TEST(ReadOnlyCopies, StayWhileNobodyWrites) {
  Copies copies({}, 5);
  copies.run(800, kPages);
  EXPECT_GT(copies.left, 5U);
  EXPECT_EQ(copies.counts.write_faults, 0);
  EXPECT_EQ(copies.counts.copies_freed, 0);
  EXPECT_EQ(copies.counts.max_copies, copies.left);
}

TEST(ReadOnlyCopies, AWriteWaitsForItsFault) {
  Copies slow({"placement.write_fault_cycles=240000 cycles"}, 6);  // 100 us each
  slow.run(100, 0);
  EXPECT_GT(slow.counts.write_faults, 0);
  EXPECT_GT(slow.counts.fault_time, slow.counts.write_faults * base::Time(100'000'000));
}

}  // namespace
}  // namespace starnuma::test::read_only_copies_test
