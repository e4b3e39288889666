// SPDX-License-Identifier: Apache-2.0
#include "models/placement/pool_share/pool_share.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/placement/page_allocator.h"

namespace starnuma::placement::pool_share_test {
namespace {

using base::NodeId;

constexpr int kSockets = 2;
constexpr std::uint64_t kPages = 1000;
constexpr std::uint64_t kPlenty = 100'000;

/// Returns the homes of pages that both of two sockets have touched in turn, with a number of
/// devices.
template <class SomePolicy = PoolShare>
std::vector<int> homes(double share, const std::vector<std::uint64_t>& device_room,
                       std::uint64_t interleave = 1) {
  PolicySetup setup;
  setup.config.pool_share = share;
  setup.sockets = kSockets;
  setup.pool.interleave_pages = interleave;
  PageAllocator::Memory memory;
  memory.room.assign(kSockets, kPlenty);
  for (const std::uint64_t room : device_room) {
    setup.pool.devices.push_back({static_cast<NodeId>(memory.room.size()), room});
    memory.room.push_back(room);
  }
  for (std::size_t n = 0; n < memory.room.size(); ++n) {
    memory.room_of.push_back(static_cast<NodeId>(n));
  }
  memory.nearest = [](NodeId from) { return std::vector<NodeId>{from, NodeId{1}, NodeId{0}}; };
  SomePolicy policy(setup);
  std::vector<base::PageOrigin> origins(kPages);
  for (std::size_t p = 0; p < kPages; ++p) origins[p].id = p % kSockets;
  const auto placed =
      PageAllocator(std::move(memory)).place(policy, origins, {NodeId{0}, NodeId{1}});
  std::vector<int> numbers;
  for (const NodeId home : placed->homes) numbers.push_back(base::index_of(home));
  return numbers;
}

std::int64_t on(const std::vector<int>& homes, int node) {
  return std::count(homes.begin(), homes.end(), node);
}

TEST(PoolShare, TakesItsShareOfAnyRunOfPages) {
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const std::vector<int> all = homes(share, {kPlenty});
    EXPECT_EQ(on(all, 2), static_cast<std::int64_t>(share * kPages)) << share;
    for (std::size_t p = 0; p + 4 <= kPages; p += 4) {
      const std::vector<int> four(all.begin() + static_cast<std::ptrdiff_t>(p),
                                  all.begin() + static_cast<std::ptrdiff_t>(p) + 4);
      EXPECT_EQ(on(four, 2), static_cast<std::int64_t>(4 * share)) << share << ", page " << p;
    }
  }
}

TEST(PoolShare, LeavesOtherPagesWithTheirToucher) {
  const std::vector<int> all = homes(0.5, {kPlenty});
  for (std::size_t p = 0; p < kPages; ++p) {
    if (all[p] < kSockets) {
      EXPECT_EQ(all[p], static_cast<int>(p) % kSockets);
    }
  }
}

TEST(PoolShare, InterleavesOverLocalMemoryAndAllDevices) {
  for (std::size_t devices = 0; devices <= 3; ++devices) {
    const std::vector<std::uint64_t> rooms(devices, kPlenty);
    const std::vector<int> all = homes<PoolInterleave>(0, rooms);
    for (std::size_t p = 0; p < kPages; ++p) {
      const auto place = static_cast<int>(p % (devices + 1));
      EXPECT_EQ(all[p], place == 0 ? static_cast<int>(p % kSockets) : 1 + place) << p;
    }
  }
}

TEST(PoolShare, DealsAsManyConsecutivePagesAsTheInterleaveSays) {
  const std::vector<int> all = homes(1, {kPlenty, kPlenty}, 4);
  for (std::size_t p = 0; p < kPages; ++p) {
    EXPECT_EQ(all[p], 2 + static_cast<int>(p / 4 % 2)) << p;
  }
}

TEST(PoolShare, AFullDevicePassesItsPagesOnToTheNextAndThenToSockets) {
  const std::vector<int> all = homes(1, {100, 300});
  EXPECT_EQ(on(all, 2), 100);
  EXPECT_EQ(on(all, 3), 300);
  EXPECT_EQ(on(all, 0), on(all, 1));
}

TEST(PoolShare, WithoutAPoolAllPagesAreLocal) { EXPECT_EQ(homes(0.75, {}), homes(0, {})); }

}  // namespace
}  // namespace starnuma::placement::pool_share_test
