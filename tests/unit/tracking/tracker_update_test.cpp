// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "models/base/random.h"
#include "models/tracking/tracker_update_function.h"
#include "tests/support/pages.h"

namespace starnuma::tracking {
namespace {

using protocol::MetadataLayout;
using test::page;
using Outcome = TrackerUpdateFunction::Outcome;

TrackerUpdateFunction::Config config(protocol::Counter counter, int queue_entries = 2) {
  return {{0x1000, 0x8000}, 3, base::SocketId{5}, MetadataLayout{16, counter}, queue_entries};
}

TEST(MetadataLayout, AnEntryIsTheSmallestPowerOfTwoThatHoldsBitsAndCount) {
  EXPECT_EQ((MetadataLayout{16, 0}.entry_shift()), 1);
  EXPECT_EQ((MetadataLayout{4, 2}.entry_shift()), 1);
  EXPECT_EQ((MetadataLayout{16, 1}.entry_shift()), 2);
  EXPECT_EQ((MetadataLayout{16, 16}.entry_shift()), 2);
  EXPECT_EQ((MetadataLayout{32, 16}.entry_shift()), 3);
}

TEST(TrackerUpdate, TheEntryLiesAtBasePlusRegionTimesEntrySize) {
  TrackerUpdateFunction unit(config(16));
  unit.accept({page((7 << 3) + 2), 1});
  EXPECT_EQ(unit.address(), 0x1000u + 7 * 4);
  TrackerUpdateFunction narrow(config(0));
  narrow.accept({page((7 << 3) + 2), 0});
  EXPECT_EQ(narrow.address(), 0x1000u + 7 * 2);
}

TEST(TrackerUpdate, EachSpaceHasATableOfItsOwn) {
  TrackerUpdateFunction unit(config(16));
  unit.accept({{base::SpaceId{1}, 7 << 3}, 1});
  EXPECT_EQ(unit.address(), 0x8000u + 7 * 4);
}

TEST(TrackerUpdate, EqualRegionsOfTwoSpacesAreNotAddedTogether) {
  TrackerUpdateFunction unit(config(16));
  const base::PageId other(base::SpaceId{1}, 2);
  EXPECT_EQ(unit.accept({page(2), 3}).outcome, Outcome::kQueued);
  EXPECT_FALSE(unit.holds(other));
  EXPECT_EQ(unit.accept({other, 4}).outcome, Outcome::kQueued);
  EXPECT_TRUE(unit.holds(other));
  EXPECT_EQ(unit.address(), 0x1000u);
  EXPECT_EQ(unit.update(0).word >> 16, 3u);
  EXPECT_EQ(unit.address(), 0x8000u);
  EXPECT_EQ(unit.update(0).word >> 16, 4u);
}

TEST(TrackerUpdate, AnUpdateAddsTheCountAndSetsTheSocketsBit) {
  TrackerUpdateFunction unit(config(16));
  unit.accept({page(0), 3});
  const auto update = unit.update((9U << 16) | 1);
  EXPECT_TRUE(update.write);
  EXPECT_EQ(update.word, (12U << 16) | 1 | (1U << 5));
  EXPECT_FALSE(unit.pending());
}

TEST(TrackerUpdate, PagesOfARegionAreAddedTogether) {
  TrackerUpdateFunction unit(config(16));
  EXPECT_EQ(unit.accept({page(0), 3}).outcome, Outcome::kQueued);
  EXPECT_EQ(unit.accept({page(7), 4}).outcome, Outcome::kCoalesced);
  EXPECT_EQ(unit.queued(), 1u);
  EXPECT_EQ(unit.update(0).word >> 16, 7u);
}

TEST(TrackerUpdate, AFullQueueStillTakesWhatItCanAdd) {
  TrackerUpdateFunction unit(config(16));
  unit.accept({page(0), 1});
  unit.accept({page(8), 1});
  EXPECT_EQ(unit.accept({page(16), 1}).outcome, Outcome::kFull);
  EXPECT_EQ(unit.accept({page(8), 1}).outcome, Outcome::kCoalesced);
  unit.update(0);
  EXPECT_EQ(unit.accept({page(16), 1}).outcome, Outcome::kQueued);
}

TEST(TrackerUpdate, CountsSaturateAndTheRestIsReported) {
  TrackerUpdateFunction unit(config(4));
  EXPECT_EQ(unit.accept({page(0), 10}).lost, 0u);
  EXPECT_EQ(unit.accept({page(0), 10}).lost, 5u);
  const auto update = unit.update(2U << 16);
  EXPECT_EQ(update.lost, 2u);
  EXPECT_EQ(update.word >> 16, 15u);
}

TEST(TrackerUpdate, ACounterThatStopsEarlierSaturatesThereInQueueAndEntry) {
  TrackerUpdateFunction unit(config({8, 20}));
  EXPECT_EQ(unit.accept({page(0), 10}).lost, 0u);
  EXPECT_EQ(unit.accept({page(0), 9}).lost, 0u) << "one below";
  EXPECT_EQ(unit.accept({page(0), 1}).lost, 0u) << "at it";
  EXPECT_EQ(unit.accept({page(0), 1}).lost, 1u) << "one above";
  const auto update = unit.update(1U << 16);
  EXPECT_EQ(update.lost, 1u);
  EXPECT_EQ(update.word >> 16, 20u);
}

TEST(MetadataLayout, ASumReachesTheCountersMaximumAndStaysThere) {
  const MetadataLayout layout{16, {8, 20}};
  for (const auto& [before, more, after] :
       {std::array{12u, 7u, 19u}, std::array{12u, 8u, 20u}, std::array{12u, 9u, 20u},
        std::array{20u, 1u, 20u}, std::array{20u, 20u, 20u}}) {
    EXPECT_EQ(layout.count(layout.sum(layout.word(1, before), 2, more)), after);
  }
}

TEST(TrackerUpdate, AWordThatWouldNotChangeIsNotWritten) {
  TrackerUpdateFunction touched(config(0));
  touched.accept({page(0), 0});
  EXPECT_TRUE(touched.update(0).write);
  touched.accept({page(0), 0});
  EXPECT_FALSE(touched.update(1U << 5).write);
  TrackerUpdateFunction full(config(4));
  full.accept({page(0), 1});
  EXPECT_FALSE(full.update((15U << 16) | (1U << 5)).write);
}

TEST(TrackerUpdate, WhatIsAcceptedIsInMetadataOrReportedLost) {
  base::Random random(11);
  TrackerUpdateFunction unit(config(6, 4));
  std::map<std::uint64_t, std::uint64_t> metadata;
  std::uint64_t accepted = 0;
  std::uint64_t lost = 0;
  const auto drain = [&] {
    auto& word = metadata[unit.address()];
    const auto update = unit.update(word);
    word = update.word;
    lost += update.lost;
  };
  for (int i = 0; i < 20'000; ++i) {
    const protocol::HandOver hand_over{page(random.below(1 << 9)),
                                       static_cast<std::uint32_t>(1 + random.below(3))};
    const auto result = unit.accept(hand_over);
    lost += result.lost;
    if (result.outcome != Outcome::kFull) accepted += hand_over.count;
    if (unit.pending() && random.below(2) == 0) drain();
  }
  while (unit.pending()) drain();
  std::uint64_t held = 0;
  for (const auto& [address, word] : metadata) held += word >> 16;
  EXPECT_EQ(held + lost, accepted);
}

}  // namespace
}  // namespace starnuma::tracking
