// SPDX-License-Identifier: Apache-2.0
// Replays, shrinks and prints a failing stimulus of the directory.
#include "testbenches/directory_slice/directory_sequences.h"

#include <sstream>

#include "models/protocol/names.h"
#include "testbenches/rtl_support/failure_files.h"
#include "testbenches/rtl_support/replay.h"
#include "testbenches/rtl_support/shrink.h"

namespace starnuma::testbenches {

namespace {

using protocol::name_of;

/// Returns copies of a cycle without its reset or its access, or with everything accepted.
std::vector<DirectoryInputs> simpler(const DirectoryInputs& in) {
  std::vector<DirectoryInputs> steps;
  if (in.reset) steps.emplace_back(in).reset = false;
  if (in.start) steps.emplace_back(in).start.reset();
  if (in.choice != 0) steps.emplace_back(in).choice = 0;
  if (in.slow_host) steps.emplace_back(in).slow_host.reset();
  if (in.mem_drops) steps.emplace_back(in).mem_drops = false;
  return steps;
}

std::string inputs_text(const DirectoryInputs& in) {
  std::ostringstream text;
  if (in.reset) text << "reset ";
  if (in.start) {
    text << "host " << in.start->host << ' ' << name_of(in.start->access) << ' ' << std::hex
         << in.start->line << ' ';
  }
  if (!in.mem_ready) text << "stall ";
  if (!in.mem_answers) text << "no data ";
  return text.str();
}

void print(std::ostream& text, const char* what, const std::optional<DeviceMessage>& message) {
  if (!message) return;
  text << what << ' ' << name_of(protocol::Message::of(message->op, {}, {})) << " to host "
       << message->host << ", ";
}

std::string outputs_text(const DirectoryOutputs& out) {
  std::ostringstream text;
  text << std::hex;
  for (const auto& commit : out.commit) {
    if (!commit) continue;
    text << "line " << commit->line << ": " << name_of(commit->before) << " x "
         << name_of(commit->event) << " of host " << commit->host << " -> "
         << name_of(commit->after) << ", ";
  }
  for (const auto& request : out.mem_req) {
    if (request) text << (request->write ? "write " : "read ") << request->line << ", ";
  }
  print(text, "snoop", out.bisnp);
  print(text, "answer", out.rsp);
  return text.str();
}

}  // namespace

std::string explain_failure(const std::string& test, const DirectorySet& set,
                            const BlockStart& start, const std::vector<DirectoryInputs>& played) {
  const FailureFiles files(test, "directory_slice/directory.gtkw");
  const QuietOutput quiet;
  const auto play_anew = [&](const std::vector<DirectoryInputs>& stimulus,
                             const std::string& waves) {
    golden_kit::DeviceCoverage coverage;
    DirectoryLockstep bench(set, coverage, {start.seed, waves});
    return replay(
        bench, stimulus, [](DirectoryLockstep&) {}, inputs_text, outputs_text);
  };
  const auto fails = [&](const std::vector<DirectoryInputs>& stimulus) {
    return play_anew(stimulus, "").cycles;
  };
  const auto shortest = Shrinker<DirectoryInputs>(fails, simpler).run(played);
  return files.report(set.name, played.size(), shortest.size(),
                      play_anew(shortest, files.waves.string()));
}

}  // namespace starnuma::testbenches
