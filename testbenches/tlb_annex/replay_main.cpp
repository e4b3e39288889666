// SPDX-License-Identifier: Apache-2.0
// Replays a recorded event stream into the annex RTL, in lockstep with its golden function
// (testbenches/rtl_support/replay_program.h describes its arguments).
#include "testbenches/rtl_support/replay_program.h"
#include "testbenches/tlb_annex/annex_replay.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches {
namespace {

int replay(const ReplayWords& words) {
  std::ifstream in = open_stream(words.file);
  protocol::AnnexStreamReader reader(in, words.file);
  const AnnexSet& set = smallest_annex(reader.entries(), reader.count_width(), words.file);
  const auto cores = read_cores<protocol::AnnexEvent>(reader, words.core);
  const auto make = [&](base::CoreId, Bins& bins, const BlockStart& start) {
    return std::make_unique<AnnexLockstep>(set, set.count_width, bins, start);
  };
  return replay_cores(cores, words, make, replay_drained, replay_overlapped);
}

}  // namespace
}  // namespace starnuma::testbenches

int main(int argc, char** argv) {
  return starnuma::testbenches::replay_program(argc, argv, starnuma::testbenches::replay);
}
