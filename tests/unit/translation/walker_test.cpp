// SPDX-License-Identifier: Apache-2.0
#include "models/translation/walker.h"

#include <gtest/gtest.h>

#include "tests/support/pages.h"

namespace starnuma::translation {
namespace {

using namespace base::literals;
using base::Time;
using protocol::Access;
using test::page;

constexpr Time kRead = 10_ns;
constexpr std::uint64_t kPages = 512 * 512 + 1;  // needs all four levels of the table

/// A walker with paging-structure caches of two entries, and caches that answer after kRead.
struct WalkerTest : testing::Test {
  WalkerTest() {
    walker.connect({[](void* test, Access& read) {
                      auto& self = *static_cast<WalkerTest*>(test);
                      self.reads.push_back(read);
                      read.time += kRead + self.queue;
                      read.queue = self.queue;
                    },
                    this});
  }
  Access walk(std::uint64_t number, Time time = 0_ns) {
    reads.clear();
    Access access;
    access.address = {number * base::kPageBytes};
    access.issued = access.time = time;
    access.core = base::CoreId{5};
    walker.walk(access, map, page(number), 0);
    return access;
  }
  std::vector<double> statistics() const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    walker.report(writer);
    return {stats[0].value, stats[1].value, stats[2].value};
  }

  paging::PageMap map{std::vector<base::NodeId>(kPages, base::NodeId{2}), 4, 4};
  Walker walker{{2, 2, 4, 4, base::Cycles(8), 2}};
  std::vector<Access> reads;
  Time queue;
};

TEST_F(WalkerTest, AColdWalkReadsEveryLevelFromTheTop) {
  const Access access = walk(7, 100_ns);
  ASSERT_EQ(reads.size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const Access& read = reads[static_cast<std::size_t>(i)];
    EXPECT_EQ(read.kind, protocol::AccessKind::kWalk);
    EXPECT_EQ(read.line, map.entry_line(7, 3 - i));
    EXPECT_EQ(read.issued, 100_ns + kRead * i);
    EXPECT_EQ(read.core, base::CoreId{5});
  }
  EXPECT_EQ(access.time, 100_ns + kRead * 4);
  EXPECT_EQ(access.walk, kRead * 4);
}

TEST_F(WalkerTest, AWalkStartsBelowTheDeepestCacheThatHits) {
  walk(0);
  walk(1);
  EXPECT_EQ(reads.size(), 1U);
  walk(512);
  EXPECT_EQ(reads.size(), 2U);
  walk(512 * 512);
  EXPECT_EQ(reads.size(), 3U);
}

TEST_F(WalkerTest, AFlushOfTheSpaceEmptiesTheCaches) {
  walk(7);
  walker.flush(base::SpaceId{9});
  walk(7);
  EXPECT_EQ(reads.size(), 1U);
  walker.flush(base::SpaceId{0});
  walk(7);
  EXPECT_EQ(reads.size(), 4U);
}

TEST_F(WalkerTest, ContentionIsApartFromTheWalk) {
  queue = 3_ns;
  const Access access = walk(7);
  EXPECT_EQ(access.walk, kRead * 4);
  EXPECT_EQ(access.walk_queue, 12_ns);
}

TEST_F(WalkerTest, CountsWalksTheirReadsAndTheirMeanTime) {
  walk(0);
  walk(1);
  EXPECT_EQ(statistics(), (std::vector<double>{2, 5, 25}));
  walker.reset_statistics();
  EXPECT_EQ(statistics(), (std::vector<double>{0, 0, 0}));
}

}  // namespace
}  // namespace starnuma::translation
