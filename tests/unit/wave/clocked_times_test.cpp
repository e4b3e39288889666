// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/clocked_times.h"

#include <gtest/gtest.h>

#include <map>

namespace starnuma::wave {
namespace {

using base::Time;
using Change = FstSource::Change;

constexpr Time kHalf(200);

std::vector<std::int64_t> times_of(const EvaluationTimes& placed) {
  std::vector<std::int64_t> times;
  for (const Time time : placed.times) times.push_back(time.ps());
  return times;
}

/// Returns (time, value) of one variable.
std::vector<std::pair<std::int64_t, std::string>> of(const std::vector<Change>& changes,
                                                     FstFile::Variable variable) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (const Change& change : changes) {
    if (change.variable == variable) found.emplace_back(change.time.ps(), change.value);
  }
  return found;
}

TEST(ClockedTimes, EachEvaluationIsHalfAPeriodBeforeTheNext) {
  const auto placed = place({{Time(10'000), 1}, {Time(20'000), 2}}, kHalf);
  EXPECT_EQ(times_of(placed), (std::vector<std::int64_t>{-1, 9800, 10'000, 10'200,  //
                                                         19'400, 19'600, 19'800, 20'000, 20'200}));
}

TEST(ClockedTimes, PiecesThatAreCloseAreSqueezedAndKeepTheirLastEdge) {
  const auto placed = place({{Time(10'000), 1}, {Time(10'100), 2}}, kHalf);
  EXPECT_EQ(times_of(placed), (std::vector<std::int64_t>{-1, 9800, 10'000, -1,  //
                                                         10'025, 10'050, 10'075, 10'100, 10'300}));
}

TEST(ClockedTimes, PiecesThatEndAtOnceMoveOnByPicoseconds) {
  const auto placed = place({{Time(10'000), 1}, {Time(10'000), 1}}, kHalf);
  EXPECT_EQ(times_of(placed),
            (std::vector<std::int64_t>{-1, 9800, 10'000, -1, 10'001, 10'002, 10'202}));
}

TEST(ClockedTimes, PiecesAreShownInOrderOfTimeWithTheValuesOfTheirCall) {
  // A register takes 1, 2, 3 in the order of calls; the second call is the earliest.
  const std::vector<ClockedPiece> pieces{{Time(10'000), 1}, {Time(5'000), 1}, {Time(20'000), 1}};
  const std::vector<Change> changes{
      {Time(0), 1, "0"}, {Time(2), 1, "1"}, {Time(5), 1, "10"}, {Time(8), 1, "11"}};
  const auto shown = of(in_platform_time(changes, pieces, kHalf, Time(100)), 1);
  EXPECT_EQ(shown, (std::vector<std::pair<std::int64_t, std::string>>{{100, "0"},
                                                                      {4800, "1"},
                                                                      {5000, "10"},
                                                                      {9800, "0"},
                                                                      {10'000, "1"},
                                                                      {19'800, "10"},
                                                                      {20'000, "11"}}));
}

TEST(ClockedTimes, WhatASettledBlockHasNoTimeToShowIsThereWhenTheNextPieceBegins) {
  const std::vector<ClockedPiece> pieces{{Time(10'000), 1}, {Time(10'100), 1}};
  const std::vector<Change> changes{{Time(0), 1, "0"}, {Time(1), 1, "1"}, {Time(3), 1, "0"}};
  const auto shown = of(in_platform_time(changes, pieces, kHalf, Time(0)), 1);
  EXPECT_EQ(shown, (std::vector<std::pair<std::int64_t, std::string>>{
                       {0, "0"}, {9800, "1"}, {10'050, "0"}}));
}

TEST(ClockedTimes, NoTwoEvaluationsShareATime) {
  std::vector<ClockedPiece> pieces;
  for (int i = 0; i < 200; ++i) pieces.push_back({Time(1000 + (i * 7919) % 5000), 1U + i % 2});
  std::map<Time, int> seen;
  for (const Time time : place(pieces, kHalf).times) {
    if (time == EvaluationTimes::kNever) continue;
    EXPECT_EQ(++seen[time], 1) << time.ps();
  }
}

}  // namespace
}  // namespace starnuma::wave
