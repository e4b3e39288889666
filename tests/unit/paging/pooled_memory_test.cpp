// SPDX-License-Identifier: Apache-2.0
#include "models/paging/pooled_memory.h"

#include <gtest/gtest.h>

namespace starnuma::paging {
namespace {

using namespace base::literals;

constexpr std::uint64_t kWindow = 4096;  // lines: 64 frames

base::LineAddress line_of(int server, std::uint64_t frame, std::uint64_t line,
                          std::uint64_t host = 0) {
  return base::LineAddress::of(static_cast<base::NodeId>(server),
                               host * kWindow + frame * base::kLinesPerPage + line);
}

/// Server parts at different frames; regions of two pages, the last one of a range of one.
PooledMemory three_servers() {
  return PooledMemory({{{10, 8}, {20, 8}, {30, 8}}, 2, 1, 1, kWindow},
                      {{0, 10, 5, true}, {1, 20, 2, true}, {1, 22, 2, false}});
}

void move(PooledMemory& memory, std::uint32_t region, int to) {
  ASSERT_TRUE(memory.maps().begin_move(region, to));
  while (memory.move_next(region)) {
  }
  memory.maps().end_move(region);
  for (int s = 0; s < 3; ++s) memory.maps().notify(region, s);
}

TEST(PooledMemory, NamesLinesAfterWhereTheyLieAtFirst) {
  PooledMemory memory = three_servers();
  EXPECT_EQ(memory.maps().regions(), 5U);
  EXPECT_FALSE(memory.holds(line_of(0, 9, 63)));
  EXPECT_TRUE(memory.holds(line_of(0, 10, 0)));
  EXPECT_FALSE(memory.holds(line_of(0, 15, 0)));
  EXPECT_FALSE(memory.holds(line_of(2, 30, 0)));  // the frame was empty
  const PoolPage page = memory.page_of(line_of(0, 13, 5));
  EXPECT_EQ(page.region, 1U);
  EXPECT_EQ(page.page, 1U);
  EXPECT_EQ(memory.first_line_of(page), line_of(0, 13, 0));
  EXPECT_EQ(memory.maps().pages_of(2), 1U);
  for (const auto& [server, frame] : {std::pair{0, 10}, {0, 14}, {1, 21}, {1, 23}}) {
    const base::LineAddress name = line_of(server, static_cast<std::uint64_t>(frame), 7);
    EXPECT_EQ(memory.in_memory(name, memory.place_of(name)), name);
    EXPECT_EQ(memory.name_of(name), name);
    EXPECT_EQ(memory.home_of(name), static_cast<base::NodeId>(server));
  }
  EXPECT_TRUE(memory.may_move(3));
  EXPECT_FALSE(memory.may_move(4));
}

TEST(PooledMemory, ANameIsThatOfTheHostThatSeesTheLine) {
  PooledMemory memory = three_servers();
  move(memory, 1, 2);
  for (const std::uint64_t host : {0U, 1U, 3U}) {
    const base::LineAddress name = line_of(0, 13, 5, host);
    EXPECT_EQ(memory.name_of(memory.in_memory(name, memory.place_of(name))), name);
  }
}

TEST(PooledMemory, KeepsNamesWherePagesMoveWithinTheirServer) {
  PooledMemory memory = three_servers();
  const base::LineAddress name = line_of(0, 13, 5);
  for (int n = 0; n < 3; ++n) {
    const base::LineAddress before = memory.in_memory(name, memory.place_of(name));
    ASSERT_TRUE(memory.move_within(memory.page_of(name)));
    const base::LineAddress now = memory.in_memory(name, memory.place_of(name));
    EXPECT_NE(now, before);
    EXPECT_EQ(base::index_of(now.node()), 0);
    EXPECT_EQ(memory.name_of(now), name);
  }
}

TEST(PooledMemory, KeepsNamesWhereverRegionsGo) {
  PooledMemory memory = three_servers();
  const base::LineAddress name = line_of(0, 13, 5);
  base::LineAddress before = name;
  // Moves to a new server, into frames of another region, and back into new frames.
  for (const int to : {2, 1, 0}) {
    if (to == 0) move(memory, 0, 2);
    move(memory, 1, to);
    EXPECT_EQ(memory.home_of(name), static_cast<base::NodeId>(to));
    const base::LineAddress now = memory.in_memory(name, memory.place_of(name));
    EXPECT_EQ(base::index_of(now.node()), to);
    EXPECT_NE(now, before);
    EXPECT_EQ(memory.name_of(now), name);
    before = now;
  }
  const base::LineAddress other = line_of(0, 11, 0);
  EXPECT_EQ(memory.name_of(memory.in_memory(other, memory.place_of(other))), other);
}

TEST(PooledMemory, HasAnAddressRangeOfEachHost) {
  PooledMemory memory = three_servers();
  const base::LineAddress name = line_of(1, 22, 3, 2);
  EXPECT_TRUE(memory.holds(name));
  EXPECT_EQ(memory.page_of(name).region, 4U);
  EXPECT_EQ(memory.in_memory(name, memory.place_of(name)), name);
}

TEST(PooledMemory, CountsUsesAndKnowsWhenAPageHasSettled) {
  PooledMemory memory = three_servers();
  memory.count_use(1, 2);
  memory.count_use(1, 2);
  memory.count_use(1, 0);
  EXPECT_EQ(memory.take_uses(1), (std::vector<std::uint64_t>{1, 0, 2}));
  EXPECT_EQ(memory.take_uses(1), (std::vector<std::uint64_t>{0, 0, 0}));
  EXPECT_EQ(memory.settled_at({1, 1}), 0_ns);
  memory.settle({1, 1}, 7_ns);
  EXPECT_EQ(memory.settled_at({1, 1}), 7_ns);
  EXPECT_EQ(memory.settled_at({1, 0}), 0_ns);
}

}  // namespace
}  // namespace starnuma::paging
