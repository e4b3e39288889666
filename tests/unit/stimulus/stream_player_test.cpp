// SPDX-License-Identifier: Apache-2.0
// Boundaries of the played part of a thread: epochs, regions, leaves and the work before markers.
#include "stimulus/trace/player/stream_player.h"

#include <gtest/gtest.h>

#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace::stream_player_test {
namespace {

using Steps = std::vector<std::string>;

Record marked(RecordKind kind, std::uint64_t number = 0, std::uint64_t work = 0) {
  Record record = numbered(kind, number);
  record.work = work;
  return record;
}

/// Plays a thread; returns a load as its line, a post as p with its number, the opening of the
/// window as "open", a wait as w with its leaves, and the end as "end". Work follows a colon.
Steps played(const std::vector<Record>& records, const Stretch& stretch,
             std::uint64_t first_leave = 0) {
  Playback playback;
  playback.folder = written_trace("player.snt", {records});
  playback.summary = read_summary(playback.folder);
  playback.summary.regions = 9;
  playback.stretch = stretch;
  playback.first_leave = first_leave;
  playback.pages =
      PageSpace(read_pages(playback.folder, playback.summary.id, playback.summary.pages.pages));
  playback.pages.place({0});
  StreamPlayer player(playback, 0);
  Steps steps;
  core::Event event;
  while (true) {
    switch (player.state()) {
      case StreamPlayer::State::kMeets:
        steps.push_back("open");
        player.resume();
        break;
      case StreamPlayer::State::kWaits:
        steps.push_back("w" + std::to_string(player.leaves()));
        player.resume();
        break;
      case StreamPlayer::State::kEnded:
        steps.push_back("end");
        return steps;
      case StreamPlayer::State::kRuns:
        break;
    }
    if (!player.next(event)) continue;
    const bool post = event.kind == core::SourceEventKind::kPost;
    std::string step = post ? "p" + std::to_string(event.order)
                            : std::to_string(event.address.value / base::kLineBytes);
    if (event.work > 0) step += ":" + std::to_string(event.work);
    steps.push_back(step);
  }
}

Record line(std::uint64_t number, std::uint64_t work = 0) {
  return load(number * base::kLineBytes, 8, work);
}

const std::vector<Record> kEpochs = {
    line(0), numbered(RecordKind::kEpoch, 1), line(1), numbered(RecordKind::kEpoch, 2),
    line(2), numbered(RecordKind::kEpoch, 3), line(3), numbered(RecordKind::kEpoch, 5),
    line(5)};

TEST(StreamPlayer, PlaysFromTheFirstEpochToTheOneBeforeTheEnd) {
  EXPECT_EQ(played(kEpochs, {0, 0, 0, Stretch::kNoEnd}),
            (Steps{"open", "0", "1", "2", "3", "5", "end"}));
  EXPECT_EQ(played(kEpochs, {0, 1, 2, 3}), (Steps{"1", "open", "2", "end"}));
  EXPECT_EQ(played(kEpochs, {0, 2, 2, 3}), (Steps{"open", "2", "end"}));
  EXPECT_EQ(played(kEpochs, {0, 0, 3, 5}), (Steps{"0", "1", "2", "open", "3", "end"}));
}

TEST(StreamPlayer, OpensInTheNextEpochIfTheThreadWaitedDuringThatOne) {
  EXPECT_EQ(played(kEpochs, {0, 3, 4, Stretch::kNoEnd}), (Steps{"3", "open", "5", "end"}));
  EXPECT_EQ(played(kEpochs, {0, 0, 1, 4}), (Steps{"0", "open", "1", "2", "3", "end"}));
  EXPECT_EQ(played(kEpochs, {0, 6, 6, 9}), (Steps{"end"}));
}

const std::vector<Record> kRegions = {
    line(0), numbered(RecordKind::kRegionBegin), line(1), numbered(RecordKind::kRegionEnd),
    line(2), numbered(RecordKind::kRegionBegin), line(3), numbered(RecordKind::kRegionEnd),
    line(4)};

TEST(StreamPlayer, EndsWithTheLastMeasuredRegion) {
  EXPECT_EQ(played(kRegions, {1}), (Steps{"0", "open", "1", "end"}));
  EXPECT_EQ(played(kRegions, {2}), (Steps{"0", "open", "1", "2", "open", "3", "end"}));
}

/// A region that is not closed ends where the next one begins.
TEST(StreamPlayer, EndsAtTheRegionAfterTheLastMeasuredOne) {
  const std::vector<Record> open = {line(0), numbered(RecordKind::kRegionBegin), line(1),
                                    numbered(RecordKind::kRegionBegin), line(2)};
  EXPECT_EQ(played(open, {1}), (Steps{"0", "open", "1", "end"}));
  EXPECT_EQ(played(open, {2}), (Steps{"0", "open", "1", "open", "2", "end"}));
}

TEST(StreamPlayer, PostsAndWaitsFromTheFirstLeaveOn) {
  const std::vector<Record> records = {line(0),
                                       numbered(RecordKind::kLeave, 4),
                                       numbered(RecordKind::kLeave, 5),
                                       numbered(RecordKind::kEnter, 5),
                                       line(1),
                                       numbered(RecordKind::kEnter, 6),
                                       line(2)};
  EXPECT_EQ(played(records, {0, 0, 0, Stretch::kNoEnd}, 5),
            (Steps{"open", "0", "p5", "1", "w6", "2", "end"}));
  EXPECT_EQ(played(records, {0, 0, 0, Stretch::kNoEnd}, 4),
            (Steps{"open", "0", "p4", "p5", "w5", "1", "w6", "2", "end"}));
}

TEST(StreamPlayer, WorkBeforeMarkersBelongsToTheNextEvent) {
  const std::vector<Record> records = {line(0, 3),
                                       marked(RecordKind::kEpoch, 1, 7),
                                       marked(RecordKind::kEnter, 0, 5),
                                       marked(RecordKind::kRegionBegin, 0, 1),
                                       line(1, 2),
                                       marked(RecordKind::kLeave, 0, 4),
                                       line(2)};
  EXPECT_EQ(played(records, {0, 0, 0, Stretch::kNoEnd}),
            (Steps{"open", "0:3", "1:15", "p0:4", "2", "end"}));
}

}  // namespace
}  // namespace starnuma::trace::stream_player_test
