// SPDX-License-Identifier: Apache-2.0
// Replays, shrinks and shows a failing stimulus of the annex.
#include "testbenches/tlb_annex/annex_failure.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/shrink.h"
#include "testbenches/tlb_annex/annex_sequences.h"

namespace starnuma::testbenches {

namespace {

constexpr std::size_t kCyclesShown = 16;

/// Without a reset or an input less.
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
  if (in.inc_valid && in.inc_orphan) text << "orphan page " << std::hex << in.inc_page << ' ';
  if (in.inc_valid && !in.inc_orphan) text << "increment slot " << in.inc_slot << ' ';
  if (in.event_valid) {
    text << kKinds[static_cast<int>(in.event_kind)] << " slot " << std::dec << in.event_slot
         << " page " << std::hex << in.event_page << ' ';
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
    text << " hand-over page " << std::hex << out.hand_over_page << " count " << std::dec
         << out.hand_over_count;
  }
  return text.str();
}

/// A stimulus played on new blocks with the same registers.
struct Replay {
  const AnnexSet& set;
  protocol::Counter counter;
  std::uint64_t seed;
  bool cleared_first;  ///< The stimulus begins when the counters are cleared, not at once.

  struct Result {
    std::size_t cycles = 0;  ///< Until they differ; 0: they do not.
    std::string difference;
    std::string last_cycles;
  };
  Result run(const std::vector<AnnexInputs>& stimulus, const std::string& waves = "") const {
    Bins bins;
    AnnexLockstep bench(set, counter, bins, {seed, waves});
    Result result;
    std::size_t cycles = 0;
    std::uint64_t cycle = 0;
    try {
      if (cleared_first) wait_until_cleared(bench);
      for (const AnnexInputs& in : stimulus) {
        ++cycles;
        cycle = bench.block().cycles();
        bench.step(in);
        if (cycles + kCyclesShown > stimulus.size()) result.last_cycles += row(bench, cycle, in);
      }
    } catch (const Difference& difference) {
      result.cycles = std::max<std::size_t>(cycles, 1);
      result.difference = difference.what();
      if (cycles > 0) result.last_cycles += row(bench, cycle, stimulus[cycles - 1]);
    }
    return result;
  }

 private:
  static std::string row(AnnexLockstep& bench, std::uint64_t cycle, const AnnexInputs& in) {
    std::ostringstream text;
    text << "  " << std::setw(6) << cycle << "  " << std::left << std::setw(56) << inputs_text(in)
         << outputs_text(bench.outputs()) << '\n';
    return text.str();
  }
};

}  // namespace

std::string explain_failure(const std::string& test, const AnnexSet& set, protocol::Counter counter,
                            const BlockStart& start, const std::vector<AnnexInputs>& played) {
  const FailureFiles files(test, "tlb_annex/annex.gtkw");
  const QuietOutput quiet;
  Replay replay{set, counter, start.seed, false};
  const auto fails = [&](const std::vector<AnnexInputs>& in) { return replay.run(in).cycles; };
  std::vector<AnnexInputs> shortest = Shrinker<AnnexInputs>(fails, simpler).run(played);
  replay.cleared_first = true;  // then the cycles of clearing need not be part of it
  if (fails(shortest) > 0) {
    shortest = Shrinker<AnnexInputs>(fails, simpler).run(shortest);
  } else {
    replay.cleared_first = false;
  }
  const Replay::Result result = replay.run(shortest, files.waves.string());
  std::ostringstream text;
  text << set.name << ", counts to " << counter.max << ", shrunk from " << played.size() << " to "
       << shortest.size() << " cycles:\n  " << result.difference << '\n'
       << "   cycle  inputs                                                  outputs\n"
       << result.last_cycles << "waves: gtkwave " << files.save_file.string() << '\n';
  std::ofstream(files.text) << text.str();
  return text.str();
}

}  // namespace starnuma::testbenches
