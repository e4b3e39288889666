// SPDX-License-Identifier: Apache-2.0
#include "models/paging/logical_pool.h"

#include <gtest/gtest.h>

#include "models/base/quantities.h"

namespace starnuma::paging {
namespace {

using namespace base::literals;
using LookupKind = FineMap::LookupKind;

/// Unloaded latencies of the work.
struct MapTimes {
  base::Time coarse_lookup;
  base::Time fine_lookup;
  base::Time memory;  ///< Read or write of a line in a server's own memory.
  base::Time hop;     ///< One-way latency.

  /// Returns the latency of sequential steps.
  base::Time of(const MapWork& work) const {
    return coarse_lookup * work.coarse_lookups + fine_lookup * work.fine_lookups +
           memory * (work.memory_reads + work.memory_writes) + hop * work.hops;
  }
};

constexpr MapTimes kTimes{2_ns, 3_ns, 82_ns, 40500_ps};

LogicalPool four_servers() { return LogicalPool({{8, 8, 8, 8}, 1, 1}); }

void move_pages(LogicalPool& pool, std::uint32_t region) {
  while (pool.move_next(region)) {
  }
}

TEST(CoarseMap, KeepsTheNewestEntryInMapAndBuffer) {
  CoarseMap map(1);
  map.set(0, {2, 3});
  EXPECT_FALSE(map.lookup(0).in_buffer);
  for (const std::uint32_t version : {2U, 3U}) {
    map.set(0, {1, version});
    EXPECT_EQ(map.lookup(0).place.server, 2);
    EXPECT_TRUE(map.lookup(0).in_buffer);
  }
  map.set(0, {1, 4});
  EXPECT_FALSE(map.lookup(0).in_buffer);
  EXPECT_EQ(map.lookup(0).place.server, 1);
}

TEST(LogicalPool, FindsAPageInTwoSteps) {
  LogicalPool pool = four_servers();
  ASSERT_EQ(pool.add_region(2, 4), 0U);
  LogicalPool::Request first = pool.ask(0, {0, 3});
  EXPECT_EQ(first.to.server, 2);
  const FineMap::Found found = pool.arrive(first);
  EXPECT_EQ(found.kind, LookupKind::kHere);
  EXPECT_EQ(found.frame, 3U);
  // Both entries are read from memory: 2 + 82, request, 3 + 82, response.
  EXPECT_EQ(kTimes.of(first.work), 250_ns);

  LogicalPool::Request again = pool.ask(0, {0, 3});
  EXPECT_TRUE(pool.arrive(again).in_buffer);
  EXPECT_EQ(kTimes.of(again.work), 86_ns);

  LogicalPool::Request own = pool.ask(2, {0, 3});
  pool.arrive(own);
  EXPECT_EQ(kTimes.of(own.work), 87_ns);  // reads its own replica without a message
}

TEST(LogicalPool, ARegionMovesToExactlyEnoughFrames) {
  LogicalPool pool = four_servers();
  ASSERT_EQ(pool.add_region(2, 8), 0U);
  ASSERT_EQ(pool.add_region(3, 1), 1U);
  EXPECT_FALSE(pool.begin_move(0, 3));
  EXPECT_TRUE(pool.begin_move(0, 1));
}

TEST(LogicalPool, LooksUpWhatItsBuffersHaveLostAgain) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 2);
  pool.add_region(1, 2);
  for (const std::uint32_t region : {0U, 1U, 0U}) {
    LogicalPool::Request request = pool.ask(0, {region, 1});
    pool.arrive(request);
    EXPECT_EQ(request.work.memory_reads, 2);
  }
}

TEST(LogicalPool, MovesAPageWithinAServerBehindTheCoarseMap) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 2);
  LogicalPool::Request under_way = pool.ask(0, {0, 0});
  pool.arrive(under_way);
  const auto move = pool.move_within({0, 0});
  ASSERT_TRUE(move);
  EXPECT_EQ(move->from.frame, 0U);
  EXPECT_EQ(move->to.frame, 2U);
  EXPECT_EQ(pool.room_of(1), 6U);
  const FineMap::Found found = pool.arrive(under_way);
  EXPECT_EQ(found.kind, LookupKind::kHere);
  EXPECT_EQ(found.frame, 2U);
  EXPECT_FALSE(found.in_buffer);
  EXPECT_EQ(under_way.to.version, 1U);
}

TEST(LogicalPool, SendsOnWhatComesForPagesThatHaveGone) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 2);
  ASSERT_TRUE(pool.begin_move(0, 3));
  const auto move = pool.move_next(0);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->to.server, 3);

  LogicalPool::Request gone = pool.ask(0, {0, 0});
  EXPECT_EQ(pool.arrive(gone).kind, LookupKind::kMoved);
  EXPECT_EQ(gone.to.server, 3);
  EXPECT_EQ(pool.arrive(gone).kind, LookupKind::kHere);
  EXPECT_EQ(gone.work.hops, 3);  // request, forward and response
  LogicalPool::Request stays = pool.ask(0, {0, 1});
  EXPECT_EQ(pool.arrive(stays).kind, LookupKind::kHere);
  EXPECT_EQ(stays.to.server, 1);
}

TEST(LogicalPool, RemembersInItsBufferWherePagesHaveGoneUntilAllAreTold) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 1);
  LogicalPool::Request here = pool.ask(0, {0, 0});
  EXPECT_EQ(pool.arrive(here).kind, LookupKind::kHere);  // the buffer has it
  ASSERT_TRUE(pool.begin_move(0, 3));
  move_pages(pool, 0);
  LogicalPool::Request old = pool.ask(0, {0, 0});
  for (const bool in_buffer : {false, true}) {
    LogicalPool::Request gone = old;
    const FineMap::Found found = pool.arrive(gone);
    EXPECT_EQ(found.kind, LookupKind::kMoved);
    EXPECT_EQ(found.next.server, 3);
    EXPECT_EQ(found.in_buffer, in_buffer);
  }
  pool.end_move(0);
  for (int server = 0; server < 4; ++server) pool.notify(0, server);
  EXPECT_EQ(pool.arrive(old).kind, LookupKind::kStale);
}

TEST(LogicalPool, FindsOutAMapThatIsBehind) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 2);
  LogicalPool::Request old = pool.ask(2, {0, 1});
  ASSERT_TRUE(pool.begin_move(0, 3));
  move_pages(pool, 0);
  const MapWork ended = pool.end_move(0);
  EXPECT_EQ(ended.hops, 2);
  EXPECT_EQ(ended.memory_writes, 2);
  EXPECT_FALSE(pool.notify(0, 1));
  EXPECT_FALSE(pool.notify(0, 3));
  for (const int server : {0, 2}) {
    EXPECT_TRUE(pool.moving(0));
    LogicalPool::Request behind = pool.ask(server, {0, 1});
    EXPECT_EQ(behind.to.server, 1);
    EXPECT_EQ(pool.arrive(behind).kind, LookupKind::kMoved);
    const auto told = pool.notify(0, server);
    ASSERT_TRUE(told);
    EXPECT_EQ(kTimes.of(*told), 163_ns);
    EXPECT_FALSE(pool.notify(0, server));
  }
  EXPECT_FALSE(pool.moving(0));

  EXPECT_EQ(pool.arrive(old).kind, LookupKind::kStale);
  pool.retry(old);
  EXPECT_EQ(old.to.server, 3);
  EXPECT_EQ(old.to.version, 2U);
  EXPECT_EQ(pool.arrive(old).kind, LookupKind::kHere);
  EXPECT_EQ(old.work.hops, 4);  // two round trips
}

TEST(LogicalPool, KnowsAnOldVersionWhereTheRegionHasComeBack) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 1);
  LogicalPool::Request old = pool.ask(2, {0, 0});
  for (const int to : {3, 1}) {
    ASSERT_TRUE(pool.begin_move(0, to));
    move_pages(pool, 0);
    pool.end_move(0);
    for (int server = 0; server < 4; ++server) pool.notify(0, server);
  }
  LogicalPool::Request newer = pool.ask(0, {0, 0});
  EXPECT_EQ(pool.arrive(newer).kind, LookupKind::kHere);  // the buffer has the page
  EXPECT_EQ(pool.arrive(old).kind, LookupKind::kStale);
  pool.retry(old);
  EXPECT_EQ(pool.arrive(old).kind, LookupKind::kHere);
}

TEST(LogicalPool, ChangesNothingWhenItRefuses) {
  LogicalPool pool = four_servers();
  pool.add_region(1, 6);
  pool.add_region(2, 3);
  EXPECT_FALSE(pool.add_region(1, 3));
  EXPECT_FALSE(pool.begin_move(0, 1));  // it is already there
  EXPECT_FALSE(pool.begin_move(0, 2));  // five frames are left
  EXPECT_EQ(pool.room_of(2), 5U);
  ASSERT_TRUE(pool.begin_move(0, 3));
  EXPECT_FALSE(pool.begin_move(0, 0));
  EXPECT_FALSE(pool.move_within({0, 0}));
  EXPECT_EQ(pool.room_of(3), 2U);
  EXPECT_EQ(pool.room_of(0), 8U);
}

}  // namespace
}  // namespace starnuma::paging
