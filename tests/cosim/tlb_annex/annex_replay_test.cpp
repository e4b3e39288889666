// SPDX-License-Identifier: Apache-2.0
// Recorded streams in the annex RTL, and a mutant that only coinciding events reveal.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/tlb_annex/annex_replay.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches::annex_replay_test {

namespace {

namespace fs = std::filesystem;

struct Stream {
  int entries;
  int count_width;
  std::map<base::CoreId, AnnexEvents> cores;
};

Stream read(const fs::path& file) {
  std::ifstream in(file);
  protocol::AnnexStreamReader reader(in, file);
  Stream stream{reader.entries(), reader.count_width(), {}};
  while (const auto record = reader.next()) stream.cores[record->core].push_back(record->event);
  return stream;
}

std::set<fs::path> kept_streams() {
  const fs::path folder = fs::path(STARNUMA_SOURCE) / "stimulus" / "annex";
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".annex") files.insert(entry.path());
  }
  return files;
}

TEST(AnnexReplay, KeptStreamsDoTheSameInRtlAndFunctionDrainedAndOverlapped) {
  ASSERT_GE(kept_streams().size(), 7u);
  int met = 0;
  for (const fs::path& file : kept_streams()) {
    SCOPED_TRACE(file);
    const Stream stream = read(file);
    const AnnexSet& set = smallest_annex(stream.entries, stream.count_width, file.native());
    for (const auto& [core, events] : stream.cores) {
      Bins bins;
      AnnexLockstep drained(set, set.count_width, bins);
      EXPECT_NO_THROW(replay_drained(drained, events));
      AnnexLockstep overlapped(set, set.count_width, bins);
      EXPECT_NO_THROW(met += replay_overlapped(overlapped, events, {}));
    }
  }
  EXPECT_GT(met, 50);
}

/// Returns true if a replay of the stream finds the mutant.
template <class Replay>
bool finds(const AnnexSet& mistake, const Stream& stream, const Replay& replay) {
  const QuietOutput quiet;
  for (const auto& [core, events] : stream.cores) {
    Bins bins;
    AnnexLockstep bench(mistake, mistake.count_width, bins);
    try {
      replay(bench, events);
    } catch (const Difference&) {
      return true;
    }
  }
  return false;
}

TEST(AnnexRace, AnIncrementLostBesideAnEventIsFoundByOverlappedReplayOnly) {
  const Stream stream = read(fs::path(STARNUMA_SOURCE) / "stimulus/annex/bfs.annex");
  const AnnexSet& mistake = annex_mistake("annex_race_drops_increment");
  EXPECT_FALSE(finds(mistake, stream, replay_drained));
  EXPECT_TRUE(finds(mistake, stream, [](AnnexLockstep& bench, const AnnexEvents& events) {
    replay_overlapped(bench, events, {});
  }));
}

}  // namespace
}  // namespace starnuma::testbenches::annex_replay_test
