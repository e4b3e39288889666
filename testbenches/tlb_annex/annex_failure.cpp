// SPDX-License-Identifier: Apache-2.0
// Replays, shrinks and prints a failing stimulus of the annex.

#include <sstream>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/pages.h"
#include "testbenches/rtl_support/replay.h"
#include "testbenches/rtl_support/shrink.h"
#include "testbenches/tlb_annex/annex_sequences.h"

namespace starnuma::testbenches {

namespace {

/// Returns copies of a cycle without its reset or without one input.
std::vector<AnnexInputs> simpler(const AnnexInputs& in) {
  std::vector<AnnexInputs> steps;
  const auto without = [&](bool AnnexInputs::*what) {
    if (!(in.*what)) return;
    steps.push_back(in);
    steps.back().*what = false;
  };
  without(&AnnexInputs::reset);
  without(&AnnexInputs::inc_valid);
  without(&AnnexInputs::event_valid);
  without(&AnnexInputs::mark_all);
  return steps;
}

std::string inputs_text(const AnnexInputs& in) {
  static constexpr const char* kKinds[] = {"access", "evict", "invalidate"};
  std::ostringstream text;
  if (in.reset) text << "reset ";
  if (in.inc_valid && in.inc_orphan) text << "orphan page " << page_text(in.inc_page) << ' ';
  if (in.inc_valid && !in.inc_orphan) text << "increment slot " << in.inc_slot << ' ';
  if (in.event_valid) {
    text << kKinds[static_cast<int>(in.event_kind)] << " slot " << std::dec << in.event_slot
         << " page " << page_text(in.event_page) << ' ';
  }
  if (in.mark_all) text << "mark-all ";
  if (!in.take) text << "stall ";
  return text.str();
}

std::string outputs_text(const AnnexOutputs& out) {
  std::ostringstream text;
  text << "ready " << out.inc_ready << out.event_ready << out.mark_all_ready << " idle "
       << out.idle;
  if (out.hand_over_valid) {
    text << " hand-over page " << page_text(out.hand_over_page) << " count " << out.hand_over_count;
  }
  return text.str();
}

}  // namespace

std::string explain_failure(const std::string& test, const AnnexSet& set, protocol::Counter counter,
                            const BlockStart& start, const std::vector<AnnexInputs>& played) {
  const FailureFiles files(test, "tlb_annex/annex.gtkw");
  const QuietOutput quiet;
  bool cleared_first = false;  // the stimulus starts when the counters are cleared
  const auto play_anew = [&](const std::vector<AnnexInputs>& stimulus, const std::string& waves) {
    Bins bins;
    AnnexLockstep bench(set, counter, bins, {start.seed, waves});
    const auto prepare = [&](AnnexLockstep& fresh) {
      if (cleared_first) wait_until_cleared(fresh);
    };
    return replay(bench, stimulus, prepare, inputs_text, outputs_text);
  };
  const auto fails = [&](const std::vector<AnnexInputs>& stimulus) {
    return play_anew(stimulus, "").cycles;
  };
  std::vector<AnnexInputs> shortest = Shrinker<AnnexInputs>(fails, simpler).run(played);
  cleared_first = true;  // the cycles of clearing then need not be part of it
  if (fails(shortest) > 0) {
    shortest = Shrinker<AnnexInputs>(fails, simpler).run(shortest);
  } else {
    cleared_first = false;
  }
  const std::string what = std::string(set.name) + ", counts to " + std::to_string(counter.max);
  return files.report(what, played.size(), shortest.size(),
                      play_anew(shortest, files.waves.string()));
}

}  // namespace starnuma::testbenches
