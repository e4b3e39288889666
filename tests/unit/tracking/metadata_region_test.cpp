// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/metadata_region.h"

#include <gtest/gtest.h>

namespace starnuma::tracking {
namespace {

constexpr protocol::MetadataLayout kT16{16, 16};

TEST(MetadataRegion, ALastRegionMayBeShort) {
  EXPECT_EQ(MetadataRegion::regions_of(128, 7), 1u);
  EXPECT_EQ(MetadataRegion::regions_of(129, 7), 2u);
  EXPECT_EQ(MetadataRegion::regions_of(5, 0), 5u);
}

TEST(MetadataRegion, SixteenTebibytesNeedThepublished128Mebibytes) {
  const std::uint64_t pages = std::uint64_t{1} << (44 - base::kPageShift);
  EXPECT_EQ(MetadataRegion::pages_for(kT16, pages, 7) * base::kPageBytes, 128u << 20);
}

TEST(MetadataRegion, EntriesLieInTheirFramesOneAfterTheOther) {
  const auto first = base::LineAddress::of(base::NodeId{2}, 64);
  const auto second = base::LineAddress::of(base::NodeId{5}, 128);
  const MetadataRegion region(kT16, 2048, 0, {{first}, {second}});
  EXPECT_EQ(region.line_of(region.address_of(0)), first);
  EXPECT_EQ(region.line_of(region.address_of(16)).value, first.value + 1);
  EXPECT_EQ(region.line_of(region.address_of(1024)), second);
}

TEST(MetadataRegion, ItsLinesAreThoseOfEntriesAndNoMore) {
  const auto first = base::LineAddress::of(base::NodeId{2}, 64);
  const auto second = base::LineAddress::of(base::NodeId{5}, 128);
  const MetadataRegion region(kT16, 1024 + 17, 0, {{first}, {second}});
  const std::vector<base::LineAddress> lines = region.lines();
  ASSERT_EQ(lines.size(), 66u);
  EXPECT_EQ(lines[0], first);
  EXPECT_EQ(lines[63].value, first.value + 63);
  EXPECT_EQ(lines[64], second);
  EXPECT_EQ(lines[65].value, second.value + 1);
}

TEST(MetadataRegion, AnEntryIsWhatWasWritten) {
  MetadataRegion region(kT16, 8, 0, {{}});
  region.set_word(region.address_of(3), kT16.word(0x8001, 77));
  EXPECT_EQ(region.entry(3).sharers, 0x8001u);
  EXPECT_EQ(region.entry(3).count, 77u);
  EXPECT_EQ(region.entry(2).count, 0u);
  region.clear();
  EXPECT_EQ(region.entry(3).sharers, 0u);
}

}  // namespace
}  // namespace starnuma::tracking
