// SPDX-License-Identifier: Apache-2.0
#include "models/translation/mmu.h"

#include <gtest/gtest.h>

#include "tests/support/elaborate.h"
#include "tests/support/fixed_memory.h"
#include "tests/support/invariant.h"
#include "tests/support/pages.h"

namespace starnuma::translation {
namespace {

using namespace base::literals;
using base::NodeId;
using base::Time;
using protocol::Access;
using protocol::AccessKind;
using test::page;

constexpr Time kRead = 10_ns;                    // each read of the walker
constexpr Time kStlbLatency = Time(3333);        // 8 cycles of 2.4 GHz
constexpr std::uint64_t kPages = 512 * 512 + 1;  // needs all four levels of the table

class Above : public sc_core::sc_module {
 public:
  explicit Above(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<Access> out{"out"};
};

/// A DTLB of two pages, an STLB of four and paging-structure caches of two.
struct Bench {
  explicit Bench(bool moving = false) : map(map_of(moving)) {
    above.out.bind(mmu.cpu_side);
    mmu.mem_side.bind(below.cpu_side);
    test::elaborate();
  }
  /// Translates one load at `time`; returns the access that left for the caches.
  Access touch(std::uint64_t number, Time time = 0_ns, std::uint64_t offset = 0) {
    below.seen.clear();
    Access access;
    access.address = {number * base::kPageBytes + offset};
    access.issued = access.time = time;
    access.core = base::CoreId{5};
    above.out.send(access);
    return below.seen.back();
  }
  /// Returns the page-table entries read by the last touch.
  std::size_t walk_reads() const { return below.seen.size() - 1; }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    mmu.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }

  static paging::PageMap map_of(bool moving) {
    paging::PageMap map(std::vector<NodeId>(kPages, NodeId{2}), 4, 4);
    if (moving) map.make_movable(std::vector<std::uint64_t>(4, 2 * kPages));
    return map;
  }

  paging::PageMap map;
  Above above{"above"};
  Mmu mmu{"mmu", {2, 2, 4, 4, base::Cycles(8), 2}, base::Frequency(2'400'000'000), map};
  test::FixedMemory below{"below", kRead};
};

TEST(Mmu, AnAccessLeavesWithTheLineOfItsFrame) {
  Bench bench;
  const Access access = bench.touch(7, 0_ns, 200);
  EXPECT_EQ(access.line, bench.map.frame_of(7).line_at(200));
  EXPECT_EQ(access.line.value, bench.map.frame_of(7).first_line.value + 3);
  EXPECT_EQ(access.kind, AccessKind::kLoad);
}

TEST(Mmu, AnAccessToAMovedPageUsesTheNewFrame) {
  Bench bench(true);
  bench.touch(7);
  bench.mmu.invalidate(page(7), 0_ns);
  bench.map.move(7, NodeId{1}, 0_ns);
  EXPECT_EQ(bench.touch(7).line, bench.map.frame_of(7).line_at(0));
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{1});
}

TEST(Mmu, AnAccessWaitsUntilAMovedPageHasSettled) {
  Bench bench(true);
  bench.map.move(7, NodeId{1}, 900_ns);
  const Access early = bench.touch(7, 100_ns);
  EXPECT_EQ(early.time, 900_ns);
  EXPECT_EQ(early.migration_stall, 800_ns - (early.walk + early.walk_queue));
  EXPECT_EQ(bench.touch(7, 850_ns).migration_stall, 50_ns) << "also where the TLB holds it";
  EXPECT_EQ(bench.touch(7, 900_ns).migration_stall, 0_ns);
  EXPECT_EQ(bench.touch(7, 950_ns).migration_stall, 0_ns);
  EXPECT_EQ(bench.stat("migration_stalls"), 2);
  EXPECT_EQ(bench.stat("migration_stall_time"), (early.migration_stall + 50_ns).ns());
}

TEST(Mmu, TheLatestUseIsThatOfTheLatestAccess) {
  Bench bench(true);
  bench.touch(7);
  bench.touch(7, 500_ns);
  bench.touch(7, 700_ns);
  bench.touch(7, 600_ns);
  EXPECT_EQ(bench.mmu.latest_use(), 700_ns);
}

TEST(Mmu, AColdWalkReadsEveryLevelFromTheTop) {
  Bench bench;
  bench.touch(7);
  ASSERT_EQ(bench.walk_reads(), 4u);
  for (int i = 0; i < 4; ++i) {
    const Access& read = bench.below.seen[static_cast<std::size_t>(i)];
    EXPECT_EQ(read.kind, AccessKind::kWalk);
    EXPECT_EQ(read.line, bench.map.entry_line(7, 3 - i));
    EXPECT_EQ(read.core, base::CoreId{5});
  }
}

TEST(Mmu, EachReadOfAWalkWaitsForTheOneBefore) {
  Bench bench;
  const Access access = bench.touch(7, 100_ns);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(bench.below.seen[static_cast<std::size_t>(i)].issued,
              100_ns + kStlbLatency + kRead * i);
  }
  EXPECT_EQ(access.time, 100_ns + kStlbLatency + kRead * 4);
  EXPECT_EQ(access.issued, 100_ns);
  EXPECT_EQ(access.walk, kStlbLatency + kRead * 4);
  EXPECT_EQ(access.walk_queue, 0_ns);
}

TEST(Mmu, ContentionMetByAWalkIsKeptApart) {
  Bench bench;
  bench.below.queue = 3_ns;
  const Access access = bench.touch(7);
  EXPECT_EQ(access.time, kStlbLatency + (kRead + 3_ns) * 4);
  EXPECT_EQ(access.walk, kStlbLatency + kRead * 4);
  EXPECT_EQ(access.walk_queue, 12_ns);
}

TEST(Mmu, ADtlbHitCostsNothing) {
  Bench bench;
  bench.touch(7);
  const Access access = bench.touch(7, 100_ns, 4032);
  EXPECT_EQ(bench.walk_reads(), 0u);
  EXPECT_EQ(access.time, 100_ns);
  EXPECT_EQ(access.walk, 0_ns);
  EXPECT_EQ(access.line, bench.map.frame_of(7).line_at(4032));
}

TEST(Mmu, AnStlbHitAddsItsLookUp) {
  Bench bench;
  for (const std::uint64_t p : {7, 8, 9}) bench.touch(p);  // 7 has left the DTLB
  const Access access = bench.touch(7, 100_ns);
  EXPECT_EQ(bench.walk_reads(), 0u);
  EXPECT_EQ(access.time, 100_ns + kStlbLatency);
  EXPECT_EQ(access.walk, kStlbLatency);
  EXPECT_EQ(bench.touch(7, 200_ns).time, 200_ns);  // and is in the DTLB again
}

TEST(Mmu, AWalkStartsBelowWhatThePagingStructureCachesHold) {
  Bench bench;
  bench.touch(0);
  bench.touch(1);
  EXPECT_EQ(bench.walk_reads(), 1u);  // the same leaf table
  bench.touch(512);
  EXPECT_EQ(bench.walk_reads(), 2u);  // another leaf, the same table above
  bench.touch(512 * 512);
  EXPECT_EQ(bench.walk_reads(), 3u);
  EXPECT_EQ(bench.below.seen[0].line, bench.map.entry_line(512 * 512, 2));
}

TEST(Mmu, PagingStructureCachesForgetTheLeastRecentlyUsed) {
  Bench bench;
  bench.touch(0);
  bench.touch(512);
  bench.touch(1024);  // two entries per level: the leaf of page 0 is evicted
  bench.touch(1);
  EXPECT_EQ(bench.walk_reads(), 2u);
  bench.touch(1025);
  EXPECT_EQ(bench.walk_reads(), 1u);
}

TEST(Mmu, APageThatLeavesTheStlbLeavesTheDtlbToo) {
  Bench bench;
  bench.touch(0);
  for (std::uint64_t p = 1; p <= 3; ++p) {
    bench.touch(p);
    bench.touch(0);
    EXPECT_EQ(bench.walk_reads(), 0u);  // still in the DTLB
  }
  bench.touch(4);  // page 0 is the oldest in the STLB
  bench.touch(0);
  EXPECT_EQ(bench.walk_reads(), 1u);
}

TEST(Mmu, AShootdownTakesATranslationOutOfBothTlbs) {
  Bench bench;
  bench.touch(0);
  bench.touch(1);
  EXPECT_TRUE(bench.mmu.invalidate(page(0), 50_ns));
  EXPECT_FALSE(bench.mmu.invalidate(page(0), 60_ns));
  bench.touch(1);
  EXPECT_EQ(bench.walk_reads(), 0u);
  bench.touch(0);
  EXPECT_EQ(bench.walk_reads(), 1u);
}

/// A page moves, simulated by a map whose frames change under the TLBs.
struct MovedPage : Bench {
  void move() { map = paging::PageMap(std::vector<NodeId>(kPages, NodeId{3}), 4, 4); }
};

TEST(Mmu, AMovedPageIsSeenAfterItsShootdown) {
  MovedPage bench;
  bench.mmu.check_translations();
  bench.touch(7);
  bench.move();
  bench.mmu.invalidate(page(7), 0_ns);
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{3});
}

TEST(Mmu, AStaleTranslationStopsACheckedRun) {
  MovedPage bench;
  bench.mmu.check_translations();
  bench.touch(7);
  bench.move();
  test::expect_invariant_error([&] { bench.touch(7); }, {"mmu", "stale", "page 7 of space 0"});
}

TEST(Mmu, TlbsHoldCopiesOfThePageMap) {
  MovedPage bench;
  for (const std::uint64_t p : {7, 8, 9}) bench.touch(p);  // 7 is in the STLB only
  bench.move();
  EXPECT_EQ(bench.touch(9).line.node(), NodeId{2});
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{2});
}

/// Two programs alternate on one core; both have a page 7.
struct TwoSpaces : Bench {
  static constexpr base::SpaceId kOther{9};

  paging::PageMap other{std::vector<NodeId>(kPages, NodeId{1}), 4, 4, {}, kOther};
};

TEST(Mmu, EachSpaceHasItsOwnTranslations) {
  TwoSpaces bench;
  bench.mmu.check_translations();
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{2});
  bench.mmu.enter(bench.other);
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{1});
  EXPECT_EQ(bench.walk_reads(), 4u) << "nothing of the other space's walk may serve";
  EXPECT_EQ(bench.below.seen[0].line, bench.other.entry_line(7, 3));
}

TEST(Mmu, TranslationsStayWhileTheCoreRunsAnotherSpace) {
  TwoSpaces bench;
  bench.touch(7);
  bench.mmu.enter(bench.other);
  bench.touch(7);
  bench.mmu.enter(bench.map);
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{2});
  EXPECT_EQ(bench.walk_reads(), 0u);
}

TEST(Mmu, AShootdownOfOneSpaceLeavesTheOther) {
  TwoSpaces bench;
  bench.touch(7);
  bench.mmu.enter(bench.other);
  bench.touch(7);
  EXPECT_TRUE(bench.mmu.invalidate(page(7), 0_ns)) << "also while another space runs";
  EXPECT_FALSE(bench.mmu.invalidate(page(7), 0_ns));
  bench.touch(7);
  EXPECT_EQ(bench.walk_reads(), 0u);
}

TEST(Mmu, AFlushTakesAllOfOneSpaceAndNothingOfTheOther) {
  TwoSpaces bench;
  bench.touch(7);
  bench.mmu.enter(bench.other);
  bench.touch(7);
  EXPECT_EQ(bench.mmu.flush({}, 0_ns), 1);
  EXPECT_FALSE(bench.mmu.invalidate(page(7), 0_ns));
  bench.touch(7);
  EXPECT_EQ(bench.walk_reads(), 0u);
  bench.mmu.enter(bench.map);
  EXPECT_EQ(bench.touch(7).line.node(), NodeId{2});
  EXPECT_EQ(bench.walk_reads(), 4u) << "paging-structure caches are flushed too";
}

TEST(Mmu, CountsWhatServedATranslation) {
  Bench bench;
  for (const std::uint64_t p : {0, 0, 0, 1, 2, 0}) bench.touch(p);
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  bench.mmu.report(writer);
  std::vector<double> values;
  for (const accounting::Stat& stat : stats) values.push_back(stat.value);
  // DTLB hits, STLB hits, walks, reads of walks, mean walk in ns
  EXPECT_EQ(values, (std::vector<double>{2, 1, 3, 6, 20}));
}

/// Caches whose look-ups all have the result `found`.
class LookedUpCaches : public sc_core::sc_module {
 public:
  explicit LookedUpCaches(const sc_core::sc_module_name& name) : sc_module(name) {}

  kernel::LookUp look_up(Access& /*access*/) { return found; }
  void miss(Access& access) { missed.push_back(access); }

 private:
  void access(Access& access) { seen.push_back(access); }

 public:
  kernel::Target<&LookedUpCaches::access> cpu_side{"cpu_side", *this};
  kernel::LookUp found = kernel::LookUp::kHit;
  std::vector<Access> missed;
  std::vector<Access> seen;
};

TEST(Mmu, ALookUpHasNoEffectUnlessTheCachesHit) {
  const paging::PageMap map = Bench::map_of(false);
  Above above("above");
  Mmu mmu("mmu", {2, 2, 4, 4, base::Cycles(8), 2}, base::Frequency(2'400'000'000), map);
  LookedUpCaches below("below");
  above.out.bind(mmu.cpu_side);
  mmu.mem_side.bind(below.cpu_side);
  test::elaborate();
  const kernel::LookUpPort<Access> port = above.out.look_ups();
  const auto load_of = [](std::uint64_t page_number) {
    Access access;
    access.address = {page_number * base::kPageBytes};
    access.issued = access.time = 100_ns;
    return access;
  };
  Access access = load_of(7);
  EXPECT_EQ(port.look_up(access), kernel::LookUp::kBlocked) << "the walk comes first";
  EXPECT_TRUE(below.seen.empty());
  for (const std::uint64_t p : {7, 8, 9}) {
    Access load = load_of(p);
    above.out.send(load);
  }
  below.found = kernel::LookUp::kMiss;
  for (int i = 0; i < 2; ++i) {  // the DTLB holds pages 8 and 9, and the STLB page 7
    EXPECT_EQ(port.look_up(access), kernel::LookUp::kMiss);
    EXPECT_EQ(access.time, 100_ns);
  }
  below.found = kernel::LookUp::kHit;
  EXPECT_EQ(port.look_up(access), kernel::LookUp::kHit);
  EXPECT_EQ(access.time, 100_ns + kStlbLatency);
  EXPECT_EQ(access.walk, kStlbLatency);
  EXPECT_EQ(access.line, map.frame_of(7).line_at(0));
  Access again = load_of(7);
  port.miss(again);
  ASSERT_EQ(below.missed.size(), 1u);
  EXPECT_EQ(below.missed[0].time, 100_ns) << "the hit has filled the DTLB";
}

}  // namespace
}  // namespace starnuma::translation
