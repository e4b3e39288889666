// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <filesystem>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/bench/bench_pool_plan.h"
#include "platforms/app/bench/bench_pool_results.h"
#include "platforms/app/bench/bench_seeds.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/output_stream.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/process/child.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/app/waves/wave_request.h"
#include "platforms/app/waves/wave_scope.h"
#include "platforms/config/catalog.h"
#include "platforms/config/load.h"
#include "testbenches/pool/paths.h"
#include "testbenches/pool/pool_bench.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

namespace {

base::Time time_of(const Arguments& arguments, const std::string& name, base::Time low,
                   base::Time high) {
  const std::string text = arguments.text(name);
  const auto value = base::parse_time(text);
  if (value && *value >= low && *value <= high) return *value;
  throw base::InputError("bench pool: --", name, ": expected a time with its unit from ",
                         base::to_string(low), " to ", base::to_string(high), ", found ",
                         config::in_quotes(text));
}

PoolBenchOptions options_of(const Arguments& arguments) {
  PoolBenchOptions options;
  options.seeds = bench_seeds(arguments, "bench pool");
  options.heads = arguments.get<int>("heads");
  options.seed = options.seeds.front();
  options.outstanding = arguments.get<int>("outstanding");
  options.cache_lines = arguments.get<int>("cache-lines");
  options.duration = time_of(arguments, "time", base::Time(1'000'000), base::Time(100'000'000'000));
  if (arguments.has("delay")) {
    options.longest_delay = time_of(arguments, "delay", base::Time(0), base::Time(100'000'000));
  }
  return options;
}

/// Returns the values of a repeatable option.
/// Checks the --wave-* options before the run.
void check_bench_waves(const WaveRequest& request, const pool_bench::BenchRun& run) {
  const base::AgentMap agents{run.traffic.heads, 1, 0};
  if (request.watched_line && request.watched_line->node() != agents.device_node(0)) {
    throw base::InputError("line address: node ", base::index_of(request.watched_line->node()),
                           " (bits 40 to 45) is not the device, which is node ",
                           base::index_of(agents.device_node(0)));
  }
  if (!request.rtl.empty()) throw base::InputError("--wave-rtl: the pool bench has no RTL");
  check_scopes(request, pool_bench::paths_of(run));
}

/// Runs a point and writes its waves if they contain a change.
std::vector<accounting::Stat> run_recorded(const pool_bench::BenchRun& run,
                                           const WaveRequest& request,
                                           const pool_bench::Logs& logs) {
  const run::Recording recording = recording_of(request);
  std::unique_ptr<observers::HopRecorder> recorder;
  const auto write = [&] { write_waves(request, recorder->buffer.take()); };
  try {
    const auto stats = pool_bench::run(
        run,
        [&](auto& bench, auto& dispatcher) -> auto& {
          return *(recorder = run::record(recording, bench, dispatcher));
        },
        logs);
    write();
    return stats;
  } catch (const base::InvariantError&) {
    recorder->buffer.on_error();
    write();
    throw;
  }
}

/// Files of a point's logs; empty: none.
struct LogFiles {
  std::string messages;
  std::string requests;
};

/// Runs a point in this process and writes its logs.
std::vector<accounting::Stat> run_point(const pool_bench::BenchRun& run, const WaveRequest* waves,
                                        const LogFiles& files) {
  std::optional<OutputFile> messages;
  std::optional<OutputFile> requests;
  pool_bench::Logs logs;
  if (!files.messages.empty()) logs.messages = &messages.emplace(files.messages).stream();
  if (!files.requests.empty()) logs.requests = &requests.emplace(files.requests).stream();
  std::vector<accounting::Stat> stats =
      waves != nullptr ? run_recorded(run, *waves, logs) : pool_bench::run(run, {}, logs);
  if (messages) messages->publish();
  if (requests) requests->publish();
  return stats;
}

/// Runs the points; waves show the first one with a change, logs have the first one.
std::vector<accounting::Stat> run_points(const std::vector<PoolPoint>& plan,
                                         const std::optional<WaveRequest>& waves,
                                         const LogFiles& logs) {
  std::vector<accounting::Stat> stats;
  bool wanted = waves.has_value();
  const bool removed = wanted && remove_waves(*waves);
  StatusLine line;
  for (const PoolPoint& point : plan) {
    const pool_bench::BenchRun& run = point.run;
    const bool first = &point == plan.data();
    line.show(run.name + ", " + std::to_string(&point - plan.data() + 1) + " of " +
              std::to_string(plan.size()));
    const auto found = stats_from_child(
        [&] { return run_point(run, wanted ? &*waves : nullptr, first ? logs : LogFiles{}); });
    line.clear();
    if (wanted && (fs::exists(waves->file) || fs::exists(waves->trace_events))) {
      std::cout << "These are the waves of " << run.name << ".\n\n";
      wanted = false;
    }
    stats.insert(stats.end(), found.begin(), found.end());
  }
  if (wanted) print_no_waves(*waves, removed);
  return stats;
}

/// Reads the chosen points of the bench's file.
std::vector<PointText> read_points(const fs::path& file, const Arguments& arguments) {
  config::Diagnostics diagnostics;
  const config::Node tree = config::load_file(file, diagnostics);
  if (!config::kind_of(tree, {"pool_bench"}, diagnostics)) diagnostics.throw_if_any();
  const std::vector<PointText> points = point_texts_of(tree, diagnostics);
  diagnostics.throw_if_any();
  return chosen_points(points, arguments.texts("point"));
}

}  // namespace

void add_pool_options(po::options_description& options) {
  options.add_options()("machine", text("MACHINE")->default_value("starnuma16"),
                        "`bench pool`: machine whose pool device and CXL links are used")(
      "set", texts("KEY=VALUE"),
      "`bench pool`: override a field of the machine; `bench memory`: of the part (repeatable)")(
      "heads", whole_number(1, pool_bench::kMostHeads)->default_value(16), "`bench pool`: hosts")(
      "seed", whole_number<std::uint64_t>(0, UINT64_MAX),
      "`bench pool`, `bench memory`: seed of the traffic (default: 1)")(
      "seeds", whole_number(1, 100)->default_value(1),
      "`bench pool`, `bench memory`: run seeds 1 to this many, and print means with 95 % "
      "intervals")("time", text("TIME")->default_value("200 us"),
                   "`bench pool`: simulated time that is measured, per point")(
      "outstanding", whole_number(1, 256)->default_value(8),
      "outstanding accesses: `bench pool` of a host, `bench memory` of a data bus (64)")(
      "cache-lines", whole_number(1, 4096)->default_value(256),
      "`bench pool`: lines in the cache of a host")(
      "delay", text("TIME"),
      "`bench pool`: longest random delay of a message (default: that of the point)")(
      "output,o", text("DIR"), "`bench pool`, `bench memory`: result folder")(
      "point", texts("POINT"),
      "`bench pool`: only this point of the bench, as lines4 (repeatable)")(
      "log", text("FILE"),
      "`bench pool`: write the CXL.mem messages of the first point to a CSV file")(
      "log-requests", text("FILE"),
      "`bench pool`: write the accesses of the first point with their ledgers to a CSV file");
  add_wave_options(options);
}

void bench_pool(const Arguments& arguments, Verdicts& verdicts) {
  const std::string named = arguments.positional.size() > 1 ? arguments.positional[1] : "storm";
  const fs::path file = pool_bench_file(named);
  const std::string which = file.stem().string();
  const PoolBenchOptions options = options_of(arguments);
  const std::vector<PointText> points = read_points(file, arguments);
  const PoolMachine machine = open_pool_machine(arguments.text("machine"), arguments.texts("set"));
  const std::vector<PoolPoint> plan = plan_pool_bench(points, machine, options);
  const std::optional<WaveRequest> waves = wave_request(arguments);
  if (waves) check_bench_waves(*waves, plan.front().run);
  const fs::path folder = arguments.get_or<std::string>("output", "results/bench-pool-" + which);
  require_outside(folder, arguments);
  require_report();
  DraftFolder draft(folder);
  std::vector<std::vector<accounting::Stat>> by_seed{
      run_points(plan, waves, {arguments.text("log"), arguments.text("log-requests")})};
  PoolBenchOptions next = options;
  for (std::size_t i = 1; i < options.seeds.size(); ++i) {
    next.seed = options.seeds[i];
    by_seed.push_back(run_points(plan_pool_bench(points, machine, next), {}, {}));
  }
  const PoolBenchResults results{which, machine.name, options, plan, over_seeds(by_seed)};
  write_pool_results(draft.path(), results);
  draft.publish();
  std::cout << pool_table(results) << "\nResults: " << folder.string() << "\n";
  verdicts.set_document(pool_json(results));
  verdicts.add("pool");
}

}  // namespace starnuma::app
