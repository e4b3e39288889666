// SPDX-License-Identifier: Apache-2.0
// All commands with their options.
#include <cstdint>
#include <limits>

#include "platforms/app/arguments/json_option.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/bench/benches.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/commands/demo_workloads.h"
#include "platforms/app/experiments/seeds.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/app/verify/verify_command.h"
#include "platforms/app/waves/wave_options.h"
#include "stimulus/definition.h"

namespace starnuma::app {
namespace {

namespace po = boost::program_options;

void no_options(po::options_description&) {}

/// Adds the options of every command that performs many runs.
void add_campaign_options(po::options_description& options) {
  add_engine_options(options);
  add_dry_run_option(options);
  add_json_option(options);
}

void add_report_option(po::options_description& options) {
  options.add_options()("no-report", "leave out the report.html of a run, which takes a second");
}

po::typed_value<int>* scale_option() {
  const stimulus::OptionRule rule = stimulus::scale_rule();
  return whole_number(static_cast<int>(rule.low), static_cast<int>(rule.high))->default_value(20);
}

void run_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR"), "result folder")(
      "set", texts("KEY=VALUE"), "override a field of the machine, as socket.cores=8 (repeatable)")(
      "seed", whole_number<std::uint64_t>(0, UINT64_MAX),
      "seed of the workload (default 27491095, the one of the GAP suite)")(
      "interval", text("TIME"),
      "also write a time series, one row for each interval such as 10us, to intervals.csv")(
      "profile", text("TIME"),
      "also write how programs use their pages over time, by intervals such as 10us, to "
      "profile.csv");
  add_report_option(options);
}

void compare_options(po::options_description& options) {
  run_options(options);
  add_seeds_option(options);
  add_campaign_options(options);
}

void one_run_options(po::options_description& options) {
  run_options(options);
  add_wave_options(options);
  options.add_options()("record", text("DIR"),
                        "write a trace of the program, which trace:DIR plays")(
      "record-annex", text("FILE[:CORES]"),
      "write the events of core 0's counter annex to a file, or of other cores as :0,4-7")(
      "record-tracker", text("FILE[:CORES]"),
      "write the events of tracker update units: hand-overs, and the metadata before each update")(
      "record-pool", text("FILE"),
      "write the requests at the heads of the pool to a CSV file, which bench pool plays")(
      "log-pool", text("FILE"),
      "write the CXL.mem messages at the heads of the pool to a CSV file, which check-log "
      "checks (delivery queued)")(
      "log-requests", text("FILE"),
      "write the accesses to the pool with their ledgers to a CSV file")(
      "rtl-assertions", "stop where an assertion in the RTL fails (impl rtl or both)")(
      "policy", text("POLICY"), "place pages by this policy, with the counters that it reads")(
      "checkpoints", text("DIR"), "write a checkpoint of each phase into a new folder")(
      "from-checkpoint", text("FILE"), "run only the phase that begins with this checkpoint")(
      "share", whole_number(1, 100), "percent of that phase to run (default 100)")(
      "warm-up", whole_number(0, 99),
      "percent of that phase that warm up and are not measured (default 0)")(
      "progress", text("FILE"),
      "also write the completed share of the run to this file, while it runs")(
      "compare-delivery",
      "run each delivery (immediate, queued) and print what immediate delivery hides")(
      "dry-run", "run nothing, print the effective.yaml of the run");
  add_seeds_option(options);
  add_engine_options(options);
  add_json_option(options);
}

void campaign_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR"), "result folder")(
      "size", text("SIZE"), "one of the plan's sizes, as ci, demo or paper-shape");
  add_campaign_options(options);
  options.add_options()("profile", text("DIR"), "a Snakemake profile, such as a cluster's");
}

void figures_options(po::options_description& options) {
  campaign_options(options);
  options.add_options()("bless", "store the results as the numbers that later calls must repeat");
}

void characterize_options(po::options_description& options) {
  campaign_options(options);
  options.add_options()("machine", text("MACHINE")->default_value("baseline16_first_touch"),
                        "machine that the workloads run on");
}

void size_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR"), "result folder")(
      "factors", text("FACTOR[,FACTOR...]"),
      "vary only these: channels, socket_channels, links, upi, numalink, heads, filter, slices, "
      "policy, switch; default: all that the machine has")(
      "costs", text("FACTOR=PRICE[,FACTOR=PRICE...]"),
      "price of one step up of a factor, as channels=800,links=350");
  constexpr int kSeeds = 3;
  add_seeds_option(options, kSeeds);
  add_campaign_options(options);
}

void describe_options(po::options_description& options) {
  options.add_options()("set", texts("KEY=VALUE"),
                        "override a field of the machine, as socket.cores=8 (repeatable)")(
      "scale", scale_option(), "workload scale that a scaled machine's caches are printed for");
  add_json_option(options);
  options.add_options()("dot", "print the wiring as a Graphviz graph");
}

void diff_options(po::options_description& options) {
  options.add_options()("all", "print every difference")(
      "threshold", text("SHARE")->default_value("0%"),
      "leave out statistics that changed by no more than this share");
  add_json_option(options);
}

void bakeoff_options(po::options_description& options) {
  compare_options(options);
  options.add_options()("machine", text("MACHINE")->default_value("starnuma16"),
                        "machine that every policy runs on; with --costs starnuma16_t16")(
      "policies", text("POLICY[,POLICY...]"),
      "these policies and first_touch, as starnuma_t0,starnuma_t16; default: all")(
      "costs", "instead of policies: each cost of migration switched off in turn");
}

void demo_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR")->default_value("results/demo"), "result folder")(
      "workload", text("WORKLOAD"),
      (std::string("workload of all machines (default: ") + kDemo + ")").c_str())(
      "quick", (std::string("a small graph instead, some seconds: ") + kQuickDemo).c_str());
  add_report_option(options);
  add_seeds_option(options);
  add_campaign_options(options);
}

void bench_options(po::options_description& options) {
  constexpr std::int64_t kMost = 10'000'000'000;
  options.add_options()("scale", scale_option(),
                        "scale of the workloads of `bench speed` and `quantum`")(
      "messages", whole_number<std::int64_t>(1000, kMost)->default_value(10'000'000),
      "messages of each row of `bench queueing`")(
      "requests", whole_number<std::int64_t>(1000, kMost)->default_value(40'000),
      "requests of each stream of `bench memory`")(
      "loads", whole_number<std::int64_t>(1000, kMost)->default_value(800'000),
      "missing loads of each row of `bench speed`; ten times as many hits")(
      "junit", text("FILE"), "write the verdicts to this file, as JUnit XML");
  add_pool_options(options);
  add_memory_options(options);
  add_json_option(options);
}

void schema_options(po::options_description& options) {
  options.add_options()("parameters", "print the page of all parameters (Markdown) instead")(
      "statistics", "print the page of all statistics (Markdown) instead")(
      "faults", "print the page of what faults end in (Markdown) instead");
}

void probe_options(po::options_description& options) {
  constexpr int kLongest = 3600;
  constexpr int kLeastMemory = 32;
  constexpr int kMostMemory = 1 << 20;
  options.add_options()("output,o", text("FILE")->default_value("box.yaml"), "file to write")(
      "seconds", whole_number(1, kLongest)->default_value(120),
      "approximate duration of the measurement")(
      "memory", whole_number(kLeastMemory, kMostMemory),
      "most memory to use on a node, in MiB (default: half of its free memory)");
}

void validate_options(po::options_description& options) {
  options.add_options()("output,o", text("DIR")->default_value("results/validate"),
                        "folder for result folders, plots, validate.json and validate.md")(
      "short", "few points of each curve: a minute instead of several")(
      "set", texts("KEY=VALUE"),
      "override a field of all machines, to see which differences it explains (repeatable)");
  add_json_option(options);
}

void fit_options(po::options_description& options) {
  options.add_options()("output,o", text("FILE")->default_value("my_machine.yaml"),
                        "machine file to write; with --from the box, default my_box.yaml")(
      "from",
      "write a box from FILE...: texts of Intel MLC, numactl -H, lstopo --of xml, cxl list -v");
  add_json_option(options);
}

void advise_options(po::options_description& options) {
  options.add_options()("limit", po::value<double>()->value_name("TIMES"),
                        "most that a job may slow down (default 1.18)");
  add_json_option(options);
}

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"demo", "",
       "Compares BFS on the project's machines and on the published ones in one report.", 0, 0,
       demo_options, run_demo},
      {"run", "MACHINE [WORKLOAD]",
       "One run. MACHINE is a name from `list`, a machine file, or an experiment or scenario file\n"
       "such as the effective.yaml of another run, which includes workload and seed.\n"
       "WORKLOAD is one program, several as \"bfs@socket0-7 + stream@socket8\", or a scenario "
       "file.",
       1, 2, one_run_options, run_run},
      {"compare", "MACHINE MACHINE [MACHINE...] WORKLOAD",
       "Machines side by side; speed-ups are over the first.", 3, kAny, compare_options,
       run_compare},
      {"diff", "DIR_A DIR_B",
       "Differences between two result folders: configuration and statistics, largest first.\n"
       "Exit code 0: nothing, 1: something changed.",
       2, 2, diff_options, run_diff},
      {"bakeoff", "WORKLOAD",
       "Every placement policy on one machine with the same seeds: its gain and its cost.\n"
       "With --costs: the effect of each cost of migration.",
       1, 1, bakeoff_options, run_bakeoff},
      {"plan", "PLAN",
       "Executes the runs of a plan or an experiment that are not in the cache; one report of "
       "all.\n"
       "A plan is a grid of machines, workloads, policies, settings and seeds: a file, or one that "
       "is shipped.",
       1, 1, campaign_options, run_plan},
      {"size", "MACHINE WORKLOAD",
       "Changes one resource of a machine at a time: what each gains, and which to buy next.\n"
       "Prints a table with 95 % intervals; the report has a tornado chart.",
       2, 2, size_options, run_size},
      {"figures", "[FIGURE...]",
       "The publication's evaluation: its figures and tables, compared with the published values.\n"
       "Names as fig8a or table3, of others' publications hpc, lacx, placement; none: all of them.",
       0, kAny, figures_options, run_figures},
      {"characterize", "[WORKLOAD...]",
       "Properties of workloads, compared with the published values: misses, mix, sharing, pages "
       "in use.\n"
       "Default: the workloads of the evaluation.",
       0, kAny, characterize_options, run_characterize},
      {"advise", "DIR...",
       "Which pairs of jobs may share a pool, from a run of each alone with its pages there.\n"
       "Their interference is estimated from bandwidth, waiting and misses in flight.",
       1, kAny, advise_options, run_advise},
      {"explain", "DIR",
       "The slowest accesses of a result folder, hop by hop.\n"
       "Each comes with the options that show it in a waveform. Repeats the run up to the last "
       "one.",
       1, 1, add_explain_options, run_explain},
      {"describe", "MACHINE",
       "Prints sockets, links, capacity and unloaded latencies of a machine.", 1, 1,
       describe_options, run_describe},
      {"bench",
       "[queueing|quantum|speed|growth|waves|rtl|pool [storm|mix|fairness|filter|victims]|memory "
       "[PART...]]",
       "Measures contention, host speed, the pool device alone, or the memory channels of parts.",
       0, kAny, bench_options, run_bench},
      {"probe", "",
       "Measures the memory of this computer: latency and bandwidth, idle and under load.\n"
       "Writes the values for each pair of NUMA nodes to a YAML file. Needs a C compiler, not "
       "root.",
       0, 0, probe_options, run_probe},
      {"fit", "BOX|FILE...",
       "Writes a machine with the latencies and bandwidths of a computer that `probe` measured.\n"
       "Prints the remaining differences. With --from: writes the box from texts of other tools.",
       1, kAny, fit_options, run_fit},
      {"validate", "[SYSTEM...]",
       "Loaded latency of measured systems, compared with that of their machines here.\n"
       "Idle latency, saturation, the load that doubles the latency, and the error below it; "
       "plots.",
       0, kAny, validate_options, run_validate},
      {"trace", "info|check|convert PATH... | record -o DIR -- PROGRAM [ARGS...]",
       "Shows and checks traces; converts traces of other projects to this format, and this one to "
       "text.\n"
       "`record` traces any Linux program, which runs under QEMU.",
       2, kAny, add_trace_options, run_trace},
      {"list", "[machines|workloads]", "Prints the shipped machines and workloads.", 0, 1,
       add_json_option, run_list},
      {"check", "FILE_OR_FOLDER...",
       "Checks machines, parts and experiments; silent when all is good.\n"
       "A folder represents all YAML files below it. Lists every mistake with its location.\n"
       "The result folder of a run is checked by the conservation laws between its statistics.",
       1, kAny, no_options, run_check},
      {"verify", "protocol|coherence|rtl|formal|mutants",
       "Proves the coherence protocol or properties of the RTL, or tests them with random "
       "traffic.\n"
       "Protocol: all interleavings of a few hosts; coherence: random traffic of many; rtl: in\n"
       "lockstep with the models; formal: by proof. Mutants: checks that tests reject wrong "
       "models.",
       1, 1, verify_options, run_verify},
      {"check-log", "FILE...",
       "Checks logs of CXL.mem messages (run --log-pool, bench pool --log, or of another tool).\n"
       "Prints the first violation with its rule and the messages of its line before it.",
       1, kAny, no_options, run_check_log},
      {"export", "golden DIR",
       "Writes the golden model of CXL.mem as a self-contained kit for C++ and SystemVerilog.\n"
       "It has a DPI-C package, a scoreboard, a checker of logs, directed stimulus and benches.",
       2, 2, no_options, run_export},
      {"schema", "", "Prints the JSON Schema of configuration files, for editors.", 0, 0,
       schema_options, run_schema},
      {"completion", "bash|zsh|words [WORD...]",
       "Prints the script by which a shell completes commands, options and names.\n"
       "`words` prints the candidates for the last WORD, which is still being typed.",
       1, kAny, no_options, run_completion},
      {"manual", "", "Prints the manual page, for man.", 0, 0, no_options, run_manual},
  };
  return all;
}

}  // namespace starnuma::app
