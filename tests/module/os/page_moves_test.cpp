// SPDX-License-Identifier: Apache-2.0
// Moves and read-only copies of pages: their time in closed form, frames, holds and counts.
#include <gtest/gtest.h>

#include "tests/module/os/os_bench.h"

namespace starnuma::test {
namespace {

using PageMoves = InBothDeliveries;

/// Time from the start of a move to the acknowledgement of its shootdown, if core 3 has the
/// translation.
constexpr Time kFarAck = kEntry + kDirectory + OsBench::kLegs[3] * 2 + kInvalidate;
constexpr Time kNoAck = kEntry;

TEST_P(PageMoves, TakeEntryShootdownCopyAndEntry) {
  OsBench bench(GetParam());
  bench.cores[3]->translations = {0};
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}, {2, OsBench::kPool}});
  bench.run();
  const Time first = kFarAck + kCopyPage + kEntry;
  const Time second = kNoAck + kCopyPage + kEntry;
  EXPECT_EQ(bench.map.settled_at(0), kPageWork + first);
  EXPECT_EQ(bench.map.settled_at(2), kPageWork * 2 + first + second);
  EXPECT_EQ(bench.counts().unavailable, first + second);
  EXPECT_EQ(bench.counts().busy, kPageWork * 2 + first + second);
  EXPECT_DOUBLE_EQ(bench.statistic("busy_time"), bench.counts().busy.ns());
  EXPECT_DOUBLE_EQ(bench.statistic("unavailable_time"), bench.counts().unavailable.ns());
  EXPECT_EQ(bench.counts().pages, 2);
  EXPECT_EQ(bench.counts().lines, 128);
  EXPECT_EQ(bench.statistic("shootdowns.sent"), 1);
  EXPECT_EQ(bench.statistic("shootdowns.needed"), 1);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{0}), 64);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveRead, base::NodeId{1}), 64);
  EXPECT_EQ(bench.accesses(AccessKind::kMoveWrite, OsBench::kPool), 128);
}

TEST_P(PageMoves, FreeTheirOldFramesAndStayBehindIfTheNodeIsFull) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0},
                    {{0, OsBench::kPool}, {1, OsBench::kPool}, {2, OsBench::kPool}});
  bench.run();
  EXPECT_EQ(bench.map.home_of(2), base::NodeId{1});
  EXPECT_EQ(bench.map.free_on(OsBench::kPool), 0U);
  EXPECT_EQ(bench.map.free_on(base::NodeId{0}), 4U);
  EXPECT_EQ(bench.counts().pages, 2);
  EXPECT_EQ(bench.os->mover().made(base::SpaceId{0}), 3U);
}

TEST_P(PageMoves, CountInThePhaseInWhichTheyWereMade) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}, {1, OsBench::kPool}});
  bench.run();
  EXPECT_EQ(bench.os->mover().take_made(base::SpaceId{0}), 2U);
  EXPECT_EQ(bench.os->mover().take_made(base::SpaceId{0}), 0U);
  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{2}}, {1, base::NodeId{2}}});
  test::let_pass(kPageWork + 1_ns);  // the second has not begun
  EXPECT_EQ(bench.os->cancel(base::SpaceId{0}), 1U);
  bench.run();
  EXPECT_EQ(bench.os->cancel(base::SpaceId{0}), 0U);
  EXPECT_EQ(bench.map.home_of(0), base::NodeId{2});
  EXPECT_EQ(bench.map.home_of(1), OsBench::kPool);
}

TEST_P(PageMoves, WaitForAccessesWithTheOldTranslation) {
  OsBench bench(GetParam());
  bench.cores[1]->translations = {0};
  bench.cores[1]->latest = 300_ns;     // in immediate delivery the acknowledgement waits
  bench.cores[2]->unused_at = 700_ns;  // in queued delivery the copy waits too
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}});
  bench.run();
  const Time begin = GetParam() ? 700_ns : 300_ns + kInvalidate;
  EXPECT_EQ(bench.map.settled_at(0), begin + kCopyPage + kEntry);
}

TEST_P(PageMoves, HoldTheirPageUntilItIsMapped) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}});
  const Time settled = kPageWork + kNoAck + kCopyPage + kEntry;
  test::let_pass(settled);  // up to then, exclusive
  EXPECT_EQ(bench.map.held(0), GetParam());
  EXPECT_FALSE(bench.map.held(1));
  test::let_pass(1_ps);
  EXPECT_FALSE(bench.map.held(0));
  EXPECT_EQ(bench.map.settled_at(0), settled);
  EXPECT_EQ(bench.cores[0]->resumed, 1);
}

TEST_P(PageMoves, ASharedCoreLosesTheTimeAndNoOther) {
  placement::PlacementConfig config = OsBench::default_config();
  config.os_core = placement::OsCore::kShared;
  OsBench bench(GetParam(), config);
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}, {1, OsBench::kPool}});
  bench.run();
  EXPECT_EQ(bench.cores[0]->interrupted, (kPageWork + kNoAck + kCopyPage + kEntry) * 2);
  EXPECT_EQ(bench.cores[0]->interrupted, bench.counts().busy);
  for (int c = 1; c < OsBench::kCores; ++c) EXPECT_EQ(bench.cores[c]->interrupted, 0_ns);
}

TEST_P(PageMoves, CopiesShareOneShootdownAndAWriteEndsThem) {
  OsBench bench(GetParam());
  bench.cores[3]->translations = {0};
  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{1}, true}, {0, base::NodeId{2}, true}});
  bench.run();
  EXPECT_EQ(bench.counts().copies, 2);
  EXPECT_EQ(bench.counts().max_copies, 2U);
  EXPECT_EQ(bench.map.free_on(base::NodeId{1}), 1U);
  EXPECT_EQ(bench.cores[3]->invalidated.size(), 2U);  // protection, and the copy of its socket

  const Time start = kernel::now();
  Time done;
  bench.call([&] { done = bench.faults().write_fault(page(0), start); });
  bench.run();
  EXPECT_EQ(done - start, kWriteFault + kEntry + kEntry);
  EXPECT_EQ(bench.counts().fault_time, done - start);
  EXPECT_EQ(bench.counts().write_faults, 1);
  EXPECT_EQ(bench.counts().copies_freed, 2);
  EXPECT_EQ(bench.map.free_on(base::NodeId{1}), 2U);
  EXPECT_EQ(bench.map.free_on(base::NodeId{2}), 2U);

  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{1}, true}});
  bench.run();
  EXPECT_EQ(bench.map.copies(), 1U);
  EXPECT_EQ(bench.counts().max_copies, 2U);
}

TEST_P(PageMoves, ACopyOfAPageThatIsWrittenMeanwhileIsAbandonedWithItsFrame) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{1}, true}});
  test::let_pass(kPageWork + kNoAck + kCopyPage / 2);
  ASSERT_TRUE(bench.map.read_only(0));
  EXPECT_EQ(bench.map.free_on(base::NodeId{1}), 1U);
  bench.call([&] { bench.faults().write_fault(page(0), kernel::now()); });
  bench.run();
  EXPECT_EQ(bench.counts().copies_abandoned, 1);
  EXPECT_EQ(bench.counts().copies, 0);
  EXPECT_EQ(bench.map.copies(), 0U);
  EXPECT_EQ(bench.map.free_on(base::NodeId{1}), 2U);
  EXPECT_FALSE(bench.map.read_only(0));
}

TEST_P(PageMoves, ACopyEndsWithItsEntryAndTheShootdownOfItsSocketAlone) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{1}, true}});
  test::let_pass(kPageWork + kNoAck + kCopyPage / 2);
  for (const int core : {2, 3}) bench.cores[core]->translations = {0};
  bench.run();
  const Time acknowledged = kDirectory + OsBench::kLegs[2] * 2 + kInvalidate;
  EXPECT_EQ(bench.counts().busy, kPageWork + kNoAck + kCopyPage + kEntry + acknowledged);
  EXPECT_EQ(bench.cores[3]->translations.size(), 1U);
}

TEST_P(PageMoves, SumsCoverAllSpaces) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, OsBench::kPool}});
  bench.os->migrate(base::SpaceId{1}, {{0, base::NodeId{0}}});
  bench.os->migrate(base::SpaceId{0}, {{1, OsBench::kPool}});
  bench.run();
  const Time once = kNoAck + kCopyPage + kEntry;
  EXPECT_EQ(bench.os->counts(base::SpaceId{0}).unavailable, once * 2);
  EXPECT_EQ(bench.os->counts(base::SpaceId{1}).unavailable, once);
  EXPECT_DOUBLE_EQ(bench.statistic("unavailable_time"), (once * 3).ns());
  EXPECT_DOUBLE_EQ(bench.statistic("busy_time"), ((kPageWork + once) * 3).ns());
  EXPECT_EQ(bench.statistic("pages"), 3);
  EXPECT_EQ(bench.statistic("lines"), 3 * 64);
  bench.os->reset_statistics();
  for (const char* const name : {"pages", "lines", "busy_time", "unavailable_time"}) {
    EXPECT_EQ(bench.statistic(name), 0) << name;
  }
}

TEST_P(PageMoves, APageWithACopyDoesNotMove) {
  OsBench bench(GetParam());
  bench.os->migrate(base::SpaceId{0}, {{0, base::NodeId{1}, true}, {0, OsBench::kPool}});
  bench.run();
  EXPECT_EQ(bench.map.home_of(0), base::NodeId{0});
  EXPECT_EQ(bench.counts().pages, 0);
}

INSTANTIATE_TEST_SUITE_P(Os, PageMoves, testing::Bool(), delivery_name);

}  // namespace
}  // namespace starnuma::test
