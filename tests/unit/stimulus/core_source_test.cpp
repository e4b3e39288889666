// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/player/core_source.h"

#include <gtest/gtest.h>

#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace {
namespace {

using core::SourceEventKind;

/// Returns half of a turn, which waits for its thread's previous load.
Record half_turn(std::uint64_t address) {
  return after(load(address, 8, CoreSource::kTurn / 2 - 1), 1);
}

constexpr std::uint64_t kOther = 1 << 12;  ///< Start of the second thread's page.

Playback played(const std::vector<std::vector<Record>>& threads) {
  Playback playback;
  playback.folder = written_trace("turns.snt", threads);
  playback.summary = read_summary(playback.folder);
  playback.pages =
      PageSpace(read_pages(playback.folder, playback.summary.id, playback.summary.pages.pages));
  playback.pages.place({0});
  return playback;
}

void skip_opening(CoreSource& source) {
  for (const SourceEventKind opening :
       {SourceEventKind::kBarrier, SourceEventKind::kBeginMeasurement, SourceEventKind::kPost}) {
    EXPECT_EQ(source.next().kind, opening);
  }
}

/// Returns the distance of a load to the one before it of its thread, with `others` loads of
/// another thread between them.
int distance_over(std::uint64_t others) {
  std::vector<Record> between(others, load(kOther));
  between.back().work = CoreSource::kTurn - others;
  Playback playback =
      played({{load(0, 8, CoreSource::kTurn - 1), after(load(8), 1)}, std::move(between)});
  CoreSource source(playback, {0, 1}, true);
  skip_opening(source);
  core::Event event;
  for (std::uint64_t i = 0; i < others + 2; ++i) event = source.next();
  EXPECT_EQ(event.address.value, 8U);
  return event.after[0];
}

TEST(CoreSource, ALoadWaitsForOneThatIs255LoadsOfTheCoreBackAndForNoneBefore) {
  EXPECT_EQ(distance_over(254), 255);
  EXPECT_EQ(distance_over(255), 0);
}

TEST(CoreSource, ThreadsOfACoreTakeTurnsAndWaitForLoadsOfTheirOwn) {
  std::vector<std::vector<Record>> threads(2);
  for (std::uint64_t i = 0; i < 4; ++i) {
    threads[0].push_back(half_turn(8 * i));
    threads[1].push_back(half_turn(kOther + 8 * i));
  }
  Playback playback = played(threads);
  CoreSource source(playback, {0, 1}, true);
  skip_opening(source);
  std::vector<std::uint64_t> addresses;
  std::vector<int> distances;
  for (core::Event event = source.next(); event.kind == SourceEventKind::kLoad;
       event = source.next()) {
    addresses.push_back(event.address.value);
    distances.push_back(event.after[0]);
  }
  EXPECT_EQ(addresses, (std::vector<std::uint64_t>{0, 8, kOther, kOther + 8, 16, 24, kOther + 16,
                                                   kOther + 24}));
  // Two loads of the other thread are between two turns; the first waits for none.
  EXPECT_EQ(distances, (std::vector<int>{0, 1, 0, 1, 3, 1, 3, 1}));
}

}  // namespace
}  // namespace starnuma::trace
