// SPDX-License-Identifier: Apache-2.0
// The chain of annex driver, counter annex, tracker update unit and metadata port above a memory
// that answers after a fixed delay.
#include <gtest/gtest.h>

#include <optional>

#include "models/tracking/counter_annex.h"
#include "models/tracking/own_line_port.h"
#include "models/tracking/tracker_update.h"
#include "models/translation/annex_driver.h"
#include "tests/support/elaborate.h"
#include "tests/support/fixed_memory.h"
#include "tests/support/pages.h"

namespace starnuma::tracking::tracking_test {
namespace {

using namespace base::literals;
using base::Time;
using protocol::Access;
using protocol::AccessKind;
using test::page;

constexpr Time kMemory = 100_ns;
constexpr Time kHandOver = 1_ns;
constexpr Time kRequest = 2_ns;
constexpr Time kUpdate = 3_ns;
constexpr int kQueue = 2;
constexpr int kWidth = 4;
constexpr std::uint64_t kPages = 64;

std::vector<base::Frame> one_frame() { return {{base::LineAddress::of(base::NodeId{1}, 640)}}; }

TrackerUpdateFunction::Config update_config() {
  TrackerUpdateFunction::Config config;
  config.region_shift = 1;
  config.socket = base::SocketId{3};
  config.layout = {16, kWidth};
  config.queue_entries = kQueue;
  return config;
}

/// An STLB of four slots; regions of two pages.
struct Bench {
  Bench() {
    driver.annex_side.bind(annex.stlb_side);
    annex.tracker_side.bind(tracker.annex_side);
    tracker.mem_side.bind(port.tracker_side);
    port.mem_side.bind(memory.cpu_side);
    test::elaborate();
  }
  static translation::TlbEntry entry(std::uint64_t number, std::uint32_t slot) {
    return {page(number), {}, slot};
  }
  /// Fills a slot; returns the time that it took.
  Time fill(std::uint64_t number, std::uint32_t slot, Time time,
            std::optional<std::uint64_t> replaced = std::nullopt) {
    Access access;
    access.issued = access.time = time;
    driver.filled(entry(number, slot), replaced ? page(*replaced) : base::PageId::none(), access);
    EXPECT_EQ(access.walk_queue, access.time - time);
    return access.time - time;
  }
  void miss(std::uint64_t number, std::uint32_t slot, Time done, int loads = 1) {
    for (int i = 0; i < loads; ++i) driver.load_missed(entry(number, slot), done, done);
  }
  void touch(std::uint64_t number, std::uint32_t slot, Time time) {
    Access access;
    access.issued = access.time = time;
    if (driver.marked(slot)) driver.access(entry(number, slot), access);
  }
  MetadataRegion::Entry metadata(std::uint64_t number) const {
    return region.entry(region.region_of(page(number)));
  }
  double stat(const accounting::StatSource& box, const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    box.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }

  MetadataRegion region{{16, kWidth}, {kPages}, 1, one_frame()};
  CounterAnnex annex{"annex", kHandOver, 4, kWidth};
  translation::AnnexDriver driver{"driver", 4, annex.marker_words()};
  TrackerUpdate tracker{"tracker", {kRequest, kUpdate}, update_config()};
  OwnLinePort port{"port", base::CoreId{13}, region};
  test::FixedMemory memory{"memory", kMemory};
};

TEST(Tracking, AnEvictionPutsTheLoadsOfItsPageIntoMetadata) {
  Bench bench;
  bench.fill(4, 0, 0_ns);
  bench.miss(4, 0, 10_ns, 5);
  bench.fill(9, 0, 20_ns, 4);
  EXPECT_EQ(bench.metadata(4).count, 5u);
  EXPECT_EQ(bench.metadata(4).sharers, 1u << 3);
  EXPECT_EQ(bench.metadata(5).count, 5u);  // the same region
  EXPECT_EQ(bench.metadata(9).count, 0u);
  EXPECT_EQ(bench.driver.loads_held(), 0);
}

TEST(Tracking, AnUpdateOwnsItsLineFromTheReadToTheWrite) {
  Bench bench;
  bench.fill(40, 0, 0_ns);
  bench.miss(40, 0, 10_ns);
  bench.fill(9, 0, 20_ns, 40);
  ASSERT_EQ(bench.memory.seen.size(), 2u);
  for (const Access& access : bench.memory.seen) {
    EXPECT_EQ(access.kind, AccessKind::kTracker);
    EXPECT_EQ(access.line.node(), base::NodeId{1});
    EXPECT_EQ(access.line.in_node(), 640u + 20 * 4 / 64);
    EXPECT_EQ(access.core, base::CoreId{13});
  }
  EXPECT_EQ(bench.memory.seen[0].time, 20_ns + kHandOver + kRequest);
  EXPECT_EQ(bench.memory.seen[1].time, bench.memory.seen[0].time + kMemory + kUpdate);
  EXPECT_EQ(bench.stat(bench.tracker, "busy"), (kRequest + kMemory + kUpdate + kMemory).ns());
}

TEST(Tracking, ALoadCountsWhenItsDataAreThere) {
  Bench bench;
  bench.fill(4, 0, 0_ns);
  bench.miss(4, 0, 10_ns);
  bench.miss(4, 0, 500_ns);  // still outstanding when its translation is evicted
  bench.fill(9, 0, 20_ns, 4);
  EXPECT_EQ(bench.metadata(4).count, 1u);
  EXPECT_EQ(bench.driver.loads_held(), 1);
  bench.fill(7, 1, 600_ns);
  EXPECT_EQ(bench.metadata(4).count, 2u);
  EXPECT_EQ(bench.stat(bench.driver, "orphan_increments"), 1);
  EXPECT_EQ(bench.stat(bench.annex, "hand_overs.orphan"), 1);
}

TEST(Tracking, AMarkedTranslationHandsOverAtItsNextAccessAndOnce) {
  Bench bench;
  bench.fill(4, 0, 0_ns);
  bench.miss(4, 0, 10_ns, 2);
  bench.touch(4, 0, 20_ns);
  EXPECT_EQ(bench.metadata(4).count, 0u);
  bench.driver.mark_all(30_ns);
  bench.touch(4, 0, 40_ns);
  EXPECT_EQ(bench.metadata(4).count, 2u);
  EXPECT_FALSE(bench.driver.marked(0));
  bench.touch(4, 0, 500_ns);
  EXPECT_EQ(bench.stat(bench.driver, "marked_accesses"), 1);
}

TEST(Tracking, AShootdownHandsOverWhatItsTranslationHadCounted) {
  Bench bench;
  bench.fill(4, 2, 0_ns);
  bench.miss(4, 2, 10_ns, 3);
  bench.driver.invalidated(Bench::entry(4, 2), 20_ns);
  EXPECT_EQ(bench.metadata(4).count, 3u);
  bench.miss(4, 2, 30_ns);
  bench.fill(6, 2, 500_ns);
  test::let_pass(1000_ns);
  EXPECT_EQ(bench.metadata(4).count, 4u);
  EXPECT_EQ(bench.stat(bench.annex, "hand_overs.shootdown"), 1);
}

TEST(Tracking, AFullCounterLosesLoadsAndSaysSo) {
  Bench bench;
  bench.fill(4, 0, 0_ns);
  bench.miss(4, 0, 10_ns, 20);
  bench.fill(9, 0, 20_ns, 4);
  EXPECT_EQ(bench.metadata(4).count, 15u);
  EXPECT_EQ(bench.stat(bench.port, "loads"), 15);
}

TEST(Tracking, ABusyUnitAddsHandOversOfARegionTogether) {
  Bench bench;
  for (std::uint32_t slot = 0; slot < 3; ++slot) bench.fill(slot + 3, slot, 0_ns);
  bench.miss(3, 0, 5_ns);
  bench.miss(4, 1, 5_ns);
  bench.miss(5, 2, 5_ns, 2);
  bench.fill(20, 0, 10_ns, 3);  // occupies the unit
  bench.fill(21, 1, 20_ns, 4);
  bench.fill(22, 2, 30_ns, 5);  // region of page 4
  EXPECT_EQ(bench.metadata(4).count, 0u);
  test::let_pass(1000_ns);
  EXPECT_EQ(bench.metadata(4).count, 3u);
  EXPECT_EQ(bench.stat(bench.tracker, "updates"), 2);
  EXPECT_EQ(bench.stat(bench.tracker, "coalesced"), 1);
}

TEST(Tracking, AQueuedUpdateBeginsWhenTheOneBeforeIsWritten) {
  Bench bench;
  bench.fill(3, 0, 0_ns);
  bench.fill(4, 1, 0_ns);
  bench.miss(3, 0, 5_ns);
  bench.miss(4, 1, 5_ns);
  bench.fill(20, 0, 10_ns, 3);
  bench.fill(21, 1, 20_ns, 4);
  const Time written = 10_ns + kHandOver + kRequest + kMemory + kUpdate + kMemory;
  test::let_pass(written);  // up to then, exclusive
  EXPECT_EQ(bench.memory.seen.size(), 2u);
  test::let_pass(Time(1));
  ASSERT_EQ(bench.memory.seen.size(), 4u);
  EXPECT_EQ(bench.memory.seen[2].time, written + kRequest);
}

TEST(Tracking, AnEvictionWaitsForRoomInTheQueue) {
  Bench bench;
  for (std::uint32_t slot = 0; slot < 4; ++slot) {
    bench.fill(10 * slot, slot, 0_ns);
    bench.miss(10 * slot, slot, 5_ns);
  }
  EXPECT_EQ(bench.fill(41, 0, 10_ns, 0), 0_ns);   // in progress
  EXPECT_EQ(bench.fill(42, 1, 10_ns, 10), 0_ns);  // queued
  EXPECT_EQ(bench.fill(43, 2, 10_ns, 20), 0_ns);  // queued
  const Time written = kHandOver + kRequest + kMemory + kUpdate + kMemory;
  const Time wait = bench.fill(44, 3, 10_ns, 30);
  EXPECT_EQ(wait, written - kHandOver + kRequest + kMemory);
  EXPECT_EQ(bench.stat(bench.driver, "stalls"), 1);
  EXPECT_EQ(bench.stat(bench.driver, "stall_time"), wait.ns());
}

TEST(Tracking, DrainingEmptiesTheQueue) {
  Bench bench;
  bench.fill(3, 0, 0_ns);
  bench.fill(4, 1, 0_ns);
  bench.miss(3, 0, 5_ns);
  bench.miss(4, 1, 5_ns);
  bench.fill(20, 0, 10_ns, 3);
  bench.fill(21, 1, 20_ns, 4);
  bench.tracker.drain();
  EXPECT_EQ(bench.metadata(4).count, 1u);
}

/// Random events: metadata, held counts and saturation losses add up to all counts.
TEST(Tracking, NoLoadIsForgotten) {
  Bench bench;
  std::uint64_t dice = 7;
  const auto draw = [&](std::uint64_t below) {
    dice = dice * 6364136223846793005U + 1442695040888963407U;
    return (dice >> 33) % below;
  };
  std::uint64_t resident[4];
  Time now = 1_ns;
  for (std::uint32_t slot = 0; slot < 4; ++slot) bench.fill(resident[slot] = slot, slot, now);
  std::int64_t loads = 0;
  for (int step = 0; step < 3000; ++step) {
    now += Time(static_cast<std::int64_t>(draw(300'000)));
    const auto slot = static_cast<std::uint32_t>(draw(4));
    switch (draw(4)) {
      case 0: {
        const std::uint64_t number = draw(kPages);
        bench.fill(number, slot, now, resident[slot]);
        resident[slot] = number;
        break;
      }
      case 1:
        bench.touch(resident[slot], slot, now);
        break;
      case 2:
        if (draw(20) == 0) bench.driver.mark_all(now);
        break;
      default:
        bench.miss(resident[slot], slot, now + Time(static_cast<std::int64_t>(draw(500'000))));
        ++loads;
    }
    if (step % 100 == 0) bench.region.clear();  // so that metadata never saturate
  }
  bench.tracker.drain();
  EXPECT_GT(loads, 500);
  EXPECT_EQ(bench.stat(bench.port, "loads") + static_cast<double>(bench.driver.loads_held()),
            loads);
}

}  // namespace
}  // namespace starnuma::tracking::tracking_test
