// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/base/random.h"
#include "models/tracking/counter_annex_function.h"

namespace starnuma::tracking {
namespace {

using protocol::HandOver;

constexpr base::PageId kPage{base::SpaceId{5}, 0x123456};

TEST(CounterAnnex, EvictionHandsOverTheCountAndClearsIt) {
  CounterAnnexFunction annex(4, 16);
  annex.increment(2);
  annex.increment(2);
  EXPECT_EQ(annex.evict(2, kPage), (HandOver{kPage, 2}));
  EXPECT_EQ(annex.evict(2, kPage), std::nullopt);
}

TEST(CounterAnnex, ShootdownHandsOverTheCount) {
  CounterAnnexFunction annex(4, 16);
  annex.increment(3);
  EXPECT_EQ(annex.invalidate(3, kPage), (HandOver{kPage, 1}));
  EXPECT_EQ(annex.count(3), 0u);
}

TEST(CounterAnnex, FirstAccessToAMarkedSlotHandsOverAndClearsTheMarker) {
  CounterAnnexFunction annex(70, 16);
  annex.increment(69);
  EXPECT_EQ(annex.access(69, kPage), std::nullopt);
  annex.mark_all();
  EXPECT_TRUE(annex.marked(0));
  EXPECT_TRUE(annex.marked(69));
  EXPECT_EQ(annex.marker_words()[1], (std::uint64_t{1} << 6) - 1);
  EXPECT_EQ(annex.access(69, kPage), (HandOver{kPage, 1}));
  EXPECT_FALSE(annex.marked(69));
  EXPECT_EQ(annex.access(69, kPage), std::nullopt);
}

TEST(CounterAnnex, AMarkedSlotWithoutLoadsOnlyLosesItsMarker) {
  CounterAnnexFunction annex(4, 16);
  annex.mark_all();
  EXPECT_EQ(annex.access(1, kPage), std::nullopt);
  EXPECT_FALSE(annex.marked(1));
}

TEST(CounterAnnex, AnIncrementWhoseTranslationHasGoneIsHandedOverAtOnce) {
  EXPECT_EQ(CounterAnnexFunction(4, 1).orphan_increment(kPage), (HandOver{kPage, 1}));
  EXPECT_EQ(CounterAnnexFunction(4, 0).orphan_increment(kPage), (HandOver{kPage, 0}));
}

TEST(CounterAnnex, ACounterSaturatesAndSaysWhatItLoses) {
  CounterAnnexFunction annex(1, 3);
  for (int i = 0; i < 7; ++i) EXPECT_TRUE(annex.increment(0));
  EXPECT_FALSE(annex.increment(0));
  EXPECT_EQ(annex.evict(0, kPage), (HandOver{kPage, 7}));
}

TEST(CounterAnnex, ACounterThatStopsEarlierTakesOneLessThanItsMaximumAndTheMaximumAndNoMore) {
  for (const std::uint32_t loads : {4u, 5u, 6u, 200u}) {
    CounterAnnexFunction annex(1, {8, 5});
    for (std::uint32_t i = 0; i < loads; ++i) EXPECT_EQ(annex.increment(0), i < 5);
    EXPECT_EQ(annex.evict(0, kPage), (HandOver{kPage, std::min(loads, 5u)}));
  }
}

TEST(CounterAnnex, WithoutCounterTouchedIsHandedOver) {
  CounterAnnexFunction annex(4, 0);
  EXPECT_TRUE(annex.increment(1));
  EXPECT_EQ(annex.evict(1, kPage), (HandOver{kPage, 0}));
  EXPECT_EQ(annex.access(2, kPage), std::nullopt);
  annex.mark_all();
  EXPECT_EQ(annex.access(2, kPage), (HandOver{kPage, 0}));
}

TEST(CounterAnnex, NoIncrementIsLostOrCountedTwice) {
  base::Random random(7);
  CounterAnnexFunction annex(8, 16);
  std::uint64_t counted = 0;
  std::uint64_t handed_over = 0;
  for (int i = 0; i < 100'000; ++i) {
    protocol::AnnexEvent event;
    const auto kinds = i % 100 == 0 ? 6 : 5;
    event.kind = static_cast<protocol::AnnexEventKind>(random.below(kinds));
    event.slot = static_cast<std::uint32_t>(random.below(8));
    event.page = {base::SpaceId{0}, random.below(1 << 20)};
    counted += event.kind == protocol::AnnexEventKind::kIncrement ||
               event.kind == protocol::AnnexEventKind::kOrphanIncrement;
    if (const auto out = annex.apply(event)) handed_over += out->count;
  }
  for (std::uint32_t slot = 0; slot < 8; ++slot) handed_over += annex.count(slot);
  EXPECT_EQ(handed_over, counted);
}

}  // namespace
}  // namespace starnuma::tracking
