// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "stimulus/trace/player/core_map.h"
#include "stimulus/trace/player/page_space.h"

namespace starnuma::trace {
namespace {

using Threads = std::vector<std::vector<std::uint32_t>>;

TEST(CoreMap, AsManyThreadsAsCoresHaveOneEach) {
  const CoreMap map = map_to_cores({5, 6, 7, 8}, 4);
  EXPECT_EQ(map.threads, (Threads{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(map.text(), "4 threads on 4 cores");
}

TEST(CoreMap, FewerThreadsAreSpreadAndMoreShareWithTheirNeighbours) {
  EXPECT_EQ(map_to_cores({5, 5}, 6).threads, (Threads{{0}, {}, {}, {1}, {}, {}}));
  EXPECT_EQ(map_to_cores({5, 5, 5, 5, 5}, 2).threads, (Threads{{0, 1, 2}, {3, 4}}));
}

TEST(CoreMap, AThreadThatWorksLittleTakesNoWorkersPlace) {
  const CoreMap map = map_to_cores({16, 1600, 1600, 1600}, 3);
  EXPECT_EQ(map.threads, (Threads{{0, 1}, {2}, {3}}));
  EXPECT_EQ(map.core_of, (std::vector<std::uint16_t>{0, 0, 1, 2}));
  EXPECT_EQ(map.text(), "3 workers and 1 other thread on 3 cores");
  EXPECT_EQ(map_to_cores({1600, 1600, 1600, 1600, 16, 16}, 3).threads,
            (Threads{{0, 1}, {2, 4}, {3, 5}}));
  EXPECT_EQ(map_to_cores({100, 1600}, 1).workers, 2);
  EXPECT_EQ(map_to_cores({99, 1600}, 1).workers, 1);
  EXPECT_EQ(map_to_cores({99, 1600}, 2).workers, 2);
}

TEST(PageSpace, UsedPagesLieOneAfterTheOther) {
  PageSpace space(
      {{10, 0, Page::kUsed}, {11, 0, 0}, {12, 0, Page::kUsed}, {1000000, 0, Page::kUsed}});
  space.place({3 * base::kPageBytes});
  EXPECT_EQ(space.pages(), 3U);
  const PageSpace::Area* last = nullptr;
  const auto at = [&](std::uint64_t page) { return space.address_of(page * 4096 + 5, last); };
  EXPECT_EQ(at(10)->value, 3 * 4096U + 5);
  EXPECT_EQ(at(12)->value, 4 * 4096U + 5);
  EXPECT_EQ(at(1000000)->value, 5 * 4096U + 5);
  for (const std::uint64_t page : {0, 9, 11, 13, 999999, 1000001}) EXPECT_FALSE(at(page)) << page;
}

}  // namespace
}  // namespace starnuma::trace
