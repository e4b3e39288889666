// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/page_counts.h"

#include <gtest/gtest.h>

namespace starnuma::accounting {
namespace {

TEST(PageCounts, WithoutPagesThereIsNothing) {
  EXPECT_EQ(PageCounts().pages(), 0u);
  EXPECT_EQ(PageCounts().sockets(), 0);
}

TEST(PageCounts, MissesAddUpOverSocketsAndSharersCountThem) {
  PageCounts counts(3, 16);
  counts.add(1, 0);
  counts.add(1, 15);
  counts.add(1, 15);
  EXPECT_EQ(counts.misses(1), 3u);
  EXPECT_EQ(counts.sharers(1), 2);
}

TEST(PageCounts, PagesAreCountedApart) {
  PageCounts counts(3, 16);
  counts.add(0, 15);
  counts.add(2, 0);
  EXPECT_EQ(counts.misses(1), 0u);
  EXPECT_EQ(counts.sharers(1), 0);
  EXPECT_EQ(counts.misses(0) + counts.misses(2), 2u);
}

TEST(PageCounts, ClearingKeepsTheShape) {
  PageCounts counts(3, 16);
  counts.add(1, 7);
  counts.clear();
  EXPECT_EQ(counts.pages(), 3u);
  EXPECT_EQ(counts.sockets(), 16);
  EXPECT_EQ(counts.misses(1), 0u);
}

TEST(PageCounts, RawCountsCarryTheProfileOver) {
  PageCounts counts(3, 16);
  counts.add(1, 7);
  counts.add(1, 8);
  PageCounts copy(3, 16);
  copy.raw() = counts.raw();
  EXPECT_EQ(copy.sharers(1), 2);
  EXPECT_EQ(copy.misses(1), 2u);
}

}  // namespace
}  // namespace starnuma::accounting
