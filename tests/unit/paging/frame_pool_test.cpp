// SPDX-License-Identifier: Apache-2.0
#include "models/paging/frame_pool.h"

#include <gtest/gtest.h>

#include <set>

#include "models/base/check.h"
#include "models/paging/page_map.h"

namespace starnuma::paging {
namespace {

using base::NodeId;

constexpr int kThreeNodes = 3;
constexpr int kTwoSockets = 2;

std::uint64_t number(base::Frame frame) { return frame.first_line.in_node() / base::kLinesPerPage; }

TEST(FramePool, HandsOutTheFrameGivenBackLast) {
  FramePool pool(kThreeNodes);
  const base::Frame first = pool.take(NodeId{1});
  pool.take(NodeId{1});
  pool.free_frame(first);
  EXPECT_EQ(pool.used_on(NodeId{1}), 1U);
  EXPECT_EQ(pool.next(NodeId{1}).first_line, first.first_line);
  EXPECT_EQ(pool.take(NodeId{1}).first_line, first.first_line);
  EXPECT_EQ(pool.frames_on(NodeId{1}), 2U);
}

TEST(FramePool, MapsOfOneMemoryShareNoFrameAndItsRoom) {
  const auto memory = std::make_shared<FramePool>(kThreeNodes);
  const std::vector<NodeId> homes(5, NodeId{0});
  PageMap one(homes, memory, SpaceLocation::of_sockets(kTwoSockets), base::SpaceId{0});
  PageMap two(homes, memory, SpaceLocation::of_sockets(kTwoSockets), base::SpaceId{1});
  std::set<std::uint64_t> lines;
  for (const PageMap* map : {&one, &two}) {
    for (std::uint64_t page = 0; page < map->pages(); ++page) {
      lines.insert(map->frame_of(page).first_line.value);
      for (int level = 0; level < PageMap::kLevels; ++level) {
        lines.insert(map->entry_line(page, level).value / base::kLinesPerPage *
                     base::kLinesPerPage);
      }
    }
  }
  EXPECT_EQ(lines.size(), 2 * (5U + PageMap::kLevels));

  memory->limit({100, 1, 100});
  one.make_movable();
  EXPECT_TRUE(one.movable());
  EXPECT_FALSE(two.movable());
  one.move(0, NodeId{1}, base::Time(0));
  EXPECT_EQ(two.free_on(NodeId{1}), 0U);
}

TEST(FramePool, AZoneHandsOutTheFramesOfItsRangesAndKnowsItsRoom) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {{10, 2}, {30, 1}});
  EXPECT_EQ(pool.size_of_zone(zone), 3U);
  EXPECT_EQ(pool.free_on(zone), 3U);
  const base::Frame first = pool.take(zone);
  EXPECT_EQ(number(first), 10U);
  EXPECT_EQ(first.first_line.node(), NodeId{2});
  EXPECT_EQ(number(pool.take(zone)), 11U);
  EXPECT_EQ(number(pool.take(zone)), 30U);
  EXPECT_EQ(pool.free_on(zone), 0U);
  EXPECT_EQ(number(pool.next(zone)), 31U);  // free
  pool.free_frame(first);
  EXPECT_EQ(pool.used_on(NodeId{2}), 2U);
  EXPECT_EQ(number(pool.take(zone)), 10U);
  EXPECT_EQ(pool.used_on(NodeId{2}), 3U);
  EXPECT_EQ(number(pool.take(NodeId{1})), 0U);
}

TEST(FramePool, AClosedRangeHandsOutNothingAndAnOpenedOneIsAsBefore) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {{10, 3}, {30, 4}});
  std::vector<base::Frame> taken;
  for (int n = 0; n < 4; ++n) taken.push_back(pool.take(zone));
  pool.free_frame(taken[3]);  // 30
  pool.free_frame(taken[0]);  // 10
  EXPECT_EQ(pool.used_in(zone, 10), 2U);
  EXPECT_EQ(pool.used_in(zone, 30), 0U);

  pool.close_range(zone, 10);
  EXPECT_TRUE(pool.closed(taken[1]));
  EXPECT_FALSE(pool.closed(taken[3]));
  EXPECT_EQ(pool.free_on(zone), 4U);
  EXPECT_EQ(pool.size_of_zone(zone), 7U);
  EXPECT_EQ(number(pool.next(zone)), 30U);
  pool.free_frame(pool.take(zone));
  pool.close_range(zone, 30);
  EXPECT_EQ(pool.free_on(zone), 0U);

  pool.open_range(zone, 10);
  pool.open_range(zone, 30);
  EXPECT_EQ(pool.free_on(zone), 5U);
  EXPECT_EQ(number(pool.take(zone)), 30U);
  EXPECT_EQ(number(pool.take(zone)), 10U);
  EXPECT_EQ(number(pool.take(zone)), 31U);
}

TEST(FramePool, FreeFramesOfAClosedRangeDoNotCountAgainstTheLimitOfItsZone) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {{10, 4}, {30, 4}});
  pool.limit({8, 8, 8, 5});
  EXPECT_EQ(pool.free_on(zone), 5U);
  pool.take(zone);
  pool.close_range(zone, 10);
  EXPECT_EQ(pool.free_on(zone), 4U);
  pool.take(zone);
  EXPECT_EQ(pool.free_on(zone), 3U);
}

TEST(FramePool, ARangeIsRemovedWhenNoFrameOfItIsInUse) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {{10, 2}, {30, 4}});
  const base::Frame first = pool.take(zone);
  const base::Frame second = pool.take(zone);
  EXPECT_EQ(number(pool.take(zone)), 30U);
  pool.free_frame(second);
  EXPECT_FALSE(pool.remove_range(zone, 10));
  EXPECT_EQ(pool.free_on(zone), 4U);
  pool.free_frame(first);
  EXPECT_TRUE(pool.remove_range(zone, 10));
  EXPECT_EQ(pool.size_of_zone(zone), 4U);
  EXPECT_EQ(pool.used_on(zone), 1U);
  EXPECT_EQ(pool.used_on(NodeId{2}), 1U);
  EXPECT_EQ(number(pool.next(zone)), 31U);
  EXPECT_THROW(pool.used_in(zone, 10), base::InvariantError);
}

TEST(FramePool, AnAddedRangeIsHandedOutBehindTheOthersFromItsBeginning) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {});
  EXPECT_EQ(pool.free_on(zone), 0U);
  pool.add_range(zone, {8, 1});
  pool.add_range(zone, {4, 2});
  EXPECT_EQ(number(pool.take(zone)), 8U);
  EXPECT_EQ(number(pool.take(zone)), 4U);
  EXPECT_EQ(pool.free_on(zone), 1U);
  EXPECT_THROW(pool.add_range(zone, {5, 3}), base::InvariantError);
  const NodeId other = pool.add_zone(NodeId{2}, {});
  EXPECT_THROW(pool.add_range(other, {8, 1}), base::InvariantError);
  pool.add_range(other, {9, 1});
  EXPECT_EQ(number(pool.take(other)), 9U);
}

TEST(FramePool, ADroppedRangeGoesWithWhatIsInUse) {
  FramePool pool(kThreeNodes);
  const NodeId zone = pool.add_zone(NodeId{2}, {{10, 2}, {30, 4}});
  const base::Frame first = pool.take(zone);
  pool.take(zone);
  pool.free_frame(first);
  pool.drop_range(zone, 10);
  EXPECT_EQ(pool.used_on(zone), 0U);
  EXPECT_EQ(number(pool.take(zone)), 30U);
  pool.add_range(zone, {10, 2});
  EXPECT_EQ(pool.free_on(zone), 5U);
}

}  // namespace
}  // namespace starnuma::paging
