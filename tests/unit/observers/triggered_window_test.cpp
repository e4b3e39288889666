// SPDX-License-Identifier: Apache-2.0
#include "models/observers/triggered_window.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using base::Time;

constexpr base::LineAddress kLine{7};

/// Selects the time from 1000 to 9000, and from 100 before the trigger to 50 after it.
HopSelection selection(HopTriggerKind kind) {
  HopSelection selected;
  selected.from = Time(1000);
  selected.to = Time(9000);
  selected.trigger.kind = kind;
  selected.trigger.line = kLine;
  selected.trigger.message = "GetS";
  selected.trigger.latency = Time(200);
  selected.trigger.before = Time(100);
  selected.trigger.after = Time(50);
  return selected;
}

void expect_window(const TriggeredWindow& actual, std::int64_t from, std::int64_t to) {
  EXPECT_EQ(actual.window().from, Time(from));
  EXPECT_EQ(actual.window().to, Time(to));
}

TEST(TriggeredWindow, WithoutATriggerTheWindowIsThatOfTheSelection) {
  const TriggeredWindow window(selection(HopTriggerKind::kNone));
  EXPECT_FALSE(window.armed());
  expect_window(window, 1000, 9000);
  EXPECT_FALSE(window.over(Time(9000)));
  EXPECT_TRUE(window.over(Time(9001)));
}

TEST(TriggeredWindow, AnArmedTriggerRetainsTheTimeBeforeIt) {
  const TriggeredWindow window(selection(HopTriggerKind::kLine));
  EXPECT_TRUE(window.armed());
  expect_window(window, 900, 9000);
  EXPECT_EQ(window.retained_from(Time(5000)), Time(4900));
}

TEST(TriggeredWindow, AMessageOfTheNameFiresOnce) {
  TriggeredWindow window(selection(HopTriggerKind::kMessage));
  window.on_message(kLine, "GetX", Time(2000));
  EXPECT_TRUE(window.armed());
  window.on_message(kLine, "GetS", Time(3000));
  window.on_message(kLine, "GetS", Time(4000));
  EXPECT_FALSE(window.armed());
  EXPECT_TRUE(window.window().fired);
  EXPECT_EQ(window.window().fired_at, Time(3000));
  expect_window(window, 2900, 3050);
}

TEST(TriggeredWindow, AMessageOnTheLineFires) {
  TriggeredWindow window(selection(HopTriggerKind::kLine));
  window.on_message({8}, "GetS", Time(2000));
  EXPECT_TRUE(window.armed());
  window.on_message(kLine, "GetX", Time(3000));
  expect_window(window, 2900, 3050);
}

TEST(TriggeredWindow, AnAccessFiresIfItExceedsTheLatencyAndIsRetainedFromItsBegin) {
  TriggeredWindow window(selection(HopTriggerKind::kLatency));
  window.on_access(Time(2000), Time(2200));
  EXPECT_TRUE(window.armed());
  window.on_access(Time(2000), Time(2201));
  expect_window(window, 1900, 2251);
}

TEST(TriggeredWindow, AnIncreaseOfTheCounterFires) {
  HopSelection selected = selection(HopTriggerKind::kCounter);
  std::uint64_t count = 0;
  selected.trigger.counter = [&] { return count; };
  TriggeredWindow window(selected);
  window.on_handled(Time(2000));
  EXPECT_TRUE(window.armed());
  count = 1;
  window.on_handled(Time(3000));
  expect_window(window, 2900, 3050);
}

TEST(TriggeredWindow, AnEventOutsideTheSelectionDoesNotFire) {
  TriggeredWindow window(selection(HopTriggerKind::kMessage));
  window.on_message(kLine, "GetS", Time(999));
  window.on_message(kLine, "GetS", Time(9001));
  EXPECT_TRUE(window.armed());
  window.on_message(kLine, "GetS", Time(1000));
  EXPECT_FALSE(window.armed());
}

TEST(TriggeredWindow, AnErrorEndsTheRunSoTheWindowHasNoEnd) {
  TriggeredWindow window(selection(HopTriggerKind::kError));
  window.on_error(Time(4000));
  EXPECT_EQ(window.window().fired_at, Time(4000));
  expect_window(window, 3900, HopSelection::kForever.ps());
}

TEST(TriggeredWindow, ACutEndsTheWindowOnce) {
  TriggeredWindow window(selection(HopTriggerKind::kNone));
  window.cut(Time(5000));
  window.cut(Time(6000));
  EXPECT_TRUE(window.window().cut);
  EXPECT_EQ(window.window().fired_at, Time(5000));
  expect_window(window, 1000, 5000);
}

}  // namespace
}  // namespace starnuma::observers
