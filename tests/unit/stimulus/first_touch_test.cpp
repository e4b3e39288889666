// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/first_touch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace {
namespace {

constexpr int kCores = 4;
constexpr int kNodes = 4;
constexpr std::uint64_t kShared = 400;  ///< Pages that all threads use; thread 2 has one more page.
using Ids = std::vector<int>;

/// Plays four threads that each load from all shared pages.
Playback played() {
  std::vector<std::vector<Record>> threads(kCores);
  for (std::vector<Record>& records : threads) {
    for (std::uint64_t page = 0; page < kShared; ++page) records.push_back(load(page << 12));
  }
  threads[2].push_back(load(kShared << 12));
  Playback playback;
  playback.folder = written_trace("touch.snt", threads);
  playback.summary = read_summary(playback.folder);
  playback.stretch.regions = 1;
  return playback;
}

std::vector<base::PageOrigin> origins(Playback playback, const std::vector<Page>& pages,
                                      FirstTouch first_touch, std::uint64_t seed = 1) {
  playback.pages = PageSpace(pages);
  const CoreMap map = map_to_cores({1, 1, 1, 1}, kCores);
  return origins_of(playback, pages, first_touch, map, kNodes, seed);
}

Ids ids(const std::vector<base::PageOrigin>& origins) {
  Ids all;
  for (const base::PageOrigin& origin : origins) all.push_back(origin.id);
  return all;
}

TEST(FirstTouch, EachUserOfAPageIsAsLikelyAsTheOthersAndFollowsTheSeed) {
  const Playback playback = played();
  const std::vector<Page> pages =
      read_pages(playback.folder, playback.summary.id, playback.summary.pages.pages);
  const Ids drawn = ids(origins(playback, pages, FirstTouch::kRandomUser));
  ASSERT_EQ(drawn.size(), kShared + 1);
  EXPECT_EQ(drawn.back(), 2);
  for (int core = 0; core < kCores; ++core) {
    EXPECT_NEAR(std::count(drawn.begin(), drawn.end(), core), kShared / kCores, 40) << core;
  }
  EXPECT_EQ(ids(origins(playback, pages, FirstTouch::kRandomUser)), drawn);
  EXPECT_NE(ids(origins(playback, pages, FirstTouch::kRandomUser, 2)), drawn);
}

/// Returns the nodes of pages that each thread uses in its own way.
Ids users_of(const std::vector<std::vector<Record>>& threads, const Stretch& stretch) {
  Playback playback;
  playback.folder = written_trace("users.snt", threads);
  playback.summary = read_summary(playback.folder);
  playback.stretch = stretch;
  const std::vector<Page> pages =
      read_pages(playback.folder, playback.summary.id, playback.summary.pages.pages);
  return ids(origins(playback, pages, FirstTouch::kRandomUser));
}

TEST(FirstTouch, AUserCountsOnceHoweverOftenItUsesAPage) {
  std::vector<std::vector<Record>> threads(kCores);
  for (std::uint64_t page = 0; page < kShared; ++page) {
    for (std::vector<Record>& records : threads) records.push_back(load(page << 12));
    for (int more = 0; more < 9; ++more) threads[3].push_back(load(page << 12));
  }
  const Ids drawn = users_of(threads, {1});
  for (int core = 0; core < kCores; ++core) {
    EXPECT_NEAR(std::count(drawn.begin(), drawn.end(), core), kShared / kCores, 40) << core;
  }
}

TEST(FirstTouch, OnlyThePlayedEpochsCount) {
  std::vector<std::vector<Record>> threads(kCores);
  for (std::uint64_t page = 0; page < kShared; ++page) threads[1].push_back(load(page << 12));
  for (const std::size_t late : {0U, 2U, 3U}) {
    threads[late].push_back(numbered(RecordKind::kEpoch, 2));
    for (std::uint64_t page = 0; page < kShared; ++page) threads[late].push_back(load(page << 12));
  }
  EXPECT_EQ(users_of(threads, {0, 0, 0, 2}), Ids(kShared, 1));
  EXPECT_NE(users_of(threads, {0, 0, 0, 3}), Ids(kShared, 1));
}

TEST(FirstTouch, LiteralFollowsTheTableAndSpreadsWhatItDoesNotSay) {
  const Playback playback = played();
  const auto used = [](std::uint64_t number, std::uint32_t toucher, int flags = 0) {
    return Page{number, toucher, static_cast<std::uint8_t>(Page::kUsed | flags)};
  };
  const std::vector<Page> pages = {used(0, 3),
                                   used(1, Page::kNobody),
                                   {2, 3, 0},    // not used, so it has no node
                                   used(3, 77),  // no such thread
                                   used(4, 2, Page::kBound),
                                   used(5, kNodes, Page::kBound)};  // no such node
  const std::vector<base::PageOrigin> literal = origins(playback, pages, FirstTouch::kLiteral);
  EXPECT_EQ(ids(literal), (Ids{3, 1, 2, 2, 0}));
  EXPECT_TRUE(literal[3].bound);
  EXPECT_FALSE(literal[4].bound);
  EXPECT_EQ(ids(origins(playback, pages, FirstTouch::kSpread)), (Ids{0, 1, 2, 3, 0}));
}

}  // namespace
}  // namespace starnuma::trace
