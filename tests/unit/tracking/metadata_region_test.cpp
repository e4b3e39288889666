// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/metadata_region.h"

#include <gtest/gtest.h>

#include "tests/support/pages.h"

namespace starnuma::tracking {
namespace {

using test::page;

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
  const MetadataRegion region(kT16, {2048}, 0, {{first}, {second}});
  EXPECT_EQ(region.line_of(region.address_of(page(0))), first);
  EXPECT_EQ(region.line_of(region.address_of(page(16))).value, first.value + 1);
  EXPECT_EQ(region.line_of(region.address_of(page(1024))), second);
}

TEST(MetadataRegion, ItsLinesAreThoseOfEntriesAndNoMore) {
  const auto first = base::LineAddress::of(base::NodeId{2}, 64);
  const auto second = base::LineAddress::of(base::NodeId{5}, 128);
  const MetadataRegion region(kT16, {1024 + 17}, 0, {{first}, {second}});
  const std::vector<base::LineAddress> lines = region.lines();
  ASSERT_EQ(lines.size(), 66u);
  EXPECT_EQ(lines[0], first);
  EXPECT_EQ(lines[63].value, first.value + 63);
  EXPECT_EQ(lines[64], second);
  EXPECT_EQ(lines[65].value, second.value + 1);
}

TEST(MetadataRegion, AnEntryIsWhatWasWritten) {
  MetadataRegion region(kT16, {8}, 0, {{}});
  region.set_word(region.address_of(page(3)), kT16.word(0x8001, 77));
  EXPECT_EQ(region.entry(page(3)).sharers, 0x8001u);
  EXPECT_EQ(region.entry(page(3)).count, 77u);
  EXPECT_EQ(region.entry(page(2)).count, 0u);
  region.clear();
  EXPECT_EQ(region.entry(page(3)).sharers, 0u);
}

TEST(MetadataRegion, EachSpaceHasATableOnPagesOfItsOwn) {
  const auto frame = [](std::uint64_t page) {
    return base::Frame{base::LineAddress::of(base::NodeId{4}, page * base::kLinesPerPage)};
  };
  const MetadataRegion region(kT16, {1025, 0, 20}, 0, {frame(3), frame(7), frame(5)});
  EXPECT_EQ(region.bases()[0], 0u);
  EXPECT_EQ(region.bases()[1], 8192u) << "begins where its empty table ends";
  EXPECT_EQ(region.bases()[2], 8192u);
  EXPECT_EQ(region.regions(base::SpaceId{0}), 1025u);
  EXPECT_EQ(region.regions(base::SpaceId{1}), 0u);
  EXPECT_EQ(region.regions(base::SpaceId{2}), 20u);
  const base::PageId third(base::SpaceId{2}, 17);
  EXPECT_EQ(region.region_of(third), third);
  EXPECT_EQ(region.line_of(region.address_of(third)).value, frame(5).first_line.value + 1);
  const std::vector<base::LineAddress> lines = region.lines();
  ASSERT_EQ(lines.size(), 64u + 1 + 2);
  EXPECT_EQ(lines[65], frame(5).first_line);
}

TEST(MetadataRegion, EqualRegionsOfTwoSpacesHaveEntriesOfTheirOwn) {
  MetadataRegion region(kT16, {8, 8}, 0, {{base::LineAddress{0}}, {base::LineAddress{64}}});
  const base::PageId other(base::SpaceId{1}, 3);
  region.set_word(region.address_of(page(3)), kT16.word(1, 77));
  EXPECT_EQ(region.entry(other).count, 0u);
  const auto added = region.add(region.line_of(region.address_of(other)), 3, base::SocketId{2}, 5);
  EXPECT_TRUE(added.changed);
  EXPECT_EQ(added.count, 5);
  EXPECT_EQ(region.entry(other).count, 5u);
  EXPECT_EQ(region.entry(page(3)).count, 77u);
}

}  // namespace
}  // namespace starnuma::tracking
