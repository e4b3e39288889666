// SPDX-License-Identifier: Apache-2.0
// Replays, shrinks and shows a failing stimulus of the tracker update unit.
#include "testbenches/tracker_update/tracker_failure.h"

#include <fstream>
#include <iomanip>
#include <sstream>

#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/shrink.h"

namespace starnuma::testbenches {

namespace {

constexpr std::size_t kCyclesShown = 16;

/// Without a reset, a hand-over or a change less.
std::vector<TrackerInputs> simpler(const TrackerInputs& in) {
  std::vector<TrackerInputs> steps;
  if (in.reset) steps.emplace_back(in).reset = false;
  if (in.offered) steps.emplace_back(in).offered = false;
  if (in.change) steps.emplace_back(in).change.reset();
  return steps;
}

std::string row(TrackerLockstep& bench, std::uint64_t cycle, const TrackerInputs& in) {
  static constexpr const char* kKinds[] = {"read", "write", "release", "add"};
  const TrackerOutputs& out = bench.outputs();
  std::ostringstream inputs;
  inputs << std::hex;
  if (in.reset) inputs << "reset ";
  if (in.offered) inputs << "page " << in.hand_over.page << " count " << in.hand_over.count << ' ';
  if (in.change) inputs << "entry " << in.change->address << " is " << in.change->word << ' ';
  if (!in.memory_ready) inputs << "stall ";
  if (!in.answer) inputs << "no answer ";
  if (!in.credit) inputs << "no credit";
  std::ostringstream text;
  text << "  " << std::setw(6) << cycle << "  " << std::left << std::setw(56) << inputs.str()
       << "ready " << out.hand_over_ready << " idle " << out.idle;
  if (out.rsp_ready) text << " waits";
  if (out.req_valid) {
    text << ' ' << kKinds[out.req_kind] << std::hex << " address " << out.req_address << " word "
         << out.req_word;
  }
  return text.str() + '\n';
}

struct Result {
  std::size_t cycles = 0;  ///< Until they differ; 0: they do not.
  std::string difference;
  std::string last_cycles;
};

Result replay(const TrackerSet& set, const TrackerLockstep::Function::Config& config,
              const BlockStart& start, const std::vector<TrackerInputs>& stimulus) {
  Bins bins;
  TrackerLockstep bench(set, config, bins, start);
  Result result;
  std::size_t cycles = 0;
  std::uint64_t cycle = 0;
  try {
    for (const TrackerInputs& in : stimulus) {
      ++cycles;
      cycle = bench.block().cycles();
      bench.step(in);
      if (cycles + kCyclesShown > stimulus.size()) result.last_cycles += row(bench, cycle, in);
    }
  } catch (const Difference& difference) {
    result.cycles = cycles;
    result.difference = difference.what();
    result.last_cycles += row(bench, cycle, stimulus[cycles - 1]);
  }
  return result;
}

}  // namespace

std::string explain_failure(const std::string& test, const TrackerSet& set,
                            const TrackerLockstep::Function::Config& config,
                            const BlockStart& start, const std::vector<TrackerInputs>& played) {
  const FailureFiles files(test, "tracker_update/tracker.gtkw");
  const QuietOutput quiet;
  const auto fails = [&](const std::vector<TrackerInputs>& stimulus) {
    return replay(set, config, {start.seed, ""}, stimulus).cycles;
  };
  const std::vector<TrackerInputs> shortest = Shrinker<TrackerInputs>(fails, simpler).run(played);
  const Result result = replay(set, config, {start.seed, files.waves.string()}, shortest);
  std::ostringstream text;
  text << set.name << ", regions of 2**" << config.region_shift << " pages, counts to "
       << config.layout.counter.max << ", shrunk from " << played.size() << " to "
       << shortest.size() << " cycles:\n  " << result.difference << '\n'
       << "   cycle  inputs                                                  outputs\n"
       << result.last_cycles << "waves: gtkwave " << files.save_file.string() << '\n';
  std::ofstream(files.text) << text.str();
  return text.str();
}

}  // namespace starnuma::testbenches
