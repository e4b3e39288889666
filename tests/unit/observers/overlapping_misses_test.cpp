// SPDX-License-Identifier: Apache-2.0
#include "models/observers/miss_statistics.h"

#include <gtest/gtest.h>

#include "models/base/random.h"

namespace starnuma::observers {
namespace {

using base::CoreId;
using base::Time;

struct Span {
  std::int64_t issued;
  std::int64_t done;
};

std::int64_t pairs_of(const std::vector<Span>& stream) {
  OverlappingMisses misses(1);
  for (const Span& span : stream) misses.add(CoreId{0}, Time(span.issued), Time(span.done));
  return misses.pairs();
}

std::int64_t every_pair_compared(const std::vector<Span>& stream) {
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < stream.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (stream[j].done > stream[i].issued && stream[j].issued < stream[i].done) ++pairs;
    }
  }
  return pairs;
}

TEST(OverlappingMisses, OneAfterTheOtherOverlapNever) {
  EXPECT_EQ(pairs_of({{0, 80}, {80, 160}, {200, 560}}), 0);
}

TEST(OverlappingMisses, APicosecondTogetherIsAPair) {
  EXPECT_EQ(pairs_of({{0, 81}, {80, 160}}), 1);
}

TEST(OverlappingMisses, OfFourThatStartTogetherEachPairCounts) {
  EXPECT_EQ(pairs_of({{0, 90}, {1, 80}, {2, 70}, {3, 60}}), 6);
}

// The second miss waits for a value and is issued after the two that follow it in the program.
TEST(OverlappingMisses, AMissThatIsIssuedAfterItsSuccessorsMeetsThoseStillUnderWay) {
  EXPECT_EQ(pairs_of({{0, 300}, {300, 500}, {10, 200}, {20, 400}}), 4);
}

TEST(OverlappingMisses, AShortMissBehindALongOneHidesNothing) {
  EXPECT_EQ(pairs_of({{0, 1000}, {10, 20}, {30, 40}, {50, 60}}), 3);
}

TEST(OverlappingMisses, CoresAreApart) {
  OverlappingMisses misses(2);
  misses.add(CoreId{0}, Time(0), Time(100));
  misses.add(CoreId{1}, Time(0), Time(100));
  EXPECT_EQ(misses.pairs(), 0);
  misses.add(CoreId{1}, Time(50), Time(100));
  EXPECT_EQ(misses.pairs(), 1);
}

TEST(OverlappingMisses, AnOpenedWindowKnowsNothingOfWhatWasBefore) {
  OverlappingMisses misses(1);
  misses.add(CoreId{0}, Time(0), Time(100));
  misses.add(CoreId{0}, Time(1), Time(100));
  misses.reset();
  misses.add(CoreId{0}, Time(2), Time(100));
  EXPECT_EQ(misses.pairs(), 0);
}

// Misses are issued up to 300 after their place in the program and last up to 400: about 25 in
// flight.
TEST(OverlappingMisses, ALongStreamInAnyOrderGivesWhatComparingEveryPairGives) {
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  std::vector<Span> stream;
  for (std::int64_t now = 0; now < 40'000; now += static_cast<std::int64_t>(random.below(20))) {
    const std::int64_t issued =
        now + (random.below(4) == 0 ? static_cast<std::int64_t>(random.below(300)) : 0);
    stream.push_back({issued, issued + 1 + static_cast<std::int64_t>(random.below(400))});
  }
  EXPECT_GT(stream.size(), 3000u);
  EXPECT_EQ(pairs_of(stream), every_pair_compared(stream));
}

/// Times of few values, so that many misses begin when others end.
TEST(OverlappingMisses, MissesThatMeetAtOneTimeAreNoPair) {
  base::Random random(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<Span> stream;
    for (int i = 0; i < 40; ++i) {
      const auto issued = static_cast<std::int64_t>(random.below(12));
      stream.push_back({issued, issued + 1 + static_cast<std::int64_t>(random.below(6))});
    }
    ASSERT_EQ(pairs_of(stream), every_pair_compared(stream)) << round;
  }
}

}  // namespace
}  // namespace starnuma::observers
