// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/sweep.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <iostream>
#include <optional>

#include "platforms/app/experiments/pooling_verdict.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/draft_folder.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/results/summary.h"
#include "platforms/app/results/text_file.h"
#include "platforms/config/json.h"
#include "platforms/config/sweep.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

struct Line {
  const char* label;
  const char* path;
  const char* per;  ///< Another statistic that it is divided by, or nothing.
  double factor;
};

constexpr int kDecimals = 3;

constexpr Line kLines[] = {
    {"AMAT, ns", "run.amat_ns", nullptr, 1},
    {"  unloaded part", "run.amat_unloaded_ns", nullptr, 1},
    {"  contention part", "run.amat_contention_ns", nullptr, 1},
    {"local, %", "run.access_mix.local", nullptr, 100},
    {"1-hop, %", "run.access_mix.one_hop", nullptr, 100},
    {"2-hop, %", "run.access_mix.two_hop", nullptr, 100},
    {"pool, %", "run.access_mix.pool", nullptr, 100},
    {"block transfer by socket, %", "run.access_mix.block_transfer_socket", nullptr, 100},
    {"block transfer by pool, %", "run.access_mix.block_transfer_pool", nullptr, 100},
    {"LLC MPKI", "run.llc_mpki", nullptr, 1},
    {"simulated time, us", "run.time_ns", nullptr, 1e-3},
    {"back-invalidations / request", "machine.pool.device.back_invalidations",
     "machine.pool.device.requests", 1},
    {"  of these for capacity", "machine.pool.device.snoops.capacity",
     "machine.pool.device.requests", 1},
    {"filter evictions / request", "machine.pool.device.snoop_filter.evictions",
     "machine.pool.device.requests", 1},
    {"pages of a region", "run.migration.region_pages", nullptr, 1},
    {"regions", "run.tracking.regions", nullptr, 1},
    {"lines of metadata scanned", "run.migration.scan_lines", nullptr, 1},
    {"  ns a line", "run.migration.scan_time", "run.migration.scan_lines", 1},
    {"scan time, all phases, us", "run.migration.scan_time", nullptr, 1e-3},
    {"moves", "run.migration.made", nullptr, 1},
    {"moves to the pool, %", "run.migration.to_pool_share", nullptr, 100},
    {"filter in use, mean, %", "machine.pool.device.snoop_filter.mean_occupancy", nullptr, 100},
};

std::string label(const std::string& text) {
  char padded[160];
  std::snprintf(padded, sizeof padded, "%-30s", text.c_str());
  return padded;
}

/// `text` at the right end of a column.
std::string cell(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

struct Row {
  const char* label;
  std::vector<std::optional<double>> values;  ///< by run
};

/// What a run says of a line; nothing if it has no such statistic.
std::optional<double> value_of(const Line& line, const Values& run) {
  const auto value = run.find(line.path);
  if (value == run.end()) return std::nullopt;
  if (line.per == nullptr) return value->second * line.factor;
  const auto per = run.find(line.per);
  if (per == run.end()) return std::nullopt;
  return per->second == 0 ? 0 : value->second * line.factor / per->second;
}

/// The lines that some run has.
std::vector<Row> rows_of(const std::vector<Values>& stats) {
  std::vector<Row> rows;
  for (const Line& line : kLines) {
    Row row{line.label, {}};
    for (const Values& run : stats) row.values.push_back(value_of(line, run));
    const bool any = std::any_of(row.values.begin(), row.values.end(),
                                 [](const auto& value) { return value.has_value(); });
    if (any) rows.push_back(std::move(row));
  }
  return rows;
}

std::string table(const config::Sweep& sweep, const std::vector<Row>& rows) {
  std::size_t width = 12;
  for (const config::Node& value : sweep.values)
    width = std::max(width, flow_text(value).size() + 2);
  std::string text = label("");
  for (const config::Node& value : sweep.values) text += cell(flow_text(value), width);
  text += "\n";
  for (const Row& row : rows) {
    text += label(row.label);
    for (const std::optional<double>& value : row.values) {
      char number[40];
      std::snprintf(number, sizeof number, "%.*f", kDecimals, value.value_or(0));
      text += cell(value ? number : "-", width);
    }
    text += "\n";
  }
  return text;
}

/// With the table, so that the report shows the same.
std::string sweep_json(const config::Sweep& sweep, const std::vector<Row>& rows,
                       const std::string& verdict) {
  boost::json::array values;
  for (const config::Node& value : sweep.values)
    values.push_back(boost::json::string(flow_text(value)));
  boost::json::array table;
  for (const Row& row : rows) {
    boost::json::array numbers;
    for (const std::optional<double>& value : row.values) {
      numbers.push_back(value ? boost::json::value(*value) : boost::json::value());
    }
    table.push_back({{"label", row.label}, {"values", numbers}});
  }
  boost::json::object all{
      {"field", sweep.field}, {"values", values}, {"decimals", kDecimals}, {"rows", table}};
  if (!verdict.empty()) all["verdict"] = verdict;
  return config::json_text(all);
}

}  // namespace

int run_sweep(const ExperimentRequest& request, const Target& target, const fs::path& folder) {
  const config::Sweep& sweep = *target.experiment.sweep;
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    Experiment experiment = prepare(request, target, i);
    experiment.machine_name += "_" + sweep.label(i);
    jobs.push_back({experiment, {}});
  }
  require_report();
  DraftFolder draft(folder);
  place_in(draft.path(), jobs);
  const int code = run_jobs(jobs);
  if (code != 0) return code;
  std::vector<Values> stats;
  std::vector<fs::path> folders;
  for (const Job& job : jobs) {
    stats.push_back(read_stats(job.folder));
    folders.push_back(job.folder);
  }
  const std::vector<Row> rows = rows_of(stats);
  const std::string verdict = pooling_verdict(sweep, stats);
  const std::string text =
      jobs[0].experiment.workload + ", seed " + std::to_string(jobs[0].experiment.seed) + ", by " +
      sweep.field + "\n\n" + table(sweep, rows) + (verdict.empty() ? "" : "\n" + verdict + "\n");
  const fs::path json = draft.path() / kSweep;
  write_text(json, sweep_json(sweep, rows, verdict));
  write_text(draft.path() / kSummary, text);
  make_report(folders, draft.path() / kReport, {"--sweep", json.string()});
  draft.publish();
  std::cout << text << "\nReport: " << (folder / kReport).string() << "\n";
  return 0;
}

}  // namespace starnuma::app
