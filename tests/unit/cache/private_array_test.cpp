// SPDX-License-Identifier: Apache-2.0
#include "models/cache/private_array_function.h"

#include <gtest/gtest.h>

namespace starnuma::cache {
namespace {

using base::Bytes;
using base::LineAddress;
using base::Time;

constexpr auto kEmpty = PrivateArray::Entry::kEmpty;

/// Returns one set of `ways` lines, so that all lines compete.
PrivateArray one_set(int ways) { return PrivateArray(Bytes(64 * ways), ways); }

std::uint64_t fill(PrivateArray& array, std::uint64_t line) {
  return array.fill({line}, Time(0), false).line;
}

TEST(PrivateArray, AnEmptyOneHoldsNothing) {
  PrivateArray array = one_set(4);
  EXPECT_EQ(array.find({0}), nullptr);
}

TEST(PrivateArray, AFilledLineIsFoundWithWhatItWasFilledWith) {
  PrivateArray array = one_set(4);
  array.fill({7}, Time(123), true, false, 63);
  const PrivateArray::Entry* entry = array.find({7});
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->line, 7u);
  EXPECT_EQ(entry->ready_at(), Time(123));
  EXPECT_TRUE(entry->writable);
  EXPECT_FALSE(entry->dirty);
  EXPECT_EQ(entry->place, 63u);
}

TEST(PrivateArray, TimesOfHoursAreKept) {
  PrivateArray array = one_set(1);
  const Time hours(std::int64_t{9} * 3600 * 1'000'000'000'000);
  array.fill({7}, hours, true, true, 63);
  EXPECT_EQ(array.find({7})->ready_at(), hours);
}

TEST(PrivateArray, EmptyEntriesAreFilledBeforeAnythingLeaves) {
  PrivateArray array = one_set(4);
  for (std::uint64_t line = 0; line < 4; ++line) EXPECT_EQ(fill(array, line), kEmpty);
  EXPECT_NE(fill(array, 4), kEmpty);
}

TEST(PrivateArray, TheLeastRecentlyUsedLineLeaves) {
  PrivateArray array = one_set(4);
  for (std::uint64_t line = 0; line < 4; ++line) fill(array, line);
  array.find({0});
  array.find({2});
  EXPECT_EQ(fill(array, 10), 1u);
  EXPECT_EQ(fill(array, 11), 3u);
  EXPECT_EQ(fill(array, 12), 0u);
  EXPECT_EQ(fill(array, 13), 2u);
  EXPECT_EQ(fill(array, 14), 10u);
}

TEST(PrivateArray, AskingForTheSameLineAgainCountsAsUse) {
  PrivateArray array = one_set(2);
  fill(array, 0);
  fill(array, 1);
  for (int i = 0; i < 3; ++i) EXPECT_NE(array.find({0}), nullptr);  // also by the first guess
  EXPECT_EQ(fill(array, 2), 1u);
}

TEST(PrivateArray, AskingForALineThatIsNotThereIsNoUse) {
  PrivateArray array = one_set(2);
  fill(array, 0);
  fill(array, 1);
  EXPECT_EQ(array.find({5}), nullptr);
  EXPECT_EQ(fill(array, 2), 0u);
}

TEST(PrivateArray, TheVictimKeepsItsDirtAndItsRights) {
  PrivateArray array = one_set(1);
  array.fill({1}, Time(5), true);
  array.find({1})->dirty = true;
  const PrivateArray::Entry victim = array.fill({2}, Time(9), false);
  EXPECT_EQ(victim.line, 1u);
  EXPECT_TRUE(victim.dirty);
  EXPECT_TRUE(victim.writable);
  EXPECT_FALSE(array.find({2})->dirty);
}

TEST(PrivateArray, ARemovedLineLeavesRoom) {
  PrivateArray array = one_set(2);
  fill(array, 0);
  fill(array, 1);
  array.take({1});
  EXPECT_EQ(array.find({1}), nullptr);
  EXPECT_EQ(fill(array, 2), kEmpty);
  EXPECT_NE(array.find({0}), nullptr);
}

TEST(PrivateArray, SetsDoNotCompete) {
  PrivateArray array(Bytes(64 * 8), 2);  // four sets
  for (std::uint64_t line = 0; line < 8; ++line) EXPECT_EQ(fill(array, line), kEmpty);
  EXPECT_EQ(fill(array, 9), 1u);  // set 1
  EXPECT_NE(array.find({0}), nullptr);
}

TEST(PrivateArray, HoldsAsManyLinesAsItsSizeSays) {
  PrivateArray array(base::Bytes(32 * 1024), 8);
  for (std::uint64_t line = 0; line < 512; ++line) EXPECT_EQ(fill(array, line), kEmpty);
  for (std::uint64_t line = 0; line < 512; ++line) EXPECT_NE(array.find({line}), nullptr);
}

}  // namespace
}  // namespace starnuma::cache
