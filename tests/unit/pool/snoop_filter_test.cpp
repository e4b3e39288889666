// SPDX-License-Identifier: Apache-2.0
#include "models/pool/snoop_filter_function.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/invariant.h"

namespace starnuma::pool {
namespace {

using base::LineAddress;
using protocol::cxl::DeviceState;

constexpr base::NodeId kDevice{16};

LineAddress line(std::uint64_t n) { return LineAddress::of(kDevice, n); }

std::uint64_t victim_of_set(SnoopFilter& filter, std::uint64_t n) {
  const auto* const victim = filter.victim(line(n), [](const SnoopFilter::Entry& entry) {
    return entry.state != DeviceState::kEvicting;
  });
  return filter.line_of(*victim).in_node();
}

TEST(SnoopFilter, ASetLiesInOneSliceAndEveryStrideUsesAllSlices) {
  constexpr int kSlices = 8;
  const SnoopFilter filter(256, 2);
  for (std::uint64_t n = 0; n < 256; ++n) {
    EXPECT_EQ(filter.slice_of(line(n), kSlices), filter.slice_of(line(n + 256), kSlices)) << n;
    EXPECT_EQ(filter.slice_of(line(n), 1), 0u);
  }
  for (const std::uint64_t stride : {1, 2, 4, 8, 16, 32}) {
    std::array<int, kSlices> lines{};
    for (std::uint64_t n = 0; n < 256; n += stride) ++lines[filter.slice_of(line(n), kSlices)];
    for (const int count : lines) EXPECT_EQ(count, 256 / kSlices / static_cast<int>(stride));
  }
}

TEST(SnoopFilter, ANewEntryIsInvalidAndFoundUnderItsLine) {
  SnoopFilter filter(4, 2);
  EXPECT_EQ(filter.find(line(5)), nullptr);
  SnoopFilter::Entry& entry = filter.insert(line(5));
  EXPECT_EQ(entry.state, DeviceState::kInvalid);
  EXPECT_EQ(entry.sharers, 0u);
  EXPECT_EQ(filter.find(line(5)), &entry);
  EXPECT_EQ(filter.line_of(entry), line(5));
}

TEST(SnoopFilter, OfADeviceOfAnInterleaveSetUsesAllItsSets) {
  SnoopFilter filter(8, 1, {2, base::Bytes(256)});
  // Two blocks of the device; the addresses between them belong to the other device.
  for (const std::uint64_t n : {0, 1, 2, 3, 8, 9, 10, 11}) filter.insert(line(n));
  EXPECT_EQ(filter.occupancy(), filter.capacity());
  EXPECT_NE(filter.find(line(11)), nullptr);
}

TEST(SnoopFilter, ATagCoversTheLinesOfASector) {
  SnoopFilter filter(4, 2, {1, base::Bytes(64)}, VictimPolicy::kLru, 4);
  filter.insert(line(6)).state = DeviceState::kOwned;
  EXPECT_EQ(filter.occupancy(), 1u);
  for (std::uint64_t n = 4; n < 8; ++n) EXPECT_EQ(filter.line_of(*filter.find(line(n))), line(n));
  EXPECT_EQ(filter.find(line(3)), nullptr);
  EXPECT_EQ(filter.find(line(8)), nullptr);
  EXPECT_TRUE(filter.same_set(line(6), line(4 + 16)));  // four sets of sectors
  filter.find(line(7))->state = DeviceState::kShared;
  EXPECT_FALSE(filter.remove(*filter.find(line(6))));
  EXPECT_TRUE(filter.remove(*filter.find(line(7))));
  EXPECT_EQ(filter.occupancy(), 0u);
}

TEST(SnoopFilter, ASectorWithALineThatIsNotReplaceableIsNoVictim) {
  SnoopFilter filter(1, 2, {1, base::Bytes(64)}, VictimPolicy::kLru, 4);
  filter.insert(line(0));
  filter.insert(line(4));
  filter.find(line(2))->state = DeviceState::kEvicting;
  EXPECT_EQ(victim_of_set(filter, 8), 4u);
}

TEST(SnoopFilter, FewestSharersCountsTheCopiesOfAllLinesOfASector) {
  SnoopFilter filter(1, 2, {1, base::Bytes(64)}, VictimPolicy::kFewestSharers, 2);
  filter.insert(line(0)).sharers = 0b11;
  filter.find(line(1))->sharers = 0b11;
  filter.insert(line(2)).sharers = 0b111;
  EXPECT_EQ(victim_of_set(filter, 4), 2u);
}

TEST(SnoopFilter, WhatIsWrittenIntoAnEntryStays) {
  SnoopFilter filter(4, 2);
  filter.insert(line(5)).sharers = 0b101;
  filter.insert(line(9)).sharers = 0b010;  // the same set
  EXPECT_EQ(filter.find(line(5))->sharers, 0b101u);
  EXPECT_EQ(filter.find(line(9))->sharers, 0b010u);
}

TEST(SnoopFilter, ASetIsFullWhenItsWaysAreUsed) {
  SnoopFilter filter(4, 2);
  filter.insert(line(0));
  EXPECT_FALSE(filter.full(line(8)));
  filter.insert(line(4));
  EXPECT_TRUE(filter.full(line(8)));
  EXPECT_FALSE(filter.full(line(1)));  // another set
}

TEST(SnoopFilter, TheLeastRecentlyUsedEntryIsTheVictim) {
  SnoopFilter filter(1, 3);
  for (std::uint64_t n = 0; n < 3; ++n) filter.insert(line(n));
  EXPECT_EQ(victim_of_set(filter, 9), 0u);
  filter.use(*filter.find(line(0)));
  EXPECT_EQ(victim_of_set(filter, 9), 1u);
  filter.use(*filter.find(line(1)));
  EXPECT_EQ(victim_of_set(filter, 9), 2u);
}

/// Returns the victim of a set of three lines, inserted as 0, 1, 2 and used as 1, 0.
std::uint64_t victim_by(VictimPolicy policy) {
  SnoopFilter filter(1, 3, {1, base::Bytes(64)}, policy);
  // Lines 0 and 1 were inserted once before, line 0 twice.
  for (const std::uint64_t n : {0, 0, 1}) filter.remove(filter.insert(line(n)));
  for (std::uint64_t n = 0; n < 3; ++n) filter.insert(line(n)).sharers = n == 1 ? 0b001 : 0b110;
  filter.use(*filter.find(line(1)));
  filter.use(*filter.find(line(0)));
  return victim_of_set(filter, 9);
}

TEST(SnoopFilter, EachPolicySelectsItsVictim) {
  EXPECT_EQ(victim_by(VictimPolicy::kLru), 2u);
  EXPECT_EQ(victim_by(VictimPolicy::kMru), 0u);
  EXPECT_EQ(victim_by(VictimPolicy::kFifo), 0u);
  EXPECT_EQ(victim_by(VictimPolicy::kLifo), 2u);
  EXPECT_EQ(victim_by(VictimPolicy::kLfi), 2u);
  EXPECT_EQ(victim_by(VictimPolicy::kFewestSharers), 1u);
}

TEST(SnoopFilter, LfiReplacesTheNewestOfTheRarelyInserted) {
  SnoopFilter filter(1, 3, {1, base::Bytes(64)}, VictimPolicy::kLfi);
  filter.remove(filter.insert(line(2)));
  for (std::uint64_t n = 0; n < 3; ++n) filter.insert(line(n));
  EXPECT_EQ(victim_of_set(filter, 9), 1u);  // line 2 was inserted twice
}

TEST(SnoopFilter, ARandomVictimIsEachEntryEquallyOften) {
  SnoopFilter filter(1, 4, {1, base::Bytes(64)}, VictimPolicy::kRandom);
  for (std::uint64_t n = 0; n < 4; ++n) filter.insert(line(n));
  filter.find(line(3))->state = DeviceState::kEvicting;
  std::array<int, 4> times{};
  for (int i = 0; i < 3000; ++i) ++times[victim_of_set(filter, 9)];
  EXPECT_EQ(times[3], 0);  // not replaceable
  for (int n = 0; n < 3; ++n) EXPECT_NEAR(times[static_cast<std::size_t>(n)], 1000, 120);
}

TEST(SnoopFilter, ALookUpIsNoUse) {
  SnoopFilter filter(1, 2);
  filter.insert(line(0));
  filter.insert(line(1));
  filter.find(line(0));
  EXPECT_EQ(victim_of_set(filter, 9), 0u);
}

TEST(SnoopFilter, AskingForAVictimChangesNothing) {
  SnoopFilter filter(1, 2);
  filter.insert(line(0));
  filter.insert(line(1));
  EXPECT_EQ(victim_of_set(filter, 9), victim_of_set(filter, 9));
  EXPECT_EQ(filter.occupancy(), 2u);
}

TEST(SnoopFilter, ARemovedEntryLeavesRoomAndNoTrace) {
  SnoopFilter filter(1, 2);
  filter.insert(line(0)).sharers = 7;
  filter.insert(line(1));
  filter.remove(*filter.find(line(0)));
  EXPECT_EQ(filter.find(line(0)), nullptr);
  EXPECT_FALSE(filter.full(line(0)));
  EXPECT_EQ(filter.insert(line(0)).sharers, 0u);
}

TEST(SnoopFilter, InsertingIntoAFullSetIsRefused) {
  SnoopFilter filter(1, 1);
  filter.insert(line(0));
  test::expect_invariant_error([&] { filter.insert(line(1)); }, {"snoop filter", "no room"});
}

TEST(SnoopFilter, OccupancyCountsEntriesAndCapacityThePlaces) {
  SnoopFilter filter(28, 16);
  EXPECT_EQ(filter.capacity(), 448u);
  for (std::uint64_t n = 0; n < 100; ++n) filter.insert(line(n));
  EXPECT_EQ(filter.occupancy(), 100u);
  for (std::uint64_t n = 0; n < 30; ++n) filter.remove(*filter.find(line(n)));
  EXPECT_EQ(filter.occupancy(), 70u);
}

TEST(SnoopFilter, ConsecutiveLinesFillItEvenlyWhateverTheNumberOfSets) {
  SnoopFilter filter(28, 2);
  for (std::uint64_t n = 0; n < 56; ++n) {
    EXPECT_FALSE(filter.full(line(n))) << n;
    filter.insert(line(n));
  }
  EXPECT_TRUE(filter.full(line(56)));
}

}  // namespace
}  // namespace starnuma::pool
