// SPDX-License-Identifier: Apache-2.0
// Replays the recorded inputs of tracker update units into their RTL, in lockstep with its golden
// function (testbenches/rtl_support/replay_program.h describes its arguments).
#include "testbenches/rtl_support/replay_program.h"
#include "testbenches/tracker_update/tracker_replay.h"

namespace starnuma::testbenches {
namespace {

int replay(const ReplayWords& words) {
  std::ifstream in = open_stream(words.file);
  protocol::TrackerStreamReader reader(in, words.file);
  const TrackerSet& set = tracker_for(reader.header(), words.file);
  const auto cores = read_cores<protocol::TrackerEvent>(reader, words.core);
  const auto make = [&](base::CoreId core, Bins& bins, const BlockStart& start) {
    return std::make_unique<TrackerLockstep>(set, config_of(reader.header(), core), bins, start);
  };
  return replay_cores(cores, words, make, replay_drained, replay_overlapped);
}

}  // namespace
}  // namespace starnuma::testbenches

int main(int argc, char** argv) {
  return starnuma::testbenches::replay_program(argc, argv, starnuma::testbenches::replay);
}
