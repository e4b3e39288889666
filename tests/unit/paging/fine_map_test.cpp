// SPDX-License-Identifier: Apache-2.0
#include "models/paging/fine_map.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace starnuma::paging {
namespace {

std::uint64_t resident_bytes() {
  std::uint64_t reserved = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> reserved >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

TEST(FreeFrames, AllocateTheFrameFreedLastAndTheLowestOfARun) {
  FreeFrames free;
  free.free_frame({0, 10});
  EXPECT_EQ(free.take(3).first, 0U);
  free.free_frame({1, 1});
  EXPECT_EQ(free.take(5).frames, 1U);
  const FrameRange rest = free.take(100);
  EXPECT_EQ(rest.first, 3U);
  EXPECT_EQ(rest.frames, 7U);
  EXPECT_EQ(free.count(), 0U);
  EXPECT_THROW(free.take(1), base::InvariantError);
}

TEST(FreeFrames, ALimitCutsRuns) {
  FreeFrames free;
  free.free_frame({5, 10});
  free.free_frame({0, 2});
  free.free_frame({20, 4});
  free.limit(8);
  EXPECT_EQ(free.count(), 5U);
  EXPECT_EQ(free.take(9).first, 0U);
  EXPECT_EQ(free.take(9).frames, 3U);
}

TEST(FineMap, AServerOf64TiBAllocatesNoMemoryForItsFrames) {
  constexpr std::uint64_t kFramesOf64TiB = std::uint64_t{1} << 34;
  const std::uint64_t before = resident_bytes();
  FineMap map(kFramesOf64TiB, 1);
  constexpr auto kLargest = static_cast<std::uint32_t>(PoolPage::kMostPages);
  map.expect(0, 1, kLargest);
  map.land_all(0);
  EXPECT_EQ(map.room(), kFramesOf64TiB - kLargest);
  EXPECT_EQ(map.frame_of({0, kLargest - 1}), kLargest - 1);
  EXPECT_EQ(map.move({0, kLargest - 1})->to, kLargest);
  EXPECT_EQ(map.lookup({0, kLargest - 1}, 1).frame, kLargest);
  EXPECT_LT(resident_bytes() - before, std::uint64_t{16} << 20);
}

TEST(FineMap, ARegionInScatteredFramesFindsEachOfItsPages) {
  FineMap map(12, 1);
  map.expect(0, 1, 4);
  map.expect(1, 1, 4);
  map.land_all(0);
  map.land_all(1);
  for (std::uint32_t page = 0; page < 4; ++page) map.leave({0, page}, {1, 2});
  map.erase(0);
  map.expect(2, 5, 7);  // frames 3, 2, 1, 0 in order of their return, then 8, 9, 10
  const std::vector<std::uint64_t> frames{3, 2, 1, 0, 8, 9, 10};
  for (std::uint32_t page = 0; page < frames.size(); ++page) {
    EXPECT_EQ(map.land({2, page}), frames[page]);
    EXPECT_EQ(map.frame_of({2, page}), frames[page]);
  }
  map.limit(9);
  std::vector<std::uint32_t> beyond;
  for (const PoolPage page : map.beyond()) beyond.push_back(page.page);
  EXPECT_EQ(beyond, (std::vector<std::uint32_t>{5, 6}));
  map.limit(12);
  EXPECT_EQ(map.room(), 1U);
  EXPECT_EQ(map.move({2, 0})->to, 11U);
}

TEST(FineMap, PagesArriveAndLeaveInOrder) {
  FineMap map(8, 1);
  map.expect(0, 1, 4);
  EXPECT_THROW(map.land({0, 1}), base::InvariantError);
  EXPECT_THROW(map.lookup({0, 0}, 1), base::InvariantError);
  map.land_all(0);
  EXPECT_THROW(map.leave({0, 1}, {1, 2}), base::InvariantError);
  map.leave({0, 0}, {1, 2});
  EXPECT_EQ(map.lookup({0, 0}, 1).kind, FineMap::LookupKind::kMoved);
  EXPECT_EQ(map.lookup({0, 1}, 1).kind, FineMap::LookupKind::kHere);
}

}  // namespace
}  // namespace starnuma::paging
