// SPDX-License-Identifier: Apache-2.0
// bakeoff: every placement policy on one machine, with the same workload and seed.
#include <cstdio>
#include <iostream>
#include <optional>

#include "models/base/check.h"
#include "platforms/app/child.h"
#include "platforms/app/command.h"
#include "platforms/app/result_folder.h"
#include "platforms/app/run_request.h"
#include "platforms/app/summary.h"

namespace starnuma::app {

namespace fs = std::filesystem;
using placement::Policy;

namespace {

struct Entry {
  std::string policy;
  Values stats;
};

double value_of(const Values& values, const std::string& path) {
  const auto found = values.find(path);
  return found == values.end() ? 0 : found->second;
}

/// Policies to compare: `none` places pages as first_touch does.
std::vector<Policy> policies(bool with_pool) {
  std::vector<Policy> some;
  for (std::size_t i = 0; i < base::EnumNames<Policy>::kNames.size(); ++i) {
    const auto policy = static_cast<Policy>(i);
    if (policy == Policy::kNone || (placement::needs_pool(policy) && !with_pool)) continue;
    some.push_back(policy);
  }
  return some;
}

std::string name_of(Policy policy) {
  return std::string(base::EnumNames<Policy>::kNames[static_cast<std::size_t>(policy)]);
}

/// What makes the machine one of that policy; its trackers get the counters that the policy reads.
std::vector<std::string> sets_of(Policy policy, const placement::PlacementConfig& placement) {
  std::vector<std::string> sets{"placement.policy=" + name_of(policy)};
  if (placement.counts == placement::Counts::kTracker && placement::tracks_regions(policy)) {
    sets.push_back("tracking.count_width=" + std::to_string(placement::counter_bits(policy)));
  }
  return sets;
}

std::optional<double> time_of(const std::vector<Entry>& entries, const std::string& policy) {
  for (const Entry& entry : entries) {
    if (entry.policy == policy) return value_of(entry.stats, "run.time_ns");
  }
  return std::nullopt;
}

/// Columns of the table, each from an entry's statistics.
struct Row {
  double amat;
  double contention;
  double speedup;  ///< Over first touch.
  double regret;   ///< Time beyond the static oracle's.
  double moved;
  double to_pool;
  double pool_pages;
  double os_busy;  ///< Share of the run in which the migrating core worked.
  double stall;    ///< Mean wait of an LLC miss for a moving page.
};

Row row_of(const Entry& entry, const std::vector<Entry>& entries) {
  const double time = value_of(entry.stats, "run.time_ns");
  return {value_of(entry.stats, "run.amat_ns"),
          value_of(entry.stats, "run.amat_contention_ns"),
          *time_of(entries, "first_touch") / time,
          time / *time_of(entries, "static_oracle") - 1,
          value_of(entry.stats, "run.migration.made"),
          value_of(entry.stats, "run.migration.to_pool"),
          value_of(entry.stats, "run.pages.pool"),
          value_of(entry.stats, "run.migration.os_busy_time") / time,
          value_of(entry.stats, "run.latency.migration_stall_ns")};
}

std::string table_of(const std::vector<Entry>& entries) {
  char line[200];
  std::snprintf(line, sizeof line, "%-18s %8s %8s %9s %8s %8s %8s %8s %8s %8s\n", "policy", "AMAT",
                "waiting", "speed-up", "regret", "moves", "to pool", "in pool", "OS busy", "stall");
  std::string text = line;
  std::snprintf(line, sizeof line, "%-18s %8s %8s %9s %8s %8s %8s %8s %8s %8s\n", "", "ns", "ns",
                "", "%", "pages", "pages", "pages", "%", "ns");
  text += line;
  for (const Entry& entry : entries) {
    const Row row = row_of(entry, entries);
    std::snprintf(line, sizeof line,
                  "%-18s %8.1f %8.1f %9.3f %8.1f %8.0f %8.0f %8.0f %8.1f %8.2f\n",
                  entry.policy.c_str(), row.amat, row.contention, row.speedup, 100 * row.regret,
                  row.moved, row.to_pool, row.pool_pages, 100 * row.os_busy, row.stall);
    text += line;
  }
  return text +
         "\nSpeed-up is over first_touch, regret the time beyond static_oracle's; moves cost what\n"
         "the machine's placement fields say, the oracle's first pass and perfect knowledge "
         "nothing.\n";
}

std::string csv_of(const std::vector<Entry>& entries) {
  std::string text =
      "policy,amat_ns,amat_contention_ns,speedup,regret,moves,moves_to_pool,pool_pages,os_busy_"
      "share,migration_stall_ns\n";
  for (const Entry& entry : entries) {
    const Row row = row_of(entry, entries);
    text += entry.policy;
    for (const double value : {row.amat, row.contention, row.speedup, row.regret, row.moved,
                               row.to_pool, row.pool_pages, row.os_busy, row.stall}) {
      text += "," + number_text(value);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

int run_bakeoff(const Arguments& arguments) {
  ExperimentRequest request = request_of(arguments, arguments.get<std::string>("machine"));
  request.workload = arguments.positional[0];
  const Experiment first = prepare(request);
  const fs::path folder = arguments.has("output")
                              ? fs::path(arguments.get<std::string>("output"))
                              : fs::path("results") / folder_name("bakeoff", *request.workload);
  std::vector<Job> jobs;
  std::vector<Entry> entries;
  for (const Policy policy : policies(first.machine.pool.count > 0)) {
    ExperimentRequest one = request;
    for (std::string& set : sets_of(policy, first.machine.placement)) {
      one.sets.push_back(std::move(set));
    }
    Experiment experiment = prepare(one);
    experiment.machine_name = name_of(policy);
    jobs.push_back({experiment, folder / experiment.machine_name});
    entries.push_back({experiment.machine_name, {}});
  }
  claim_folder(folder);
  const int code = run_jobs(jobs);
  if (code != 0) return code;
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    entries[i].stats = read_stats(jobs[i].folder);
    folders.push_back(jobs[i].folder);
  }
  const std::string text = first.workload + " on " + first.machine_name + ", seed " +
                           std::to_string(first.seed) + "\n\n" + table_of(entries);
  const fs::path draft = folder / kDraft;
  write_text(draft / kBakeoff, csv_of(entries));
  write_text(draft / "summary.txt", text);
  make_report(folders, draft / "report.html");
  finish_folder(folder);
  std::cout << text << "\nReport: " << (folder / "report.html").string() << "\n";
  return 0;
}

}  // namespace starnuma::app
