// SPDX-License-Identifier: Apache-2.0
#include "models/paging/page_map.h"

#include <gtest/gtest.h>

#include <set>

#include "models/base/check.h"

namespace starnuma::paging {
namespace {

using base::NodeId;

constexpr int kSockets = 4;
constexpr int kNodes = 5;
constexpr NodeId kPool{4};

std::vector<NodeId> homes(std::initializer_list<int> nodes) {
  std::vector<NodeId> list;
  for (const int node : nodes) list.push_back(static_cast<NodeId>(node));
  return list;
}

std::uint64_t frame_number(base::Frame frame) {
  return frame.first_line.in_node() / base::kLinesPerPage;
}

TEST(PageMap, PagesLieOnTheNodeThatPlacementGaveThem) {
  const auto wanted = homes({3, 0, 4, 3, 1});
  const PageMap map(wanted, kNodes, kSockets);
  EXPECT_EQ(map.pages(), 5u);
  for (std::uint64_t page = 0; page < 5; ++page) {
    EXPECT_EQ(map.frame_of(page).first_line.node(), wanted[page]);
  }
}

TEST(PageMap, FramesOfANodeAreHandedOutWithoutHolesInPageOrder) {
  const PageMap map(homes({3, 0, 3, 0, 3}), kNodes, kSockets);
  EXPECT_EQ(frame_number(map.frame_of(0)), 0u);
  EXPECT_EQ(frame_number(map.frame_of(2)), 1u);
  EXPECT_EQ(frame_number(map.frame_of(4)), 2u);
  EXPECT_EQ(frame_number(map.frame_of(1)), 0u);
  EXPECT_EQ(frame_number(map.frame_of(3)), 1u);
}

TEST(PageMap, AMovedPageGetsTheNextFrameAndItsOldOneIsTakenFirst) {
  PageMap map(homes({3, 3, 0}), kNodes, kSockets);
  const std::uint64_t used = map.frames_on(NodeId{0});
  map.make_movable({used + 1, 9, 9, 9, 1});
  const base::Frame old = map.frame_of(0);
  EXPECT_EQ(map.next_frame(kPool).first_line, base::LineAddress::of(kPool, 0));
  map.move(0, kPool, base::Time(5));
  EXPECT_EQ(map.home_of(0), kPool);
  EXPECT_EQ(map.settled_at(0), base::Time(5));
  EXPECT_EQ(map.settled_at(1), base::Time(0));
  EXPECT_EQ(map.next_frame(NodeId{3}).first_line, old.first_line);
  map.move(2, NodeId{3}, base::Time(6));
  EXPECT_EQ(map.frame_of(2).first_line, old.first_line);
}

TEST(PageMap, APageThatIsMappedAgainSettlesNotBeforeItsMove) {
  PageMap map(homes({3, 0}), kNodes, kSockets);
  map.make_movable({9, 9, 9, 9, 1});
  map.move(0, kPool, base::Time(9));
  map.unmap(0);
  map.map(0, base::Time(4));
  EXPECT_EQ(map.settled_at(0), base::Time(9));
}

TEST(PageMap, ANodeTakesPagesUpToItsLimit) {
  PageMap map(homes({3, 3, 0}), kNodes, kSockets);
  map.make_movable({9, 9, 9, 9, 1});
  EXPECT_EQ(map.free_on(kPool), 1u);
  map.move(0, kPool, base::Time(0));
  EXPECT_EQ(map.free_on(kPool), 0u);
  EXPECT_THROW(map.move(1, kPool, base::Time(0)), base::InvariantError);
  map.move(0, NodeId{1}, base::Time(0));
  EXPECT_EQ(map.free_on(kPool), 1u);
}

TEST(PageMap, AFixedMapHasRoomForWhatItHolds) {
  const PageMap map(homes({3, 3, 0}), kNodes, kSockets);
  EXPECT_FALSE(map.movable());
  EXPECT_EQ(map.frame_limit(NodeId{3}), map.frames_on(NodeId{3}));
}

TEST(PageMap, EqualPlacementsGiveEqualAddresses) {
  const auto wanted = homes({3, 0, 4, 3, 1});
  const PageMap a(wanted, kNodes, kSockets);
  const PageMap b(wanted, kNodes, kSockets);
  for (std::uint64_t page = 0; page < 5; ++page) {
    EXPECT_EQ(a.frame_of(page).first_line, b.frame_of(page).first_line);
    for (int level = 0; level < PageMap::kLevels; ++level) {
      EXPECT_EQ(a.entry_line(page, level), b.entry_line(page, level));
    }
  }
}

TEST(PageMap, FramesOnANodeIncludeItsPageTables) {
  const PageMap map(homes({1, 1, 1}), kNodes, kSockets);
  EXPECT_EQ(map.frames_on(NodeId{0}), 0u);
  EXPECT_EQ(map.frames_on(NodeId{1}), 3u + PageMap::kLevels);  // one table per level
  EXPECT_EQ(map.frames_on(NodeId{2}), 0u);
}

TEST(PageMap, NoFrameIsHandedOutTwice) {
  std::vector<NodeId> wanted;
  for (int page = 0; page < 3000; ++page) wanted.push_back(static_cast<NodeId>(page * 7 % kNodes));
  const PageMap map(wanted, kNodes, kSockets);
  std::set<std::uint64_t> frames;
  for (std::uint64_t page = 0; page < map.pages(); ++page) {
    frames.insert(map.frame_of(page).first_line.value / base::kLinesPerPage);
  }
  std::set<std::uint64_t> tables;
  for (std::uint64_t page = 0; page < map.pages(); ++page) {
    for (int level = 0; level < PageMap::kLevels; ++level) {
      tables.insert(map.entry_line(page, level).value / base::kLinesPerPage);
    }
  }
  EXPECT_EQ(frames.size(), 3000u);
  EXPECT_EQ(tables.size(), 6u + 1 + 1 + 1);
  for (const std::uint64_t table : tables) EXPECT_EQ(frames.count(table), 0u);
}

TEST(PageMap, AProgramWithoutPagesIsMapped) {
  EXPECT_EQ(PageMap({}, kNodes, kSockets).pages(), 0u);
}

TEST(PageMap, PagesOnDemandTakeAFrameWhenTheyAreAllocated) {
  const auto memory = std::make_shared<FramePool>(kNodes);
  PageMap map(homes({0, 1, 0}), memory, SpaceLocation::of_sockets(kSockets), {}, Frames::kOnDemand);
  map.make_movable({9, 9, 9, 9, 9});
  EXPECT_TRUE(map.unmaps());
  EXPECT_FALSE(map.present(1));
  EXPECT_FALSE(map.allocated(1));
  EXPECT_EQ(map.pages_on(NodeId{2}), 0U);
  const std::uint64_t room = map.free_on(NodeId{2});

  const base::Frame frame = map.allocate(1, NodeId{2});
  EXPECT_EQ(frame.first_line.node(), NodeId{2});
  EXPECT_TRUE(map.allocated(1));
  EXPECT_FALSE(map.present(1)) << "until it is mapped";
  map.map(1, base::Time(7));
  EXPECT_TRUE(map.present(1));
  EXPECT_EQ(map.settled_at(1), base::Time(7));
  EXPECT_EQ(map.translation_for(1, 0).frame.first_line, frame.first_line);
  EXPECT_EQ(map.free_on(NodeId{2}), room - 1);
  EXPECT_EQ(map.pages_on(NodeId{2}), 1U);
  EXPECT_FALSE(map.allocated(0));
  EXPECT_THROW(map.allocate(1, NodeId{0}), base::InvariantError);
  map.unmap(1);
  EXPECT_TRUE(map.allocated(1)) << "it keeps its frame";
}

TEST(PageMap, ASocketReadsItsOwnCopyAndOthersThePageUntilTheyCollapse) {
  PageMap map(homes({3, 3, 0}), kNodes, kSockets);
  map.make_movable({9, 9, 9, 9, 9});
  EXPECT_FALSE(map.translation_for(0, 1).read_only);
  map.protect(0, base::Time(5));
  const std::uint64_t room = map.free_on(NodeId{1});
  const base::Frame copy = map.allocate_frame(NodeId{1});
  EXPECT_EQ(map.free_on(NodeId{1}), room - 1);
  map.add_copy(0, 1, copy);
  EXPECT_EQ(map.translation_for(0, 1).frame.first_line, copy.first_line);
  EXPECT_EQ(map.translation_for(0, 2).frame.first_line, map.frame_of(0).first_line);
  EXPECT_TRUE(map.translation_for(0, 2).read_only);
  EXPECT_FALSE(map.translation_for(1, 1).read_only);
  EXPECT_EQ(map.copies_of(0), 2U);
  EXPECT_EQ(map.copies(), 1U);

  EXPECT_EQ(map.collapse(0, base::Time(8)), 1U);
  EXPECT_EQ(map.translation_for(0, 1).frame.first_line, map.frame_of(0).first_line);
  EXPECT_FALSE(map.translation_for(0, 1).read_only);
  EXPECT_EQ(map.settled_at(0), base::Time(8));
  EXPECT_EQ(map.free_on(NodeId{1}), room);
  EXPECT_EQ(map.copies(), 0U);
}

TEST(PageMap, ACachedPageKeepsItsFrameAndFaultsWhenItHasLeft) {
  PageMap map(homes({4, 0}), kNodes, kSockets);
  map.make_movable({9, 9, 9, 9, 9});
  const base::Frame pooled = map.frame_of(0);
  const std::uint64_t room = map.free_on(NodeId{1});
  const std::uint64_t in_pool = map.free_on(kPool);
  map.cache(0, map.allocate_frame(NodeId{1}), base::Time(5));
  EXPECT_EQ(map.home_of(0), NodeId{1});
  EXPECT_EQ(map.kept_frame(0).first_line, pooled.first_line);
  EXPECT_EQ(map.settled_at(0), base::Time(5));
  EXPECT_EQ(map.free_on(NodeId{1}), room - 1);
  EXPECT_EQ(map.free_on(kPool), in_pool);
  EXPECT_THROW(map.cache(0, map.frame_of(0), base::Time(6)), base::InvariantError);

  map.uncache(0, base::Time(8));
  EXPECT_EQ(map.frame_of(0).first_line, pooled.first_line);
  EXPECT_EQ(map.free_on(NodeId{1}), room);
  EXPECT_EQ(map.settled_at(0), base::Time(8));
  EXPECT_FALSE(map.present(0));
  EXPECT_THROW(map.uncache(0, base::Time(9)), base::InvariantError);
}

TEST(PageMap, APageWithCopiesDoesNotMove) {
  PageMap map(homes({3}), kNodes, kSockets);
  map.make_movable({9, 9, 9, 9, 9});
  map.protect(0, base::Time(5));
  EXPECT_THROW(map.move(0, kPool, base::Time(6)), base::InvariantError);
}

}  // namespace
}  // namespace starnuma::paging
