// SPDX-License-Identifier: Apache-2.0
#include "models/observers/hop_buffer.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using base::Time;

Hop hop(std::int64_t begin, std::int64_t end) {
  Hop made;
  made.begin = Time(begin);
  made.end = Time(end);
  return made;
}

HopSelection window(std::int64_t from, std::int64_t to) {
  HopSelection selection;
  selection.from = Time(from);
  selection.to = Time(to);
  return selection;
}

TEST(HopSelection, AnObjectIsSelectedByItsPathOrThatOfItsCore) {
  HopSelection selection;
  EXPECT_TRUE(selection.selects("anything"));
  selection.object = [](const std::string& path) { return path == "machine.socket3.core1"; };
  EXPECT_TRUE(selection.selects("machine.socket3.private_caches1"));
  EXPECT_TRUE(selection.selects("machine.socket3.tracking1.annex"));
  EXPECT_FALSE(selection.selects("machine.socket3.private_caches2"));
}

TEST(HopSelection, ATransactionIsSelectedByItsNumberAndItsLine) {
  HopSelection selection;
  EXPECT_TRUE(selection.selects(1, {7}));
  selection.transactions = {2, 4};
  EXPECT_FALSE(selection.selects(1, {7}));
  EXPECT_TRUE(selection.selects(4, {7}));
  selection.line = base::LineAddress{8};
  EXPECT_FALSE(selection.selects(4, {7}));
  EXPECT_TRUE(selection.selects(4, {8}));
}

TEST(HopSelection, AWalkIsSelectedByASpanThatItTouches) {
  HopSelection selection;
  EXPECT_TRUE(selection.selects_walk(Time(1), Time(2)));
  selection.line = base::LineAddress{8};
  EXPECT_FALSE(selection.selects_walk(Time(1), Time(2)));
  selection.walks = {{Time(10), Time(20)}};
  EXPECT_FALSE(selection.selects_walk(Time(1), Time(9)));
  EXPECT_TRUE(selection.selects_walk(Time(1), Time(10)));
  EXPECT_TRUE(selection.selects_walk(Time(20), Time(30)));
  EXPECT_FALSE(selection.selects_walk(Time(21), Time(30)));
}

TEST(HopBuffer, HopsThatTouchTheWindowAreSortedByBegin) {
  HopBuffer buffer(window(100, 200));
  for (const auto& [begin, end] :
       {std::pair{10, 99}, {201, 300}, {150, 160}, {10, 100}, {200, 300}}) {
    buffer.keep(hop(begin, end));
  }
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 3u);
  EXPECT_EQ(log.hops[0].begin, Time(10));
  EXPECT_EQ(log.hops[1].begin, Time(150));
  EXPECT_EQ(log.hops[2].begin, Time(200));
  EXPECT_EQ(log.from, Time(100));
  EXPECT_EQ(log.to, Time(200));
}

TEST(HopBuffer, AnArmedTriggerThatNeverFiresLeavesNoHop) {
  HopSelection selection = window(0, 1000);
  selection.trigger.kind = HopTriggerKind::kLine;
  HopBuffer buffer(selection);
  buffer.keep(hop(10, 20));
  EXPECT_TRUE(buffer.take().hops.empty());
}

TEST(HopBuffer, OnlyHopsAroundTheTriggerRemain) {
  HopSelection selection = window(0, 1000);
  selection.trigger.kind = HopTriggerKind::kMessage;
  selection.trigger.message = "GetS";
  selection.trigger.before = Time(100);
  HopBuffer buffer(selection);
  buffer.keep(hop(10, 299));
  buffer.keep(hop(10, 300));
  buffer.window().on_message({}, "GetS", Time(400));
  buffer.keep(hop(400, 500));
  buffer.keep(hop(401, 500));
  EXPECT_EQ(buffer.take().hops.size(), 2u);
}

TEST(HopBuffer, TheMaximumNumberOfHopsEndsTheWindow) {
  HopSelection selection = window(0, 1000);
  selection.most = 2;
  HopBuffer buffer(selection);
  buffer.keep(hop(0, 10));
  EXPECT_FALSE(buffer.window().window().cut);
  buffer.keep(hop(0, 10));
  buffer.keep(hop(20, 30));  // kernel time is 0
  const HopLog log = buffer.take();
  EXPECT_TRUE(log.cut);
  EXPECT_EQ(log.to, Time(0));
  EXPECT_EQ(log.hops.size(), 2u);
}

TEST(HopBuffer, ATrackIsFoundAgainAndAnObjectOutsideTheSelectionHasNone) {
  HopSelection selection;
  selection.object = [](const std::string& path) { return path == "box"; };
  HopBuffer buffer(selection);
  EXPECT_EQ(buffer.track_of("other", "", HopKind::kPass), kNoTrack);
  const std::uint32_t track = buffer.track_of("box", "forward", HopKind::kPass);
  EXPECT_NE(buffer.track_of("box", "backward", HopKind::kPass), track);
  EXPECT_EQ(buffer.track_of("box", "forward", HopKind::kPass), track);
  EXPECT_EQ(buffer.take().tracks.size(), 2u);
}

TEST(HopBuffer, SamplesEndWithTheWindow) {
  HopBuffer buffer(window(0, 100));
  const std::uint32_t signal = buffer.signals().add({{"box", "queue", 8, {}}});
  buffer.sample(Time(100), signal, {1});
  buffer.sample(Time(101), signal, {2});
  EXPECT_EQ(buffer.take().samples.size(), 1u);
}

}  // namespace
}  // namespace starnuma::observers
