// SPDX-License-Identifier: Apache-2.0
// verify protocol: all interleavings of the protocol functions for a few hosts; mutants, which must
// fail; and the pages of the tables.
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/results/verdicts.h"
#include "platforms/app/verify/murphi.h"
#include "platforms/app/verify/protocol_pages.h"
#include "platforms/app/verify/verify_command.h"
#include "testbenches/coherence/proof.h"
#include "testbenches/coherence/row_report.h"
#include "testbenches/coherence/state_graph.h"

namespace starnuma::app {

namespace po = boost::program_options;
namespace bench = coherence_bench;

namespace {

constexpr int kMostHosts = bench::kMostExploredHosts;
constexpr int kShortHosts = 3;
constexpr int kMurphiHosts = 4;  // more hosts take long in Murphi

void print_trace(const bench::Exploration& exploration) {
  if (!exploration.trace.empty()) {
    std::cout << "  shortest trace to it, " << exploration.trace.size() << " steps:\n";
  }
  for (const std::string& step : exploration.trace) std::cout << "    " << step << "\n";
  if (!exploration.loop.empty()) std::cout << "  then, indefinitely:\n";
  for (const std::string& step : exploration.loop) std::cout << "    " << step << "\n";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void prove(int most_hosts, Verdicts& verdicts) {
  std::cout << "Every interleaving of the protocol functions, hosts alike\n"
            << std::left << std::setw(52) << "  configuration" << std::right << std::setw(10)
            << "states" << std::setw(12) << "steps" << std::setw(9) << "seconds"
            << "  verdict\n";
  bench::Coverage coverage;
  StatusLine line;
  for (const bench::Proof& proof : bench::proofs(most_hosts)) {
    const auto start = std::chrono::steady_clock::now();
    line.show("exploring " + proof.name);
    const bench::Exploration explored = bench::run(proof);
    line.clear();
    const std::string& failure = explored.failure;
    std::cout << "  " << std::left << std::setw(50) << proof.name << std::right << std::setw(10)
              << explored.states << std::setw(12) << explored.steps << std::setw(9) << std::fixed
              << std::setprecision(1) << seconds_since(start) << "  "
              << (failure.empty() ? "holds" : failure) << "\n";
    if (!failure.empty()) print_trace(explored);
    verdicts.add(proof.name, failure.empty()
                                 ? ""
                                 : failure + "\n" + joined(explored.trace) + joined(explored.loop));
    coverage.add(explored.coverage);
  }
  std::cout << "\nRows reached\n" << bench::coverage_text(coverage);
  for (const bool cxl : {false, true}) {
    verdicts.add(std::string("rows reached, ") + (cxl ? "device" : "socket home"),
                 joined(bench::uncovered_rows({}, cxl, coverage)));
  }
}

void catch_all_mutants(Verdicts& verdicts) {
  std::cout << "\nMutants (each must fail)\n";
  StatusLine line;
  for (const bench::Mutant& mutant : bench::mutants()) {
    line.show("catching " + mutant.name);
    const bench::Caught caught = bench::catch_mutant(mutant);
    line.clear();
    const bench::Exploration& found = caught.exploration;
    const bool failed = !found.failure.empty();
    std::cout << "  " << std::left << std::setw(28) << mutant.name;
    if (failed) {
      std::cout << "caught in " << std::setw(2) << found.trace.size() + found.loop.size()
                << " steps: " << name_of(found.check) << ": " << found.failure << "\n";
    } else {
      std::cout << "NOT CAUGHT\n";
    }
    verdicts.add("mutant " + mutant.name, failed ? "" : "NOT CAUGHT");
  }
}

int show_mutant(const bench::Mutant& mutant) {
  const bench::Caught caught = bench::catch_mutant(mutant);
  std::cout << mutant.name << ": " << mutant.sentence << "\n";
  if (caught.exploration.failure.empty()) {
    std::cout << "  not caught\n";
    return 0;
  }
  std::cout << "  " << caught.where << ": " << caught.exploration.failure << "\n";
  print_trace(caught.exploration);
  return 1;
}

/// Runs the independent Murphi check; missing tools are not a failure.
void ask_murphi(int hosts, bool without_edits, Verdicts& verdicts) {
  std::cout << "\nHand-written Murphi models, checked by rumur\n";
  StatusLine line;
  line.show("compiling and running the Murphi models");
  const std::vector<MurphiVerdict> all = run_murphi(hosts, without_edits);
  line.clear();
  if (all.empty()) std::cout << "  not run: rumur, gcc or the models are not here\n";
  for (const MurphiVerdict& verdict : all) {
    std::cout << "  " << std::left << std::setw(42) << verdict.name
              << (verdict.failure.empty() ? verdict.result : "FAILED: " + verdict.failure) << "\n";
    verdicts.add("Murphi: " + verdict.name, verdict.failure);
  }
}

}  // namespace

void list_protocol_mutants(bool all) {
  for (const bench::Mutant& mutant : bench::mutants()) {
    if (!all && mutant.needs_all_states) continue;
    std::cout << std::left << std::setw(28) << mutant.name << (mutant.cxl ? "device  " : "socket  ")
              << mutant.sentence << "\n";
  }
}

void verify_protocol_options(po::options_description& options) {
  options.add_options()("hosts", whole_number(2, kMostHosts)->default_value(5),
                        "protocol: explore 2 to this many hosts")(
      "mutant", text("MUTANT"), "run with this fault planted; it must fail")(
      "mutants", "list the faults that can be planted")("no-murphi",
                                                        "protocol: do not run the Murphi models")(
      "tables", text("DIR"), "protocol: write the tables as pages to this folder")(
      "rtl-rows", text("FILE"),
      "protocol: write the device table as a SystemVerilog package to this file");
}

int run_verify_protocol(const Arguments& arguments) {
  if (arguments.has("mutants")) {
    list_protocol_mutants(true);
    return 0;
  }
  if (arguments.has("tables")) {
    write_protocol_pages(arguments.text("tables"));
    return 0;
  }
  if (arguments.has("rtl-rows")) {
    write_rtl_rows(arguments.text("rtl-rows"));
    return 0;
  }
  if (arguments.has("mutant")) return show_mutant(bench::mutant_named(arguments.text("mutant")));
  const bool brief = arguments.has("short");
  const int hosts = std::min(arguments.get<int>("hosts"), brief ? kShortHosts : kMostHosts);
  Verdicts verdicts("protocol", arguments);
  prove(hosts, verdicts);
  catch_all_mutants(verdicts);
  if (!arguments.has("no-murphi")) ask_murphi(std::min(hosts, kMurphiHosts), brief, verdicts);
  std::cout << "\n" << (verdicts.all_hold() ? "all holds" : "FAILED") << "\n";
  verdicts.finish();
  return verdicts.all_hold() ? 0 : 1;
}

}  // namespace starnuma::app
