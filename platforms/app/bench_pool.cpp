// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench_pool.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/bench_pool_plan.h"
#include "platforms/app/bench_pool_results.h"
#include "platforms/app/child.h"
#include "platforms/app/open_machine.h"
#include "platforms/app/result_folder.h"
#include "testbenches/pool/pool_bench.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

/// So that snoops overtake grants now and then (assumed).
constexpr base::Time kStormDelay(100'000);

std::int64_t number_of(const Arguments& arguments, const std::string& name, std::int64_t low,
                       std::int64_t high) {
  const auto value = arguments.get<std::int64_t>(name);
  if (value >= low && value <= high) return value;
  throw base::InputError("bench pool: --" + name + ": " + std::to_string(value) +
                         " is out of range, expected between " + std::to_string(low) + " and " +
                         std::to_string(high));
}

base::Time time_of(const Arguments& arguments, const std::string& name, base::Time low,
                   base::Time high) {
  const std::string text = arguments.get<std::string>(name);
  const auto value = base::parse_time(text);
  if (value && *value >= low && *value <= high) return *value;
  throw base::InputError("bench pool: --" + name + ": expected a time with its unit from " +
                         base::to_string(low) + " to " + base::to_string(high) + ", found \"" +
                         text + "\"");
}

PoolBenchOptions options_of(const Arguments& arguments) {
  PoolBenchOptions options;
  options.heads = static_cast<int>(number_of(arguments, "heads", 1, pool_bench::kMostHeads));
  options.seed = static_cast<std::uint64_t>(
      number_of(arguments, "seed", 0, std::numeric_limits<std::int64_t>::max()));
  options.outstanding = static_cast<int>(number_of(arguments, "outstanding", 1, 256));
  options.cache_lines = static_cast<int>(number_of(arguments, "cache-lines", 1, 4096));
  options.duration = time_of(arguments, "time", base::Time(1'000'000), base::Time(100'000'000'000));
  if (arguments.has("delay")) {
    options.longest_delay = time_of(arguments, "delay", base::Time(0), base::Time(100'000'000));
  }
  return options;
}

}  // namespace

void add_pool_options(po::options_description& options) {
  options.add_options()("machine", po::value<std::string>()->default_value("starnuma16"),
                        "`bench pool`: machine whose pool device and CXL links are used")(
      "set", po::value<std::vector<std::string>>()->composing(),
      "`bench pool`: override a field of the machine (repeatable)")(
      "heads", po::value<std::int64_t>()->default_value(16), "`bench pool`: hosts, 1 to 32")(
      "seed", po::value<std::int64_t>()->default_value(1), "`bench pool`: seed of the traffic")(
      "time", po::value<std::string>()->default_value("200 us"),
      "`bench pool`: simulated time that is measured, per point")(
      "outstanding", po::value<std::int64_t>()->default_value(8),
      "`bench pool`: accesses of a host under way at once")(
      "cache-lines", po::value<std::int64_t>()->default_value(256),
      "`bench pool`: lines in the cache of a host")(
      "delay", po::value<std::string>(),
      "`bench pool`: longest random delay of a message (default 100 ns for storm, else none)")(
      "output,o", po::value<std::string>(), "`bench pool`: result folder");
}

int bench_pool(const Arguments& arguments) {
  const std::vector<std::string> known{"storm", "mix", "fairness", "filter"};
  const std::string which = arguments.positional.size() > 1 ? arguments.positional[1] : "storm";
  if (std::find(known.begin(), known.end(), which) == known.end()) {
    const auto near = base::nearest(which, known);
    throw base::InputError("bench pool: unknown bench \"" + which + "\"" +
                           (near ? ", did you mean \"" + *near + "\"?"
                                 : "; there are storm, mix, fairness and filter"));
  }
  PoolBenchOptions options = options_of(arguments);
  if (which == "storm" && !arguments.has("delay")) options.longest_delay = kStormDelay;
  const std::string machine = arguments.get<std::string>("machine");
  const auto sets = arguments.has("set") ? arguments.get<std::vector<std::string>>("set")
                                         : std::vector<std::string>{};
  const assembly::MachineConfig config = open_machine(machine, sets).machine;
  if (config.pool.count == 0) {
    throw base::InputError("bench pool: " + machine + " has no pool device");
  }
  const fs::path folder = arguments.has("output") ? fs::path(arguments.get<std::string>("output"))
                                                  : fs::path("results") / ("bench-pool-" + which);
  claim_folder(folder);
  const std::vector<pool_bench::BenchRun> plan = plan_pool_bench(which, config, options);
  std::vector<base::Stat> stats;
  for (const pool_bench::BenchRun& run : plan) {
    const auto found = stats_from_child([&] { return pool_bench::run(run); });
    stats.insert(stats.end(), found.begin(), found.end());
  }
  write_pool_results(folder, which, machine, options, plan, stats);
  std::cout << pool_table(plan, stats) << "\nResults: " << folder.string() << "\n";
  return 0;
}

}  // namespace starnuma::app
