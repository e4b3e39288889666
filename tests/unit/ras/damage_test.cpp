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
  EXPECT_EQ(damage.correct(kLine), Time(100));
  EXPECT_EQ(damage.correct(kLine), Time(0));
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
  EXPECT_EQ(damage.correct(kLine), Time(0));
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

}  // namespace
}  // namespace starnuma::test
