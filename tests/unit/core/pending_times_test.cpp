// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <type_traits>
#include <vector>

namespace starnuma::core {
namespace {

struct Told : PendingTimes::Listener {
  void on_resolved(When name) override { names.push_back(name); }
  std::vector<When> names;
};

TEST(PendingTimes, ANameStandsForItsTimeOnceThatIsKnown) {
  PendingTimes times;
  const When name = times.allocate();
  EXPECT_TRUE(name.is_token());
  EXPECT_FALSE(times.resolved(name));
  times.complete(name, 600);
  EXPECT_TRUE(times.resolved(name));
  EXPECT_EQ(times.at(name), 600);
}

TEST(PendingTimes, TheLaterOfTwoIsKnownWhenBothAreAndNotBefore) {
  PendingTimes times;
  const When first = times.allocate();
  const When second = times.allocate();
  const When both = times.max(first, second);
  times.complete(second, 1200);
  EXPECT_FALSE(times.resolved(both));
  times.complete(first, 600);
  EXPECT_EQ(times.at(both), 1200);
}

TEST(PendingTimes, TheLaterOfATimeAndANameIsNoEarlierThanTheTime) {
  PendingTimes times;
  const When name = times.allocate();
  const When later = times.max(When(900), name);
  times.complete(name, 600);
  EXPECT_EQ(times.at(later), 900);
  EXPECT_EQ(times.max(name, When(300)), When(600));  // both are resolved now
}

TEST(PendingTimes, WholesOfWholesAreKnownAtOnceAndListenersAreToldOnce) {
  PendingTimes times;
  const When first = times.allocate();
  const When second = times.allocate();
  const When inner = times.max(first, second);
  const When outer = times.max(inner, times.max(first, When(60)));
  Told told;
  times.subscribe(outer, told);
  times.complete(first, 600);
  EXPECT_TRUE(told.names.empty());
  times.complete(second, 1200);
  EXPECT_EQ(told.names, std::vector<When>{outer});
  EXPECT_EQ(times.at(outer), 1200);
  EXPECT_EQ(times.pending(), 0U);
}

TEST(PendingTimes, AWholeKnowsThePartsThatAreNotKnown) {
  PendingTimes times;
  const When first = times.allocate();
  const When second = times.allocate();
  const When other = times.allocate();
  const When inner = times.max(first, When(60));
  const When outer = times.max(inner, second);
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
  When known = times.allocate();
  When first = times.allocate();
  When second = times.allocate();
  When time(900);
  times.complete(known, 1200);
  PendingTimes::Latest latest(times, 300);
  for (When* one : {&known, &first, &time, &second}) latest.add(*one);
  const When name = latest.get();
  EXPECT_EQ(known, When(1200));
  EXPECT_EQ(times.pending(), 3U);
  Told told;
  times.subscribe(name, told);
  times.complete(second, 600);
  EXPECT_FALSE(times.resolved(name));
  times.complete(first, 1800);
  EXPECT_EQ(told.names, std::vector<When>{name});
  EXPECT_EQ(times.at(name), 1800);
}

TEST(PendingTimes, TheLatestOfTimesIsATime) {
  PendingTimes times;
  When known = times.allocate();
  times.complete(known, 1200);
  When time(900);
  PendingTimes::Latest latest(times, 300);
  latest.add(time);
  latest.add(known);
  EXPECT_EQ(latest.get(), When(1200));
}

TEST(PendingTimes, ListenersOfOneNameAreToldInTheirOrder) {
  struct Numbered : PendingTimes::Listener {
    void on_resolved(When) override { order->push_back(number); }
    std::vector<int>* order = nullptr;
    int number = 0;
  };
  PendingTimes times;
  const When name = times.allocate();
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

TEST(PendingTimes, ATokenIsNoTickCount) {
  static_assert(!std::is_convertible_v<When, Ticks> && !std::is_convertible_v<Ticks, When>);
  PendingTimes times;
  const When token = times.allocate();
  const When time(std::numeric_limits<Ticks>::max());
  EXPECT_FALSE(time.is_token());
  EXPECT_LT(time, token);
  EXPECT_EQ(token.not_before(time.ticks()), token);
  EXPECT_EQ(When(5).not_before(6), When(6));
  EXPECT_EQ(When(6).not_before(5), When(6));
  EXPECT_LT(token, times.allocate());
}

TEST(PendingTimes, AnOldOneKeepsItsNameWhileManyComeAndGo) {
  PendingTimes times;
  const When old = times.allocate();
  for (int i = 0; i < 10'000; ++i) times.complete(times.allocate(), i);
  EXPECT_FALSE(times.resolved(old));
  times.complete(old, 42);
  EXPECT_EQ(times.at(old), 42);
}

TEST(PendingTimes, WhatHasLongBeenKnownIsInThePast) {
  PendingTimes times;
  const When long_ago = times.allocate();
  times.complete(long_ago, 600);
  for (int i = 0; i < 10'000; ++i) times.complete(times.allocate(), 6000);
  EXPECT_TRUE(times.resolved(long_ago));
  EXPECT_EQ(times.at(long_ago), 0);
}

}  // namespace
}  // namespace starnuma::core
