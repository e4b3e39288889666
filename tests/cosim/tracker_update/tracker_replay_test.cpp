// SPDX-License-Identifier: Apache-2.0
// Recorded streams in the tracker update RTL, and a mutant that only coinciding hand-overs reveal.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/tracker_update/tracker_replay.h"

namespace starnuma::testbenches::tracker_replay_test {

namespace {

namespace fs = std::filesystem;

struct Stream {
  protocol::TrackerStreamHeader header;
  std::map<base::CoreId, TrackerEvents> cores;
};

Stream read(const fs::path& file) {
  std::ifstream in(file);
  protocol::TrackerStreamReader reader(in, file);
  Stream stream{reader.header(), {}};
  while (const auto record = reader.next()) stream.cores[record->core].push_back(record->event);
  return stream;
}

std::set<fs::path> kept_streams() {
  const fs::path folder = fs::path(STARNUMA_SOURCE) / "stimulus" / "tracker";
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".tracker") files.insert(entry.path());
  }
  return files;
}

TEST(TrackerReplay, KeptStreamsDoTheSameInRtlAndFunctionDrainedAndOverlapped) {
  ASSERT_GE(kept_streams().size(), 7u);
  int met = 0;
  for (const fs::path& file : kept_streams()) {
    SCOPED_TRACE(file);
    const Stream stream = read(file);
    const TrackerSet& set = tracker_for(stream.header, file.native());
    for (const auto& [core, events] : stream.cores) {
      Bins bins;
      TrackerLockstep drained(set, config_of(stream.header, core), bins);
      EXPECT_NO_THROW(replay_drained(drained, events));
      TrackerLockstep overlapped(set, config_of(stream.header, core), bins);
      EXPECT_NO_THROW(met += replay_overlapped(overlapped, events, {}));
    }
  }
  EXPECT_GT(met, 500);
}

template <class Replay>
bool finds(const TrackerSet& mistake, const Stream& stream, const Replay& replay) {
  const QuietOutput quiet;
  for (const auto& [core, events] : stream.cores) {
    Bins bins;
    TrackerLockstep bench(mistake, config_of(stream.header, core), bins);
    try {
      replay(bench, events);
    } catch (const Difference&) {
      return true;
    }
  }
  return false;
}

TEST(TrackerRace, AHandOverAddedToTheRegionBeingPoppedIsFoundByOverlappedReplayOnly) {
  const Stream stream = read(fs::path(STARNUMA_SOURCE) / "stimulus/tracker/bfs_own_line.tracker");
  const TrackerSet& mistake = tracker_mistake("tracker_race_adds_to_popped");
  EXPECT_FALSE(finds(mistake, stream, replay_drained));
  EXPECT_TRUE(finds(mistake, stream, [](TrackerLockstep& bench, const TrackerEvents& events) {
    replay_overlapped(bench, events, {});
  }));
}

}  // namespace
}  // namespace starnuma::testbenches::tracker_replay_test
