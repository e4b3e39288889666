// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/verify_modules.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/process/child.h"
#include "platforms/app/verify/draw_seeds.h"
#include "testbenches/coherence/row_report.h"
#include "testbenches/modules/modules_bench.h"

namespace starnuma::app {

namespace {

using modules_bench::ModulesResult;
using modules_bench::ModulesRun;
using modules_bench::ModulesTally;

/// Operations on one machine; the next one has the following seed and another random configuration.
constexpr std::uint64_t kOpsOfMachine = 100'000;

void refuse_other_options(const Arguments& arguments) {
  for (const char* option : {"only-pages", "replay", "requesters", "write"}) {
    if (!arguments.has(option) || arguments.options[option].defaulted()) continue;
    throw base::InputError("verify coherence: --", option,
                           " is of the protocol functions, and does not go with --modules");
  }
}

modules_bench::ModuleMutant fault_named(const std::string& name) {
  std::vector<std::string> names;
  for (const modules_bench::FaultInfo& fault : modules_bench::kFaults) {
    if (fault.name == name) return fault.fault;
    names.emplace_back(fault.name);
  }
  throw base::InputError("verify: unknown mutant \"", name, "\", ", base::suggestion(name, names));
}

int list_faults() {
  for (const modules_bench::FaultInfo& fault : modules_bench::kFaults) {
    std::cout << std::left << std::setw(28) << fault.name << "modules " << fault.sentence << "\n";
  }
  return 0;
}

/// Runs in its own process, because SystemC elaborates once.
ModulesResult in_child(const ModulesRun& run) {
  const std::string bytes = bytes_from_child([&] {
    const ModulesResult result = modules_bench::run(run);
    const ModulesTally& tally = result;
    return std::string(reinterpret_cast<const char*>(&tally), sizeof tally) + result.failure;
  });
  ModulesTally tally;
  std::memcpy(&tally, bytes.data(), sizeof tally);
  return {tally, bytes.substr(sizeof tally)};
}

int report_failure(const ModulesRun& run, const std::string& failure, const Arguments& arguments) {
  std::cout << "FAILED, seed " << run.seed << ": " << failure
            << "\n  again: ./starnuma verify coherence --modules --ops " << run.ops << " --seed "
            << run.seed;
  if (run.rtl) std::cout << " --rtl";
  if (arguments.has("mutant")) std::cout << " --mutant " << arguments.text("mutant");
  std::cout << "\n";
  return 1;
}

int run_machines(const Arguments& arguments, ModulesRun run, std::uint64_t ops,
                 Verdicts& verdicts) {
  const auto start = std::chrono::steady_clock::now();
  ModulesTally all;
  StatusLine line;
  const std::uint64_t first = run.seed;
  for (; all.ops < ops; ++run.seed) {
    line.show(std::to_string(all.ops) + " of " + std::to_string(ops) + " operations");
    run.ops = std::min(kOpsOfMachine, ops - all.ops);
    const ModulesResult result = in_child(run);
    verdicts.add("modules of seed " + std::to_string(run.seed), result.failure);
    all.add(result);
    if (result.failure.empty()) continue;
    line.clear();
    return report_failure(run, result.failure, arguments);
  }
  line.clear();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::cout << all.ops << " operations on " << run.seed - first << " machines, seeds " << first
            << " to " << run.seed - 1 << ", " << all.messages << " messages, "
            << all.counts.forwards << " forwards, " << all.counts.back_invalidations
            << " back-invalidations, " << all.filter_evictions
            << " lines evicted by the snoop filter, " << std::fixed << std::setprecision(1)
            << took.count() << " s\n"
            << all.counts.early_conflicts << " conflicts acknowledged before the completion, "
            << all.counts.late_conflicts << " after it\n\nRows taken\n"
            << coherence_bench::coverage_text(all.coverage);
  std::string list;
  for (const std::string& row : modules_bench::uncovered_rows(all.coverage)) {
    list += "  reached by the explorer, not taken here: " + row + "\n";
  }
  std::cout << (list.empty() ? "  every row that the explorer reaches with hosts like these\n"
                             : list);
  if (arguments.has("all-rows")) verdicts.add("rows taken", list);
  std::cout << "\n" << (verdicts.all_hold() ? "all holds" : "FAILED: rows are missing") << "\n";
  return verdicts.all_hold() ? 0 : 1;
}

}  // namespace

int run_verify_modules(const Arguments& arguments, std::uint64_t ops) {
  refuse_other_options(arguments);
  if (arguments.has("mutants")) return list_faults();
  ModulesRun run;
  run.seed = arguments.get<std::uint64_t>("seed");
  run.rtl = arguments.has("rtl");
  if (arguments.has("mutant")) run.fault = fault_named(arguments.text("mutant"));
  Verdicts verdicts("coherence", arguments);
  const auto one_seed = [&](std::uint64_t seed) {
    ModulesRun own = run;
    own.seed = seed;
    own.ops = ops;
    const std::string failure = modules_bench::run(own).failure;
    return failure.empty() ? 0 : report_failure(own, failure, arguments);
  };
  const int code = arguments.has("until-stopped") ? draw_seeds(arguments, one_seed, verdicts)
                                                  : run_machines(arguments, run, ops, verdicts);
  verdicts.finish();
  return code;
}

}  // namespace starnuma::app
