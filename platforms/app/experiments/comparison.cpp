// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/comparison.h"

#include <boost/json.hpp>
#include <iostream>
#include <set>

#include "platforms/app/experiments/seed_interval.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/results/text_file.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

void make_unique(std::vector<Experiment>& machines) {
  std::set<std::string> taken;
  for (Experiment& machine : machines) {
    const std::string name = machine.machine_name;
    for (char letter = 'b'; !taken.insert(machine.machine_name).second; ++letter) {
      machine.machine_name = name + "_" + letter;
    }
  }
}

/// Of every statistic of the run that all machines have: means, and with several seeds all.
json::object statistics(const std::vector<Column>& columns) {
  json::object means;
  json::object intervals;
  for (const auto& [path, value] : columns[0].stats[0]) {
    if (path.rfind("run.", 0) != 0 && path.rfind("program.", 0) != 0) continue;
    json::array mean;
    json::array interval;
    for (const Column& column : columns) {
      if (column.stats[0].count(path) == 0) break;
      const std::vector<double> values = samples(column.stats, path);
      mean.emplace_back(interval_over_seeds(values).mean);
      interval.emplace_back(interval_json(values));
    }
    if (mean.size() < columns.size()) continue;
    means[path] = mean;
    intervals[path] = interval;
  }
  json::object all{{"stats", means}};
  if (columns[0].stats.size() > 1) all["intervals"] = intervals;
  return all;
}

json::object comparison_json(const std::vector<Group>& groups, const Seeds& seeds) {
  std::vector<Column> columns;
  json::array names;
  json::array gains;
  for (const Group& group : groups) {
    const Column& reference = group.columns[group.reference];
    for (const Column& column : group.columns) {
      columns.push_back(column);
      names.emplace_back(column.experiment.machine_name);
      json::object gain = interval_json(speedups(column, reference));
      gain["over"] = reference.experiment.machine_name;
      gains.emplace_back(gain);
    }
  }
  json::object all{{"machines", names},
                   {"workload", columns[0].experiment.workload},
                   {"seeds", json::value_from(seeds)},
                   {"speedup", gains[groups[0].columns.size() - 1].at("mean")},
                   {"speedups", gains}};
  for (const auto& [key, value] : statistics(columns)) all[key] = value;
  return all;
}

}  // namespace

Comparison::Comparison(std::vector<Experiment> machines, Seeds seeds, fs::path folder)
    : machines_(std::move(machines)),
      seeds_(std::move(seeds)),
      folder_(std::move(folder)),
      draft_((require_report(), folder_)) {
  make_unique(machines_);
  for (const Experiment& machine : machines_) {
    add_jobs(jobs_, machine, machine.machine_name, seeds_);
  }
  place_in(draft_.path(), jobs_);
}

int Comparison::run() { return run_jobs(jobs_); }

Column Comparison::column(std::size_t machine) const {
  Column column{machines_[machine], {}, {}};
  for (std::size_t s = 0; s < seeds_.size(); ++s) {
    const fs::path& folder = jobs_[machine * seeds_.size() + s].folder;
    column.stats.push_back(read_stats(folder));
    column.hosts.push_back(read_host(folder));
  }
  return column;
}

void Comparison::write(const std::vector<Group>& groups, const std::string& summary,
                       const std::string& note) {
  std::vector<fs::path> first;  // of each machine, for the report
  for (std::size_t j = 0; j < jobs_.size(); j += seeds_.size()) first.push_back(jobs_[j].folder);
  const fs::path& draft = draft_.path();
  write_text(draft / kCompare, config::json_text(comparison_json(groups, seeds_)));
  write_text(draft / kSummary, summary);
  const std::string which =
      seeds_.size() == 1 ? ""
                         : " This page shows the runs with seed 1; means over all seeds are in "
                           "summary.txt.";
  make_report(first, draft / kReport,
              {"--compare", (draft / kCompare).string(), "--note", note + which});
  draft_.publish();
  std::cout << summary << "\nReport: " << (folder_ / kReport).string() << "\n";
}

}  // namespace starnuma::app
