// SPDX-License-Identifier: Apache-2.0
#include "models/paging/dynamic_capacity.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/unit/paging/capacity_bench.h"

namespace starnuma::paging {
namespace {

constexpr std::uint64_t kPages = 12;
constexpr std::uint64_t kEnough = 40;  ///< Frames of a socket.

struct Dcd : CapacityBench, ::testing::Test {
  explicit Dcd(std::uint64_t socket_frames = kEnough) : CapacityBench(kPages, socket_frames) {}

  /// Requests, offers and accepts an extent.
  Extent give(int host, std::uint64_t frames, std::uint64_t tag, int d = 0) {
    const auto extent = capacity->offer(device(d), frames, host, tag);
    EXPECT_TRUE(extent && capacity->accept(tag));
    return *extent;
  }
};

TEST_F(Dcd, OffersTheLowestFreeBlocksThatLieTogether) {
  const Extent a = give(0, 8, 1);
  const Extent b = give(1, 5, 2);
  const Extent c = give(2, 4, 3);
  EXPECT_EQ(a.first, kRegion);
  EXPECT_EQ(b.first, kRegion + 8);
  EXPECT_EQ(b.frames, 8U);  // whole blocks
  EXPECT_EQ(c.first, kRegion + 16);
  EXPECT_TRUE(capacity->begin_release(1, device(0), b.first));
  EXPECT_TRUE(capacity->end_release(1, device(0), b.first));
  EXPECT_EQ(capacity->offer(device(0), 9, 3, 4)->first, kRegion + 20);
  EXPECT_EQ(capacity->offer(device(0), 8, 3, 5)->first, kRegion + 8);
  EXPECT_FALSE(capacity->offer(device(0), kFrames - 31, 3, 6));
  EXPECT_TRUE(capacity->offer(device(0), kFrames - 32, 3, 6));
  EXPECT_FALSE(capacity->offer(device(0), 1, 3, 7));
  EXPECT_TRUE(capacity->offer(device(1), 1, 3, 7));
}

TEST_F(Dcd, OffersAreWholeBlocksBesideExtentsThatAreNot) {
  hosts().add({device(0), kRegion + 1, 4, Sharing::kExclusive, 1});
  EXPECT_EQ(capacity->offer(device(0), 1, 1, 1)->first, kRegion + 8);
}

TEST_F(Dcd, AnOfferIsOutOfReachUntilItIsAccepted) {
  const base::LineAddress line = base::LineAddress::of(device(0), kRegion * base::kLinesPerPage);
  const auto before = state();
  EXPECT_FALSE(capacity->offer(device(0), 0, 1, 1));
  EXPECT_FALSE(capacity->offer(device(0), 4, 1, 0));
  EXPECT_FALSE(capacity->offer(socket(1), 4, 1, 1));
  EXPECT_EQ(state(), before);
  EXPECT_TRUE(capacity->offer(device(0), 4, 1, 1));
  EXPECT_FALSE(capacity->offer(device(0), 4, 2, 1));  // the tag is in use
  EXPECT_FALSE(hosts().reaches(base::SocketId{1}, line));
  EXPECT_EQ(map(1).free_on(device(0)), 0U);
  EXPECT_TRUE(capacity->accept(1));
  EXPECT_FALSE(capacity->accept(1));
  EXPECT_TRUE(hosts().reaches(base::SocketId{1}, line));
  EXPECT_FALSE(hosts().reaches(base::SocketId{0}, line));
  EXPECT_EQ(map(1).free_on(device(0)), 4U);
  EXPECT_FALSE(capacity->offer(device(0), 4, 2, 1));
}

TEST_F(Dcd, AReleaseWaitsForItsPagesToMove) {
  const Extent extent = give(1, 4, 1);
  move(1, 3, device(0));
  EXPECT_TRUE(touch(1, 3, true));
  const auto before = state();
  EXPECT_FALSE(capacity->end_release(1, device(0), extent.first));
  EXPECT_FALSE(capacity->begin_release(2, device(0), extent.first));  // it belongs to another host
  EXPECT_FALSE(capacity->begin_release(1, device(0), extent.first + 1));
  EXPECT_FALSE(capacity->cancel_release(1, device(0), extent.first));
  EXPECT_EQ(state(), before);
  EXPECT_TRUE(capacity->begin_release(1, device(0), extent.first));
  EXPECT_FALSE(capacity->begin_release(1, device(0), extent.first));
  EXPECT_EQ(map(1).free_on(device(0)), 0U);
  EXPECT_FALSE(capacity->end_release(1, device(0), extent.first));
  EXPECT_TRUE(capacity->cancel_release(1, device(0), extent.first));
  EXPECT_EQ(state(), before);

  EXPECT_TRUE(capacity->begin_release(1, device(0), extent.first));
  const auto moves = evictions_of(extent, 1);
  ASSERT_EQ(moves->size(), 1U);
  EXPECT_EQ(moves->front().page, base::PageId(base::SpaceId{1}, 3));
  EXPECT_EQ(moves->front().to, socket(1));
  move(1, 3, moves->front().to);
  EXPECT_TRUE(capacity->end_release(1, device(0), extent.first));
  EXPECT_TRUE(touch(1, 3, false));
  EXPECT_TRUE(hosts().extents().empty());
}

TEST_F(Dcd, AForcedReleaseTakesPagesAndTheirAccessesEnd) {
  const Extent extent = give(2, 4, 1);
  for (const std::uint64_t page : {5, 9}) move(2, page, device(0));
  move(2, 5, socket(2));
  EXPECT_FALSE(capacity->force(device(0), extent.first + 4));
  const auto taken = capacity->force(device(0), extent.first);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->hosts, 4U);
  EXPECT_EQ(taken->tag, 1U);
  EXPECT_FALSE(touch(2, 9, false));  // through an old translation
  EXPECT_EQ(lose(*taken, 2), std::vector<std::uint64_t>{9});
  EXPECT_FALSE(map(2).present(9));
  EXPECT_FALSE(map(2).allocated(9));
  EXPECT_EQ(map(2).pages_on(device(0)), 0U);
  EXPECT_TRUE(touch(2, 5, true));
  EXPECT_THROW(map(2).lose(9), base::InvariantError);
  give(2, 4, 2);  // the same memory, without pages
  EXPECT_FALSE(touch(2, 9, false));
  EXPECT_TRUE(map(2).pages_in(device(0), {kRegion, 4}).empty());
  EXPECT_EQ(map(2).free_on(device(0)), 4U);
}

struct SmallDcd : Dcd {
  /// Leaves the socket one free frame after its page table.
  SmallDcd() : Dcd(kPages + PageMap::kLevels + 1) {}
};

TEST_F(SmallDcd, PagesThatHaveNowhereToGoMakeARefusal) {
  const Extent extent = give(0, 4, 1);
  for (const std::uint64_t page : {0, 1, 2}) move(0, page, device(0));
  EXPECT_EQ(map(0).free_on(socket(0)), 4U);
  move(0, 1, socket(0));
  move(0, 1, device(0));
  const Extent own = give(0, 1, 2, 1);
  EXPECT_TRUE(capacity->begin_release(0, device(0), extent.first));
  auto moves = evictions_of(extent, 0);
  ASSERT_EQ(moves->size(), 3U);
  for (const Eviction& eviction : *moves) EXPECT_EQ(eviction.to, socket(0));
  // A second extent of the device takes pages before the socket does.
  const Extent more = give(0, 2, 3);
  moves = evictions_of(extent, 0);
  for (const Eviction& eviction : *moves) EXPECT_EQ(eviction.to, device(0));
  EXPECT_TRUE(capacity->begin_release(0, device(0), more.first));
  EXPECT_TRUE(capacity->begin_release(0, device(1), own.first));
  memory().limit(std::vector<std::uint64_t>(kHosts + kDevices, kPages + PageMap::kLevels - 2));
  EXPECT_EQ(map(0).free_on(socket(0)), 1U);
  EXPECT_FALSE(evictions_of(extent, 0));
}

}  // namespace
}  // namespace starnuma::paging
