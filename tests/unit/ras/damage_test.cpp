// SPDX-License-Identifier: Apache-2.0
#include "models/ras/damage.h"

#include <gtest/gtest.h>

namespace starnuma::test {
namespace {

using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using ras::Damage;
using ras::What;

constexpr NodeId kNode{2};
constexpr SocketId kSocket{1};
const LineAddress kLine = LineAddress::of(kNode, 5);

TEST(Damage, KeepsPoisonInMemoryUntilAGoodLineIsWritten) {
  Damage damage(2, 3);
  EXPECT_FALSE(damage.poisoned(kLine));
  damage.poison(kLine, 7, Time(10));
  EXPECT_TRUE(damage.poisoned(kLine));
  damage.written(kLine, true, kSocket, Time(20));
  EXPECT_TRUE(damage.poisoned(kLine));
  damage.written(kLine, false, kSocket, Time(30));
  EXPECT_FALSE(damage.poisoned(kLine));
  ASSERT_EQ(damage.events().size(), 2U);
  EXPECT_EQ(damage.events()[0].what, What::kPoisoned);
  EXPECT_EQ(damage.events()[1].what, What::kRestored);
  EXPECT_EQ(damage.events()[1].fault, 7);
}

TEST(Damage, IsOfTheLineWhicheverHostSeesIt) {
  Damage damage(2, 3, 1024);
  damage.poison(kLine, 0, Time(0));
  EXPECT_TRUE(damage.poisoned(LineAddress::of(kNode, 5 + 3 * 1024)));
  EXPECT_FALSE(damage.poisoned(LineAddress::of(kNode, 6 + 3 * 1024)));
}

TEST(Damage, OfAWayThatIsSilentTheFirstAccessWaitsAndThoseBeforeItsEndWithIt) {
  Damage damage(2, 3);
  damage.shut(kSocket, kNode, Damage::Way::kSilent, 1, Time(1000));
  EXPECT_EQ(damage.way(SocketId{0}, kNode), Damage::Way::kOpen);
  EXPECT_EQ(damage.refused(kSocket, kLine, Time(50)), Time(1050));
  EXPECT_EQ(damage.way(kSocket, kNode), Damage::Way::kClosed);
  EXPECT_EQ(damage.refused(kSocket, kLine, Time(1049)), Time(1050));
  EXPECT_EQ(damage.refused(kSocket, kLine, Time(1051)), Time(1051));
  EXPECT_EQ(damage.events()[0].what, What::kTimedOut);
  EXPECT_EQ(damage.events()[2].what, What::kRefused);
}

TEST(Damage, IsCorrectedOnceAndTwoWrongBitsAreNot) {
  Damage damage(2, 3);
  damage.set_correction(Time(100));
  EXPECT_FALSE(damage.flip(kLine, 0, Time(0)));
  EXPECT_EQ(damage.correct(kLine, Time(0)), Time(100));
  EXPECT_EQ(damage.correct(kLine, Time(0)), Time(0));
  EXPECT_FALSE(damage.flip(kLine, 0, Time(1)));
  EXPECT_TRUE(damage.scrub(kLine, Time(2)));
  EXPECT_FALSE(damage.flip(kLine, 0, Time(3)));
  EXPECT_TRUE(damage.flip(kLine, 0, Time(4)));
  EXPECT_TRUE(damage.poisoned(kLine));
  EXPECT_FALSE(damage.scrub(kLine, Time(5)));
  EXPECT_EQ(damage.events().back().what, What::kFound);
  EXPECT_EQ(damage.counts().corrected, 1);
  EXPECT_EQ(damage.counts().scrubbed, 1);
  EXPECT_EQ(damage.latent(), 0U);
}

TEST(Damage, OfAPoisonedLineHasNoWrongBitLeft) {
  Damage damage(2, 3);
  damage.set_correction(Time(100));
  damage.flip(kLine, 0, Time(0));
  damage.poison(kLine, 1, Time(1));
  EXPECT_EQ(damage.latent(), 0U);
  damage.written(kLine, false, kSocket, Time(2));
  EXPECT_EQ(damage.correct(kLine, Time(0)), Time(0));
  EXPECT_EQ(damage.counts().rewritten, 0);
}

TEST(Damage, OfACopyEndsWhenACoreWritesItAsAWhole) {
  Damage damage(2, 3);
  damage.poison(kLine, 7, Time(0));
  damage.took_poison(kSocket, kLine);
  EXPECT_TRUE(damage.copy_poisoned(kSocket, kLine));
  damage.overwritten(kSocket, kLine, Time(10));
  EXPECT_FALSE(damage.copy_poisoned(kSocket, kLine));
  EXPECT_EQ(damage.events().back().what, What::kOverwritten);
  EXPECT_EQ(damage.events().back().fault, 7);
}

TEST(Damage, OfAViralNodeTakesNothingInAndNamesWhatIsLost) {
  Damage damage(2, 3);
  damage.make_viral(kNode, 4);
  EXPECT_TRUE(damage.poisoned(kLine));
  EXPECT_FALSE(damage.poisoned(LineAddress::of(NodeId{1}, 5)));
  damage.written(kLine, false, kSocket, Time(5));
  EXPECT_TRUE(damage.poisoned(kLine));
  EXPECT_EQ(damage.events().back().what, What::kLost);
  EXPECT_EQ(damage.events().back().fault, 4);
}

TEST(Damage, APoolDeviceLogsItsEventsAndNoOtherNodeDoes) {
  using Kind = ras::DeviceEventKind;
  Damage damage(2, 4);
  damage.log_devices(kNode, 1);
  const LineAddress elsewhere = LineAddress::of(NodeId{1}, 5);
  const LineAddress behind = LineAddress::of(NodeId{3}, 5);
  for (const LineAddress line : {elsewhere, kLine, behind}) {
    damage.flip(line, 0, Time(1));
    damage.correct(line, Time(2));
    damage.poison(line, 0, Time(3));
    damage.poison(line, 0, Time(4));  // logged once
    damage.scrub(line, Time(5));
    damage.written(line, true, kSocket, Time(6));
    damage.written(line, false, kSocket, Time(7));
  }
  std::vector<Kind> kinds;
  for (const ras::DeviceEvent& event : damage.device_events()) {
    kinds.push_back(event.kind);
    EXPECT_EQ(event.device, kNode);
    EXPECT_TRUE(event.has_address());
    EXPECT_EQ(event.line.value, kLine.value);
  }
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::kCorrected, Kind::kPoisoned, Kind::kPoisonFound,
                                      Kind::kPoisonReceived, Kind::kRestored}));
  EXPECT_EQ(damage.device_events()[3].socket, kSocket);
  EXPECT_EQ(damage.device_events()[1].row().severity, ras::Severity::kFailure);
}

TEST(Damage, APausedPathOpensAtItsTime) {
  Damage damage(2, 3);
  damage.pause(kSocket, kNode, 4, Time(50), false);
  EXPECT_EQ(damage.way(kSocket, kNode), Damage::Way::kPaused);
  EXPECT_FALSE(damage.flushes(kSocket, kNode));
  EXPECT_EQ(damage.opens_at(kSocket, kNode), Time(50));
  EXPECT_EQ(damage.opens_at(SocketId{0}, kNode), Time(0));
  damage.held(kSocket, kLine, Time(20));
  EXPECT_EQ(damage.events()[0].what, What::kHeld);
  EXPECT_EQ(damage.events()[0].fault, 4);
  damage.open(kSocket, kNode);
  EXPECT_EQ(damage.opens_at(kSocket, kNode), Time(0));
}

TEST(Damage, AFlushedPathRestoresMemoryUntilItOpens) {
  Damage damage(2, 3);
  damage.poison(kLine, 7, Time(10));
  damage.pause(kSocket, kNode, 4, Time(50), true);
  EXPECT_TRUE(damage.flushes(kSocket, kNode));
  EXPECT_FALSE(damage.flushes(SocketId{0}, kNode));
  damage.flushed(kSocket, kLine, true, Time(20));
  EXPECT_TRUE(damage.poisoned(kLine));
  damage.flushed(kSocket, kLine, false, Time(30));
  EXPECT_FALSE(damage.poisoned(kLine));
  EXPECT_EQ(damage.events()[1].what, What::kFlushed);
  EXPECT_EQ(damage.events()[1].fault, 4);
  damage.open(kSocket, kNode);
  EXPECT_FALSE(damage.flushes(kSocket, kNode));
}

TEST(Damage, AClearedLineHasNeitherPoisonNorWrongBits) {
  Damage damage(2, 3);
  damage.poison(kLine, 7, Time(10));
  const LineAddress other = LineAddress::of(kNode, 6);
  damage.flip(other, 7, Time(11));
  damage.cleared(kLine, 2, Time(20));
  damage.cleared(other, 2, Time(20));
  EXPECT_FALSE(damage.poisoned(kLine));
  EXPECT_EQ(damage.latent(), 0U);
  EXPECT_EQ(damage.events().back().what, What::kCleared);
  EXPECT_EQ(damage.events().back().fault, 2);
}

}  // namespace
}  // namespace starnuma::test
