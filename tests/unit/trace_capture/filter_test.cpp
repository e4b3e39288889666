// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/plugin/filter.h"

#include <gtest/gtest.h>

namespace starnuma::capture {
namespace {

TEST(Filter, HoldsItsSizeAndNoMore) {
  Filter filter(4096);
  for (std::uint64_t at = 0; at < 4096; at += 64) EXPECT_FALSE(filter.access(at, false).hit);
  for (std::uint64_t at = 0; at < 4096; at += 64) EXPECT_TRUE(filter.access(at, false).hit);
  EXPECT_FALSE(filter.access(4096, false).hit);
  EXPECT_FALSE(filter.access(0, false).hit);  // the oldest line of its set was evicted
}

TEST(Filter, ALineThatIsAccessedAgainIsNotTheOldest) {
  Filter filter(512);  // one set
  for (std::uint64_t i = 0; i < 8; ++i) filter.access(64 * i, false);
  filter.access(0, false);
  filter.access(0x2000, false);
  EXPECT_TRUE(filter.access(0, false).hit);
  EXPECT_FALSE(filter.access(64, false).hit);
}

TEST(Filter, ALoadLeavesAWrittenLineDirty) {
  Filter filter(512);
  filter.access(0, true);
  filter.access(0, false);
  EXPECT_FALSE(filter.access(0, true).upgrade);
}

TEST(Filter, TheFirstStoreToACleanLineUpgradesIt) {
  Filter filter(4096);
  filter.access(0, false);
  EXPECT_TRUE(filter.access(0, true).upgrade);
  EXPECT_FALSE(filter.access(0, true).upgrade);
}

TEST(Filter, ADirtyLineThatMakesRoomIsWrittenBack) {
  Filter filter(512);  // one set
  filter.access(0x1000, true);
  for (std::uint64_t i = 1; i < 8; ++i) EXPECT_FALSE(filter.access(64 * i, false).wrote_back);
  const Filter::Outcome outcome = filter.access(0x2000, false);
  EXPECT_TRUE(outcome.wrote_back);
  EXPECT_EQ(outcome.victim, 0x1000U);
}

}  // namespace
}  // namespace starnuma::capture
