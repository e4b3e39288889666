// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace starnuma::core {
namespace {

constexpr std::int64_t kScale = 6;

struct Told : PendingTimes::Listener {
  void on_resolved(Ticks name) override { names.push_back(name); }
  std::vector<Ticks> names;
};

TEST(PendingTimes, ANameStandsForItsTimeOnceThatIsKnown) {
  PendingTimes times;
  const Ticks name = times.allocate(kScale);
  EXPECT_TRUE(PendingTimes::is_token(name));
  EXPECT_EQ(name % kScale, 0);
  EXPECT_FALSE(times.resolved(name));
  times.complete(name, 600);
  EXPECT_TRUE(times.resolved(name));
  EXPECT_EQ(times.at(name), 600);
}

TEST(PendingTimes, TheLaterOfTwoIsKnownWhenBothAreAndNotBefore) {
  PendingTimes times;
  const Ticks first = times.allocate(kScale);
  const Ticks second = times.allocate(kScale);
  const Ticks both = times.max(first, second);
  times.complete(second, 1200);
  EXPECT_FALSE(times.resolved(both));
  times.complete(first, 600);
  EXPECT_EQ(times.at(both), 1200);
}

TEST(PendingTimes, TheLaterOfATimeAndANameIsNoEarlierThanTheTime) {
  PendingTimes times;
  const Ticks name = times.allocate(kScale);
  const Ticks later = times.max(900, name);
  times.complete(name, 600);
  EXPECT_EQ(times.at(later), 900);
  EXPECT_EQ(times.max(name, 300), 600);  // both are resolved now
}

TEST(PendingTimes, WholesOfWholesAreKnownAtOnceAndListenersAreToldOnce) {
  PendingTimes times;
  const Ticks first = times.allocate(kScale);
  const Ticks second = times.allocate(kScale);
  const Ticks inner = times.max(first, second);
  const Ticks outer = times.max(inner, times.max(first, 60));
  Told told;
  times.subscribe(outer, told);
  times.complete(first, 600);
  EXPECT_TRUE(told.names.empty());
  times.complete(second, 1200);
  EXPECT_EQ(told.names, std::vector<Ticks>{outer});
  EXPECT_EQ(times.at(outer), 1200);
  EXPECT_EQ(times.pending(), 0U);
}

TEST(PendingTimes, AWholeKnowsThePartsThatAreNotKnown) {
  PendingTimes times;
  const Ticks first = times.allocate(kScale);
  const Ticks second = times.allocate(kScale);
  const Ticks other = times.allocate(kScale);
  const Ticks inner = times.max(first, 60);
  const Ticks outer = times.max(inner, second);
  EXPECT_TRUE(times.is_part(first, outer));
  EXPECT_TRUE(times.is_part(second, outer));
  EXPECT_TRUE(times.is_part(first, inner));
  EXPECT_FALSE(times.is_part(second, inner));
  EXPECT_FALSE(times.is_part(other, outer));
  EXPECT_FALSE(times.is_part(outer, first));
  times.complete(second, 600);
  EXPECT_FALSE(times.is_part(second, outer));
  EXPECT_TRUE(times.is_part(first, outer));
}

TEST(PendingTimes, TheLatestOfManyHasOneNameAndReplacesNamesThatAreKnown) {
  PendingTimes times;
  Ticks known = times.allocate(kScale);
  Ticks first = times.allocate(kScale);
  Ticks second = times.allocate(kScale);
  Ticks time = 900;
  times.complete(known, 1200);
  PendingTimes::Latest latest(times, 300);
  for (Ticks* one : {&known, &first, &time, &second}) latest.add(*one);
  const Ticks name = latest.get();
  EXPECT_EQ(known, 1200);
  EXPECT_EQ(times.pending(), 3U);
  Told told;
  times.subscribe(name, told);
  times.complete(second, 600);
  EXPECT_FALSE(times.resolved(name));
  times.complete(first, 1800);
  EXPECT_EQ(told.names, std::vector<Ticks>{name});
  EXPECT_EQ(times.at(name), 1800);
}

TEST(PendingTimes, TheLatestOfTimesIsATime) {
  PendingTimes times;
  Ticks known = times.allocate(kScale);
  times.complete(known, 1200);
  Ticks time = 900;
  PendingTimes::Latest latest(times, 300);
  latest.add(time);
  latest.add(known);
  EXPECT_EQ(latest.get(), 1200);
}

TEST(PendingTimes, ListenersOfOneNameAreToldInTheirOrder) {
  struct Numbered : PendingTimes::Listener {
    void on_resolved(Ticks) override { order->push_back(number); }
    std::vector<int>* order = nullptr;
    int number = 0;
  };
  PendingTimes times;
  const Ticks name = times.allocate(kScale);
  std::vector<int> order;
  std::array<Numbered, 3> listeners;
  for (int i = 0; i < 3; ++i) {
    listeners[i].order = &order;
    listeners[i].number = i;
    times.subscribe(name, listeners[i]);
  }
  times.complete(name, 600);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(PendingTimes, CoresOfOtherClocksHaveNamesOfTheirOwn) {
  PendingTimes times;
  const Ticks slow = times.allocate(6);
  const Ticks fast = times.allocate(21);
  times.complete(fast, 2100);
  EXPECT_FALSE(times.resolved(slow));
  EXPECT_EQ(times.at(fast), 2100);
}

TEST(PendingTimes, AnOldOneKeepsItsNameWhileManyComeAndGo) {
  PendingTimes times;
  const Ticks old = times.allocate(kScale);
  for (int i = 0; i < 10'000; ++i) times.complete(times.allocate(kScale), i);
  EXPECT_FALSE(times.resolved(old));
  times.complete(old, 42);
  EXPECT_EQ(times.at(old), 42);
}

TEST(PendingTimes, WhatHasLongBeenKnownIsInThePast) {
  PendingTimes times;
  const Ticks long_ago = times.allocate(kScale);
  times.complete(long_ago, 600);
  for (int i = 0; i < 10'000; ++i) times.complete(times.allocate(kScale), 6000);
  EXPECT_TRUE(times.resolved(long_ago));
  EXPECT_EQ(times.at(long_ago), 0);
}

}  // namespace
}  // namespace starnuma::core
