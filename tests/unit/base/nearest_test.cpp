// SPDX-License-Identifier: Apache-2.0
#include "models/base/nearest.h"

#include <gtest/gtest.h>

namespace starnuma::base {
namespace {

const std::vector<std::string> kKeys{"bandwidth", "latency", "ways"};

TEST(Nearest, MissingExtraWrongAndSwappedLettersAreNear) {
  EXPECT_EQ(nearest("bandwith", kKeys), "bandwidth");
  EXPECT_EQ(nearest("bandwiidth", kKeys), "bandwidth");
  EXPECT_EQ(nearest("lotency", kKeys), "latency");
  EXPECT_EQ(nearest("wyas", kKeys), "ways");
}

TEST(Nearest, LetterCaseIsFree) { EXPECT_EQ(nearest("BANDWIDTH", kKeys), "bandwidth"); }

TEST(Nearest, UpToAThirdOfTheLengthMayDiffer) {
  EXPECT_EQ(nearest("latxxy", {"latency"}), std::nullopt);
  EXPECT_EQ(nearest("latexx", {"latenc"}), "latenc");
  EXPECT_EQ(nearest("latxxx", {"latenc"}), std::nullopt);
}

TEST(Nearest, AShortWordMayStillHaveOneWrongLetter) {
  EXPECT_EQ(nearest("l3", {"l1", "l2"}), "l1");
  EXPECT_EQ(nearest("", kKeys), std::nullopt);
}

TEST(Nearest, TheClosestWinsOverTheFirst) {
  EXPECT_EQ(nearest("starnuma16", {"starnuma32", "starnuma8", "starnuma61"}), "starnuma61");
}

TEST(Nearest, ASuggestionFallsBackToTheValidNames) {
  EXPECT_EQ(suggestion("bandwith", kKeys), "did you mean \"bandwidth\"?");
  EXPECT_EQ(suggestion("colour", kKeys), "valid are bandwidth, latency, ways");
  EXPECT_EQ(suggestion("colour", {"ways"}), "valid is ways");
  EXPECT_EQ(suggestion("colour", {}), "no value is valid here");
}

}  // namespace
}  // namespace starnuma::base
