// SPDX-License-Identifier: Apache-2.0
// Replays, shrinks and prints a failing stimulus of the tracker update unit.
#include "testbenches/tracker_update/tracker_sequences.h"

#include <sstream>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/pages.h"
#include "testbenches/rtl_support/replay.h"
#include "testbenches/rtl_support/shrink.h"

namespace starnuma::testbenches {

namespace {

/// Returns copies of a cycle without its reset, its hand-over or one change.
std::vector<TrackerInputs> simpler(const TrackerInputs& in) {
  std::vector<TrackerInputs> steps;
  if (in.reset) steps.emplace_back(in).reset = false;
  if (in.offered) steps.emplace_back(in).offered = false;
  if (in.change) steps.emplace_back(in).change.reset();
  return steps;
}

std::string inputs_text(const TrackerInputs& in) {
  std::ostringstream text;
  text << std::hex;
  if (in.reset) text << "reset ";
  if (in.offered) {
    text << "page " << page_text(in.hand_over.page) << " count " << in.hand_over.count << ' ';
  }
  if (in.change) text << "entry " << in.change->address << " is " << in.change->word << ' ';
  if (!in.memory_ready) text << "stall ";
  if (!in.answer) text << "no answer ";
  if (!in.credit) text << "no credit";
  return text.str();
}

std::string outputs_text(const TrackerOutputs& out) {
  static constexpr const char* kKinds[] = {"read", "write", "release", "add"};
  std::ostringstream text;
  text << "ready " << out.hand_over_ready << " idle " << out.idle;
  if (out.rsp_ready) text << " waits";
  if (out.req_valid) {
    text << ' ' << kKinds[out.req_kind] << std::hex << " address " << out.req_address << " word "
         << out.req_word;
  }
  return text.str();
}

}  // namespace

std::string explain_failure(const std::string& test, const TrackerSet& set,
                            const TrackerLockstep::Function::Config& config,
                            const BlockStart& start, const std::vector<TrackerInputs>& played) {
  const FailureFiles files(test, "tracker_update/tracker.gtkw");
  const QuietOutput quiet;
  const auto play_anew = [&](const std::vector<TrackerInputs>& stimulus, const std::string& waves) {
    Bins bins;
    TrackerLockstep bench(set, config, bins, {start.seed, waves});
    return replay(
        bench, stimulus, [](TrackerLockstep&) {}, inputs_text, outputs_text);
  };
  const auto fails = [&](const std::vector<TrackerInputs>& stimulus) {
    return play_anew(stimulus, "").cycles;
  };
  const std::vector<TrackerInputs> shortest = Shrinker<TrackerInputs>(fails, simpler).run(played);
  const std::string what = std::string(set.name) + ", regions of 2**" +
                           std::to_string(config.region_shift) + " pages, counts to " +
                           std::to_string(config.layout.counter.max);
  return files.report(what, played.size(), shortest.size(),
                      play_anew(shortest, files.waves.string()));
}

}  // namespace starnuma::testbenches
