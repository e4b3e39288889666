// SPDX-License-Identifier: Apache-2.0
// verify protocol: all interleavings of the protocol functions for a few hosts; the mutants, which
// must fail; the pages of the tables.
#include <chrono>
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/commands/number_option.h"
#include "platforms/app/commands/status_line.h"
#include "platforms/app/results/text_file.h"
#include "platforms/app/verify/murphi.h"
#include "platforms/app/verify/verify_command.h"
#include "testbenches/coherence/pages.h"
#include "testbenches/coherence/proof.h"
#include "testbenches/coherence/row_report.h"

namespace starnuma::app {

namespace po = boost::program_options;
namespace bench = coherence_bench;

namespace {

void print_trace(const bench::Exploration& exploration) {
  std::cout << "  shortest way to it, " << exploration.trace.size() << " steps:\n";
  for (const std::string& step : exploration.trace) std::cout << "    " << step << "\n";
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool prove(int most_hosts) {
  std::cout << "Every interleaving of the protocol functions, hosts alike\n"
            << std::left << std::setw(42) << "  configuration" << std::right << std::setw(10)
            << "states" << std::setw(12) << "steps" << std::setw(7) << "depth" << std::setw(9)
            << "seconds"
            << "  verdict\n";
  bool all = true;
  bench::Coverage coverage;
  StatusLine line;
  for (const bench::Proof& proof : bench::proofs(most_hosts)) {
    const auto start = std::chrono::steady_clock::now();
    line.show("exploring " + proof.name);
    const bench::Exploration explored = bench::explore(proof.config);
    line.clear();
    const bool holds = explored.failure.empty();
    std::cout << "  " << std::left << std::setw(40) << proof.name << std::right << std::setw(10)
              << explored.states << std::setw(12) << explored.steps << std::setw(7)
              << explored.depth << std::setw(9) << std::fixed << std::setprecision(1)
              << seconds_since(start) << "  " << (holds ? "holds" : explored.failure) << "\n";
    if (!holds) print_trace(explored);
    all = all && holds;
    coverage.add(explored.coverage);
  }
  std::cout << "\nRows reached\n" << bench::coverage_text(coverage, true, true);
  return all && bench::all_rows_taken(coverage);
}

bool catch_all_mutants() {
  std::cout << "\nMutants, each of which must fail\n";
  bool all = true;
  StatusLine line;
  for (const bench::Mutant& mutant : bench::mutants()) {
    line.show("catching " + mutant.name);
    const bench::Caught caught = bench::catch_mutant(mutant);
    line.clear();
    const bool failed = !caught.exploration.failure.empty();
    std::cout << "  " << std::left << std::setw(28) << mutant.name;
    if (failed) {
      std::cout << "caught in " << std::setw(2) << caught.exploration.trace.size()
                << " steps: " << name_of(caught.exploration.check) << ": "
                << caught.exploration.failure << "\n";
    } else {
      std::cout << "NOT CAUGHT\n";
    }
    all = all && failed;
  }
  return all;
}

int show_mutant(const bench::Mutant& mutant) {
  const bench::Caught caught = bench::catch_mutant(mutant);
  std::cout << mutant.name << ": " << mutant.sentence << "\n";
  if (caught.exploration.failure.empty()) {
    std::cout << "  not caught\n";
    return 0;
  }
  std::cout << "  " << caught.proof.name << ": " << caught.exploration.failure << "\n";
  print_trace(caught.exploration);
  return 1;
}

/// The second opinion; nothing fails where its tools are missing.
bool ask_murphi(int hosts) {
  std::cout << "\nHand-written Murphi models, checked by rumur\n";
  StatusLine line;
  line.show("compiling and running the Murphi models");
  const std::vector<MurphiVerdict> verdicts = run_murphi(hosts);
  line.clear();
  if (verdicts.empty()) std::cout << "  not run: rumur, gcc or the models are not here\n";
  bool all = true;
  for (const MurphiVerdict& verdict : verdicts) {
    std::cout << "  " << std::left << std::setw(40) << verdict.model << std::right << std::setw(10)
              << verdict.states << (verdict.holds ? " states, holds\n" : "\n  FAILED\n");
    all = all && verdict.holds;
  }
  return all;
}

int write_pages(const std::filesystem::path& folder) {
  for (const bench::Page& page :
       bench::protocol_pages("./starnuma verify protocol --tables docs/generated")) {
    write_text(folder / page.file, page.text);
  }
  return 0;
}

}  // namespace

void list_protocol_mutants() {
  for (const bench::Mutant& mutant : bench::mutants()) {
    std::cout << std::left << std::setw(28) << mutant.name << (mutant.cxl ? "device  " : "socket  ")
              << mutant.sentence << "\n";
  }
}

void verify_protocol_options(po::options_description& options) {
  options.add_options()("hosts", whole_number(2, 4)->default_value(4),
                        "protocol: explore 2 to this many hosts")(
      "mutant", po::value<std::string>()->value_name("MUTANT"),
      "run with this fault planted; it must fail")(
      "mutants", "list the faults that can be planted")("no-murphi",
                                                        "protocol: do not run the Murphi models")(
      "tables", po::value<std::string>()->value_name("DIR"),
      "protocol: write the tables as pages to this folder");
}

int run_verify_protocol(const Arguments& arguments) {
  if (arguments.has("mutants")) {
    list_protocol_mutants();
    return 0;
  }
  if (arguments.has("tables")) return write_pages(arguments.get<std::string>("tables"));
  if (arguments.has("mutant")) {
    return show_mutant(bench::mutant_named(arguments.get<std::string>("mutant")));
  }
  const int hosts = arguments.get<int>("hosts");
  const bool proved = prove(hosts);
  const bool caught = catch_all_mutants();
  const bool agreed = arguments.has("no-murphi") || ask_murphi(hosts);
  const bool all = proved && caught && agreed;
  std::cout << "\n" << (all ? "all holds" : "FAILED") << "\n";
  return all ? 0 : 1;
}

}  // namespace starnuma::app
