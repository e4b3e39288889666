// SPDX-License-Identifier: Apache-2.0
#include "models/observers/page_use.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using base::Time;

constexpr std::int64_t kUs = 1'000'000;

Time us(std::int64_t n) { return Time(n * kUs); }

TEST(PageUse, APageCountsOnceInEachPartInWhichItIsMissed) {
  PageUse use(3);
  use.begin(us(100));
  use.add(0, us(100));
  use.add(0, us(100));
  use.add(2, us(100));
  use.add(2, Time(102 * kUs - 1));
  use.add(1, us(102));
  EXPECT_EQ(use.part_length(), us(1));
  EXPECT_EQ(use.pages_by_part(), (std::vector<std::int64_t>{2, 1, 1}));
}

TEST(PageUse, PartsAreDoubledWhenTheWindowOutgrowsThem) {
  PageUse use(4);
  use.begin(us(0));
  use.add(0, us(0));
  use.add(0, us(1));
  use.add(1, us(3));
  use.add(2, Time(32 * kUs - 1));
  EXPECT_EQ(use.part_length(), us(1));
  EXPECT_EQ(use.pages_by_part().size(), 32u);
  use.add(3, us(32));
  EXPECT_EQ(use.part_length(), us(2));
  std::vector<std::int64_t> expected(17, 0);
  expected[0] = expected[1] = expected[15] = expected[16] = 1;
  EXPECT_EQ(use.pages_by_part(), expected);
}

TEST(PageUse, APageIsOfTheSamePartsHoweverTheyGrewThere) {
  PageUse late(1);
  PageUse early(1);
  late.begin(us(0));
  early.begin(us(0));
  early.add(0, us(5000));
  for (std::int64_t at = 0; at < 5000; at += 777) late.add(0, us(at));
  for (std::int64_t at = 0; at < 5000; at += 777) early.add(0, us(at));
  late.add(0, us(5000));
  EXPECT_EQ(late.part_length(), us(256));
  EXPECT_EQ(late.pages_by_part(), early.pages_by_part());
}

TEST(PageUse, AMissFromBeforeTheWindowCountsInItsFirstPart) {
  PageUse use(1);
  use.begin(us(10));
  use.add(0, us(7));
  EXPECT_EQ(use.pages_by_part(), (std::vector<std::int64_t>{1}));
}

TEST(PageUse, AnOpenedWindowKnowsNothingOfWhatWasBefore) {
  PageUse use(1);
  use.begin(us(0));
  use.write(0);
  use.add(0, us(70));
  EXPECT_TRUE(use.is_written(0));
  use.begin(us(80));
  EXPECT_FALSE(use.is_written(0));
  EXPECT_EQ(use.part_length(), us(1));
  EXPECT_EQ(use.pages_by_part(), (std::vector<std::int64_t>{0}));
}

}  // namespace
}  // namespace starnuma::observers
