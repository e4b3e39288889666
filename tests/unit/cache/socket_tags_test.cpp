// SPDX-License-Identifier: Apache-2.0
#include "models/cache/socket_tags_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "models/base/random.h"
#include "tests/support/invariant.h"

namespace starnuma::cache {
namespace {

constexpr int kLlcWays = 4;
constexpr int kTagWays = 3;

/// One set, used like the caching agent uses it.
struct Set {
  SocketTags tags{1, kLlcWays, kTagWays};

  std::optional<std::uint64_t> entry_victim() { return line_of(tags.entry_victim({0})); }
  std::optional<std::uint64_t> llc_victim() { return line_of(tags.llc_victim({0})); }
  std::optional<std::uint64_t> line_of(const SocketEntry* entry) const {
    return entry == nullptr ? std::nullopt : std::optional(entry->line.value);
  }
  /// Adds a line that only private caches hold.
  SocketEntry& track(std::uint64_t line) { return tags.insert({line}); }
  /// Adds a line with its data in the LLC.
  SocketEntry& cache(std::uint64_t line) {
    SocketEntry& entry = tags.insert({line});
    tags.insert_in_llc(entry);
    return entry;
  }
  /// Replaces like the agent: the victim's data and entry are removed.
  std::optional<std::uint64_t> replace(std::uint64_t line) {
    const auto victim = llc_victim();
    if (victim) tags.remove(*tags.find({*victim}));
    cache(line);
    return victim;
  }
};

TEST(SocketTags, AnInsertedLineIsFoundAndNothingIsKnownOfIt) {
  Set set;
  set.track(7);
  SocketEntry* entry = set.tags.find({7});
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->state, LineState::kInvalid);
  EXPECT_FALSE(entry->in_llc);
  EXPECT_EQ(entry->cores, 0u);
  EXPECT_EQ(entry->line.value, 7u);
  EXPECT_EQ(set.tags.find({8}), nullptr);
}

TEST(SocketTags, ARemovedLineIsGoneAndItsEntryClean) {
  Set set;
  SocketEntry& entry = set.cache(7);
  entry.state = LineState::kModified;
  entry.cores = 5;
  set.tags.remove(entry);
  EXPECT_EQ(set.tags.find({7}), nullptr);
  const SocketEntry& again = set.track(9);
  EXPECT_EQ(again.state, LineState::kInvalid);
  EXPECT_EQ(again.cores, 0u);
  EXPECT_FALSE(again.in_llc);
}

TEST(SocketTags, NoEntryHasToLeaveWhileThereIsRoom) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays + kTagWays; ++line) {
    EXPECT_EQ(set.entry_victim(), std::nullopt);
    set.track(line);
  }
  EXPECT_NE(set.entry_victim(), std::nullopt);
}

TEST(SocketTags, OfTagOnlyEntriesTheOldestLeaves) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays + kTagWays; ++line) set.track(line);
  EXPECT_EQ(set.entry_victim(), 0u);
  set.tags.remove(*set.tags.find({0}));
  set.track(100);
  EXPECT_EQ(set.entry_victim(), 1u);
}

TEST(SocketTags, ALineWithDataInTheLlcIsNoEntryVictim) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  for (std::uint64_t line = 0; line < kTagWays; ++line) set.track(10 + line);
  EXPECT_EQ(set.entry_victim(), 10u);
}

TEST(SocketTags, ALineThatLostItsDataIsAnEntryVictimAgain) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  for (std::uint64_t line = 0; line < kTagWays; ++line) set.track(10 + line);
  set.tags.drop_from_llc(*set.tags.find({2}));
  EXPECT_FALSE(set.tags.find({2})->in_llc);
  EXPECT_EQ(set.entry_victim(), 2u);  // inserted before the others
}

TEST(SocketTags, WhatIsHeldIsNoEntryVictim) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  for (std::uint64_t line = 4; line < 7; ++line) set.tags.hold(set.track(line));
  EXPECT_EQ(set.entry_victim(), 0);  // the oldest of all, since all others are held
  set.tags.hold(*set.tags.find({0}));
  EXPECT_EQ(set.entry_victim(), 1);
  set.tags.unpin(*set.tags.find({5}));
  EXPECT_EQ(set.entry_victim(), 5);
  EXPECT_FALSE(set.tags.held(*set.tags.find({5})));
}

TEST(SocketTags, ALineThatIsRemovedIsNotHeldWhenItsWayIsUsedAgain) {
  Set set;
  SocketEntry& entry = set.track(4);
  set.tags.hold(entry);
  EXPECT_TRUE(set.tags.held(entry));
  set.tags.remove(entry);
  EXPECT_FALSE(set.tags.held(set.track(5)));
}

TEST(SocketTags, InsertingIntoAFullSetIsRefused) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays + kTagWays; ++line) set.track(line);
  test::expect_invariant_error([&] { set.track(99); }, {"socket tags", "0x18c0"});
}

TEST(SocketTags, NoDataHaveToLeaveUntilTheLlcWaysAreUsed) {
  Set set;
  set.track(20);  // tag-only entries do not count
  set.track(21);
  for (std::uint64_t line = 0; line < kLlcWays; ++line) {
    EXPECT_EQ(set.llc_victim(), std::nullopt);
    set.cache(line);
  }
  EXPECT_NE(set.llc_victim(), std::nullopt);
}

TEST(SocketTags, DataThatLeftMakeRoomInTheLlc) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  set.tags.drop_from_llc(*set.tags.find({1}));
  EXPECT_EQ(set.llc_victim(), std::nullopt);
  EXPECT_NE(set.tags.find({1}), nullptr);
}

TEST(Srrip, WithoutHitsLinesLeaveInTheOrderOfTheirWays) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  EXPECT_EQ(set.llc_victim(), 0u);
  EXPECT_EQ(set.llc_victim(), 0u);  // a second query changes nothing
}

TEST(Srrip, ALineThatWasHitOutlivesThoseThatWereNot) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  set.tags.touch(*set.tags.find({0}));
  set.tags.touch(*set.tags.find({2}));
  EXPECT_EQ(set.replace(10), 1u);
  EXPECT_EQ(set.replace(11), 3u);
}

TEST(Srrip, ANewLineLeavesBeforeAnOldOneThatWasHit) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  for (std::uint64_t line = 0; line < 3; ++line) set.tags.touch(*set.tags.find({line}));
  // A scan: each new line is the next victim, the reused ones stay.
  EXPECT_EQ(set.replace(10), 3u);
  EXPECT_EQ(set.replace(11), 10u);
}

TEST(Srrip, AHitDoesNotProtectForEver) {
  Set set;
  for (std::uint64_t line = 0; line < kLlcWays; ++line) set.cache(line);
  set.tags.touch(*set.tags.find({0}));  // distance 0, the others 2
  std::vector<std::uint64_t> left;
  for (std::uint64_t line = 10; line < 20; ++line) left.push_back(*set.replace(line));
  EXPECT_NE(std::find(left.begin(), left.end(), 0u), left.end());
  // Ageing by one evicts 1, 2, 3; then 10, 11, 12 and 0 are at distances 2, 2, 2, 1, and so on.
  EXPECT_EQ(left[0], 1u);
  EXPECT_EQ(left[1], 2u);
  EXPECT_EQ(left[2], 3u);
}

TEST(SocketTags, ALineIsFoundWhereverItWasThoughtToBe) {
  Set set;
  set.track(7);
  const std::uint8_t way = set.track(8).way;
  set.tags.remove(*set.tags.find({7}));
  SocketEntry* const entry = set.tags.find({8});
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->way, way);
  for (int likely = 0; likely < 256; ++likely) {
    EXPECT_EQ(set.tags.find({8}, static_cast<std::uint8_t>(likely)), entry);
    EXPECT_EQ(set.tags.find({7}, static_cast<std::uint8_t>(likely)), nullptr);
  }
}

TEST(SocketTags, AtMostTheLlcWaysHoldDataWhateverHappens) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  Set set;
  for (int step = 0; step < 20'000; ++step) {
    const std::uint64_t line = random.below(30);
    SocketEntry* entry = set.tags.find({line});
    if (entry == nullptr) {
      if (SocketEntry* victim = set.tags.entry_victim({line})) {
        EXPECT_FALSE(victim->in_llc);
        set.tags.remove(*victim);
      }
      entry = &set.tags.insert({line});
    }
    if (entry->in_llc) {
      set.tags.touch(*entry);
    } else if (random.below(2) == 0) {
      if (SocketEntry* victim = set.tags.llc_victim({line})) {
        EXPECT_TRUE(victim->in_llc);
        set.tags.drop_from_llc(*victim);
      }
      set.tags.insert_in_llc(*entry);
    }
    int held = 0;
    int entries = 0;
    for (std::uint64_t l = 0; l < 30; ++l) {
      const SocketEntry* e = set.tags.find({l});
      entries += e != nullptr;
      held += e != nullptr && e->in_llc;
    }
    ASSERT_LE(held, kLlcWays);
    ASSERT_LE(entries, kLlcWays + kTagWays);
  }
}

TEST(SocketTags, ALookUpFindsExactlyTheLinesThatAreIn) {
  constexpr std::uint64_t kSeed = 6;
  constexpr std::uint64_t kLines = 4000;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  SocketTags tags(12, 16, 15);  // the ways do not fill a whole word
  std::vector<bool> in(kLines, false);
  for (int step = 0; step < 100'000; ++step) {
    const std::uint64_t line = random.below(kLines);
    SocketEntry* entry = tags.find({line});
    ASSERT_EQ(entry != nullptr, in[line]) << "line " << line << ", step " << step;
    if (entry != nullptr) {
      ASSERT_EQ(entry->line.value, line);
      if (random.below(4) != 0) continue;
      tags.remove(*entry);
      in[line] = false;
      continue;
    }
    if (SocketEntry* victim = tags.entry_victim({line})) {
      in[victim->line.value] = false;
      tags.remove(*victim);
    }
    tags.insert({line});
    in[line] = true;
  }
}

TEST(SocketTags, SetsOfANumberThatIsNoPowerOfTwoDoNotCompete) {
  SocketTags tags(28, 1, 1);
  for (std::uint64_t line = 0; line < 56; ++line) {
    EXPECT_EQ(tags.entry_victim({line}), nullptr);
    tags.insert({line});
  }
  ASSERT_NE(tags.entry_victim({56}), nullptr);
  EXPECT_EQ(tags.entry_victim({56})->line.value, 0u);
  EXPECT_EQ(tags.entry_victim({57})->line.value, 1u);
}

}  // namespace
}  // namespace starnuma::cache
