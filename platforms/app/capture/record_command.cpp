// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/capture/record_command.h"

#include <sys/resource.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <random>
#include <sstream>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/capture/program_file.h"
#include "platforms/app/capture/traced_program.h"
#include "platforms/app/files/failure.h"
#include "stimulus/trace/format/draft.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::app {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

/// Maximum ratio of used and required epochs of a trace.
constexpr double kMostEpochs = 1.1;

CaptureRequest request_of(const Arguments& arguments, const std::vector<std::string>& words) {
  if (words.empty()) {
    throw base::InputError(
        "trace record: expected a program, as in `trace record -o DIR -- PROGRAM "
        "ARGS`");
  }
  CaptureRequest request;
  request.words = words;
  request.words[0] = program_file(words[0]).string();
  if (arguments.has("threads")) {
    request.threads = static_cast<std::uint64_t>(arguments.get<int>("threads"));
  }
  if (arguments.has("instructions")) {
    request.instructions = arguments.get<std::uint64_t>("instructions");
  }
  request.marked = arguments.has("roi");
  if (arguments.has("function")) {
    if (request.marked) {
      throw base::InputError("trace record: expected --roi or --function, not both");
    }
    request.function = arguments.text("function");
    request.function_offset = function_offset(request.words[0], request.function);
  }
  request.quantum = static_cast<std::uint64_t>(arguments.get<int>("quantum"));
  return request;
}

/// User's description of the program for the trace.
struct Meaning {
  trace::WorkDone work;
  std::uint64_t full_size = 0;  ///< Size in bytes, or
  std::uint64_t times = 0;      ///< as a multiple of the memory that the trace uses.
};

Meaning meaning_of(const Arguments& arguments) {
  Meaning meaning;
  if (arguments.has("work")) {
    std::istringstream text(arguments.text("work"));
    if (!(text >> meaning.work.count >> meaning.work.unit) || !text.eof()) {
      throw base::InputError(
          "trace record: --work: expected a number and a unit, as \"65536 "
          "vertices\", got \"",
          text.str(), "\"");
    }
  }
  if (arguments.has("full-size")) {
    const auto text = arguments.text("full-size");
    char end = 0;
    if (std::sscanf(text.c_str(), "%" SCNu64 "%c", &meaning.times, &end) == 2 && end == 'x' &&
        meaning.times > 0) {
      return meaning;
    }
    const auto bytes = base::parse_bytes(text);
    if (!bytes || bytes->value <= 0) {
      throw base::InputError(
          "trace record: --full-size: expected a size as 64GiB, or a multiple as "
          "16384x, got \"",
          text, "\"");
    }
    meaning.times = 0;
    meaning.full_size = static_cast<std::uint64_t>(bytes->value);
  }
  return meaning;
}

std::vector<std::string> options_of(const CaptureRequest& request) {
  std::vector<std::string> options{"--quantum=" + std::to_string(request.quantum)};
  if (request.threads != 0) options.push_back("--threads=" + std::to_string(request.threads));
  if (request.marked) options.emplace_back("--roi");
  if (!request.function.empty()) options.push_back("--function=" + request.function);
  if (request.filter_bytes != 0) {
    options.push_back("--filter=" + std::to_string(request.filter_bytes) + "B");
  }
  if (request.instructions != 0) {
    options.push_back("--instructions=" + std::to_string(request.instructions));
  }
  return options;
}

trace::Summary summary_of(const CaptureRequest& request, const Emulator& emulator,
                          const capture::Recorder& recorder, const Meaning& meaning,
                          std::uint64_t id) {
  const capture::Quality& quality = recorder.quality();
  trace::Summary summary;
  summary.id = id;
  summary.program = request.words[0];
  summary.arguments.assign(request.words.begin() + 1, request.words.end());
  summary.front_end = {"qemu-x86_64", emulator.version, options_of(request)};
  summary.contents.dependences = true;
  summary.contents.mispredictions = true;
  summary.contents.instructions = true;
  summary.contents.order = true;
  summary.contents.whole_run = !request.marked && request.function.empty() &&
                               request.threads == 0 && request.instructions == 0;
  summary.contents.filter_bytes = request.filter_bytes;
  summary.quality = {request.quantum, quality.epochs_used, quality.epochs_needed, quality.releases};
  summary.regions = 1;
  summary.work = meaning.work;
  summary.pages = recorder.pages();
  summary.full_size_bytes =
      meaning.times == 0 ? meaning.full_size
                         : meaning.times * summary.pages.used * std::uint64_t{base::kPageBytes};
  summary.threads = recorder.threads();
  return summary;
}

std::string what_never_came(const CaptureRequest& request, const capture::Quality& quality) {
  if (request.marked) return "came to STARNUMA_ROI_BEGIN()";
  if (!request.function.empty()) return "called " + request.function;
  return "had " + std::to_string(request.threads) + " threads at once, " +
         std::to_string(quality.threads) + " at most";
}

/// Throws Failure if the recording is not a valid trace.
void require_good(const CaptureRequest& request, const Ended& end,
                  const capture::Recorder& recorder) {
  const capture::Quality& quality = recorder.quality();
  if (!recorder.whole()) {
    throw Failure("trace record: no trace: " + request.words[0] + " " +
                  (end.killed.empty() ? "became another program (exec), or ended with code " +
                                            std::to_string(end.code) + " before it began"
                                      : "was " + end.killed));
  }
  if (quality.window_opened == 0) {
    throw Failure("trace record: no trace: the program never " + what_never_came(request, quality));
  }
  const auto& threads = recorder.threads();
  if (std::all_of(threads.begin(), threads.end(),
                  [](const auto& thread) { return thread.program_accesses == 0; })) {
    throw Failure("trace record: no trace: the program made no access to memory in the window");
  }
  const auto used = static_cast<double>(quality.epochs_used);
  const auto needed = static_cast<double>(quality.epochs_needed);
  if (used > kMostEpochs * needed && quality.epochs_used > quality.epochs_needed + 1) {
    std::ostringstream line;
    line << "trace record: refused: " << quality.epochs_used << " epochs used where "
         << quality.epochs_needed << " are needed, at most " << kMostEpochs
         << " for one: threads were not kept together";
    throw Failure(line.str());
  }
}

double own_cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

std::string report(const trace::Summary& summary, const capture::Quality& quality) {
  const trace::Totals totals = summary.totals();
  std::size_t at_work = 0;
  for (const trace::ThreadSummary& thread : summary.threads) {
    at_work += thread.totals.instructions > summary.quality.epoch_instructions ? 1 : 0;
  }
  std::ostringstream text;
  text << std::fixed << std::setprecision(2);
  text << "threads         " << summary.threads.size() << ", " << at_work
       << " of them with more than an epoch's work\n"
       << "instructions    " << quality.traced << " of the run's " << quality.executed << "\n"
       << "loads           " << totals.loads << "\n"
       << "stores          " << totals.stores << "\n"
       << "atomics         " << totals.atomics << "\n"
       << "mispredictions  " << totals.mispredictions << "\n"
       << "pages           " << summary.pages.used << " of the run's " << summary.pages.pages
       << "\n"
       << "bytes           " << summary.bytes() << ", "
       << static_cast<double>(summary.bytes()) / static_cast<double>(summary.program_accesses())
       << " for an access of the program\n"
       << "epochs          " << quality.epochs_used << " used, " << quality.epochs_needed
       << " needed\n";
  return text.str();
}

}  // namespace

void add_record_options(po::options_description& options) {
  constexpr int kMostThreads = 4096;
  options.add_options()("threads", whole_number(1, kMostThreads),
                        "record: number of threads of the program; without --roi and "
                        "--function the trace begins when all of them live")(
      "roi", "record: from STARNUMA_ROI_BEGIN() to STARNUMA_ROI_END() in the program's source")(
      "function", text("NAME"),
      "record: the first call of this function of the program, which has symbols")(
      "instructions", whole_number<std::uint64_t>(1, UINT64_MAX),
      "record: ends when a thread has executed this number")(
      "quantum", whole_number(100, 1'000'000)->default_value(5000),
      "record: instructions after which threads wait for each other")(
      "full-size", text("SIZE"),
      "record: memory of the full-size program that this one represents, as 64GiB or 16384x its "
      "own; scaled machines use it")(
      "work", text("'COUNT UNIT'"),
      "record: work in the traced part of the program, as '65536 vertices'")(
      "slowdown", "record: run the program again without the plugin, and print the ratio");
}

int record_program(const Arguments& arguments, const std::vector<std::string>& words,
                   base::Bytes filter) {
  CaptureRequest request = request_of(arguments, words);
  request.filter_bytes = static_cast<std::uint64_t>(filter.value);
  const Meaning meaning = meaning_of(arguments);
  const auto folder = arguments.text("output");
  trace::Draft draft(folder);
  const Emulator emulator = find_emulator();
  const std::uint64_t id = (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
  capture::Recorder recorder(draft.path(), id);
  const Ended end = run_traced(emulator, request, recorder);
  require_good(request, end, recorder);
  const trace::Summary summary = summary_of(request, emulator, recorder, meaning, id);
  trace::write_summary(draft.path(), summary);
  const double cpu_seconds = end.cpu_seconds + own_cpu_seconds();
  draft.publish();
  std::cout << report(summary, recorder.quality()) << std::fixed << std::setprecision(1)
            << "speed           "
            << static_cast<double>(recorder.quality().executed) / 1e6 / cpu_seconds
            << " M instructions per CPU second\n";
  if (end.code != 0 || !end.killed.empty()) {
    std::cout << "note: the program ended with code " << end.code << "\n";
  }
  if (arguments.has("slowdown")) {
    const double plain = run_plain(request).cpu_seconds;
    std::cout << "slow-down       " << cpu_seconds / plain << ": " << cpu_seconds
              << " CPU seconds, and " << plain << " in QEMU without the plugin\n";
  }
  std::cout << "trace           " << folder << "\n";
  return 0;
}

}  // namespace starnuma::app
