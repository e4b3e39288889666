// SPDX-License-Identifier: Apache-2.0
// verify coherence: random traffic of many hosts on the protocol functions; a failure is reduced
// and written to a file that can be replayed.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/results/verdicts.h"
#include "platforms/app/verify/draw_seeds.h"
#include "platforms/app/verify/verify_command.h"
#include "platforms/app/verify/verify_modules.h"
#include "testbenches/coherence/proof.h"
#include "testbenches/coherence/row_report.h"
#include "testbenches/coherence/tester.h"

namespace starnuma::app {

namespace po = boost::program_options;
namespace bench = coherence_bench;

namespace {

/// Prints the steps of a sequence and their result.
void print_replay(const bench::Replay& replay) {
  for (const std::string& step : replay.trace) std::cout << "    " << step << "\n";
  std::cout << "  after " << replay.trace.size()
            << " steps: " << (replay.failure.empty() ? "all holds" : replay.failure) << "\n";
}

int replay_file(const std::string& file) {
  require_file("--replay", file);
  const bench::Replay replay = bench::replay(bench::read_sequence(file), true);
  print_replay(replay);
  return replay.failure.empty() ? 0 : 1;
}

/// Returns the file name with the seed before the extension.
std::string named_by_seed(const std::filesystem::path& file, std::uint64_t seed) {
  std::filesystem::path named = file;
  named.replace_filename(file.stem().string() + "_" + std::to_string(seed) +
                         file.extension().string());
  return named.string();
}

int report_failure(const bench::TrafficResult& result, const bench::TrafficConfig& traffic,
                   const std::string& file) {
  std::cout << "FAILED, seed " << traffic.seed << ", episode " << result.episodes << ": "
            << result.failure << "\n  the episode has " << result.sequence.steps.size()
            << " steps; the shortest found that still fails:\n";
  const bench::Sequence shortest = bench::shortest_failure(traffic, result);
  print_replay(bench::replay(shortest, true));
  std::ostringstream text;
  bench::write(text, shortest);
  write_text(file, text.str());
  std::cout << "  replay it: ./starnuma verify coherence --replay " << file << "\n";
  return 1;
}

/// Returns the rows that the explorer reaches; small configurations reach all reachable rows.
bench::Coverage reachable() {
  bench::Coverage reached;
  for (const bench::Proof& proof : bench::row_proofs()) {
    reached.add(bench::explore(proof.config).coverage);
  }
  return reached;
}

std::uint64_t ops_of(const Arguments& arguments) {
  constexpr std::uint64_t kShortOps = 200'000;
  const auto ops = arguments.get<std::uint64_t>("ops");
  return arguments.has("short") ? std::min(ops, kShortOps) : ops;
}

int list_mutants() {
  list_protocol_mutants(false);
  for (const bench::MoveMutantInfo& mutant : bench::kMoveMutants) {
    std::cout << std::left << std::setw(28) << mutant.name << "pages   " << mutant.sentence << "\n";
  }
  return 0;
}

bench::TrafficConfig traffic_of(const Arguments& arguments) {
  bench::TrafficConfig traffic;
  traffic.ops = ops_of(arguments);
  traffic.seed = arguments.get<std::uint64_t>("seed");
  traffic.only_pages = arguments.has("only-pages");
  traffic.most_hosts = arguments.get<int>("requesters");
  if (arguments.has("mutant")) {
    const auto name = arguments.text("mutant");
    traffic.move_mutant = bench::move_mutant_named(name);
    if (traffic.move_mutant == bench::MoveMutant::kNone) {
      traffic.mutant = &bench::mutant_named(name);
      if (traffic.mutant->needs_all_states) {
        throw base::InputError("verify coherence: traffic cannot show ", name,
                               "; ./starnuma verify protocol --mutant ", name, " can");
      }
    }
  }
  return traffic;
}

int run_once(const Arguments& arguments, bench::TrafficConfig& traffic, Verdicts& verdicts) {
  StatusLine line;
  traffic.progress = [&](std::uint64_t ops) {
    line.show(std::to_string(ops) + " of " + std::to_string(traffic.ops) + " operations");
  };
  const auto start = std::chrono::steady_clock::now();
  const bench::TrafficResult result = bench::run_traffic(traffic);
  line.clear();
  verdicts.add("traffic of seed " + std::to_string(traffic.seed), result.failure);
  if (!result.failure.empty()) return report_failure(result, traffic, arguments.text("write"));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::cout << result.ops << " operations of up to " << traffic.most_hosts << " requesters, "
            << result.messages << " messages, " << result.pages.moves << " pages moved, "
            << result.pages.faults << " faulted, " << result.pages.copies << " copied, "
            << result.pages.exchanges << " tasks exchanged, " << result.episodes
            << " episodes, seed " << traffic.seed << ", " << std::fixed << std::setprecision(1)
            << took.count() << " s\n\nRows taken\n"
            << bench::coverage_text(result.coverage);
  const std::vector<std::string> missing = bench::rows_missing(reachable(), result.coverage);
  std::string list;
  for (const std::string& row : missing) {
    list += "  reached by the explorer, not taken here: " + row + "\n";
  }
  std::cout << (missing.empty() ? "  every row that the explorer reaches\n" : list);
  if (arguments.has("all-rows")) verdicts.add("rows taken", list);
  std::cout << "\n" << (verdicts.all_hold() ? "all holds" : "FAILED: rows are missing") << "\n";
  return verdicts.all_hold() ? 0 : 1;
}

int run_until_stopped(const Arguments& arguments, const bench::TrafficConfig& traffic,
                      Verdicts& verdicts) {
  const auto one_seed = [&](std::uint64_t seed) {
    bench::TrafficConfig own = traffic;
    own.seed = seed;
    const bench::TrafficResult result = bench::run_traffic(own);
    if (result.failure.empty()) return 0;
    return report_failure(result, own, named_by_seed(arguments.text("write"), seed));
  };
  return draw_seeds(arguments, one_seed, verdicts);
}

}  // namespace

void verify_coherence_options(po::options_description& options) {
  options.add_options()("ops",
                        whole_number<std::uint64_t>(1, 1'000'000'000'000)->default_value(1'000'000),
                        "coherence: loads, stores and evictions of all requesters together")(
      "seed", whole_number<std::uint64_t>(0, UINT64_MAX)->default_value(1),
      "coherence: seed of the traffic")("requesters", whole_number(2, 16)->default_value(16),
                                        "coherence: most requesters")(
      "modules",
      "coherence: the real modules in simulated time, in place of the protocol functions")(
      "rtl", "coherence: with --modules, the directory of the pool device is RTL")(
      "only-pages", "coherence: all traffic on pages of several spaces that move and fault")(
      "all-rows", "coherence: fail if a row that the explorer reaches was not taken")(
      "write", text("FILE")->default_value("coherence_failure.txt"),
      "coherence: where a failing sequence is written")(
      "replay", text("FILE"), "coherence: take the steps of such a file again");
}

int run_verify_coherence(const Arguments& arguments) {
  if (arguments.has("modules")) return run_verify_modules(arguments, ops_of(arguments));
  if (arguments.has("rtl")) {
    throw base::InputError("verify coherence: --rtl is of the modules, expected --modules with it");
  }
  if (arguments.has("mutants")) return list_mutants();
  if (arguments.has("replay")) return replay_file(arguments.text("replay"));
  Verdicts verdicts("coherence", arguments);
  bench::TrafficConfig traffic = traffic_of(arguments);
  const int code = arguments.has("until-stopped") ? run_until_stopped(arguments, traffic, verdicts)
                                                  : run_once(arguments, traffic, verdicts);
  verdicts.finish();
  return code;
}

}  // namespace starnuma::app
