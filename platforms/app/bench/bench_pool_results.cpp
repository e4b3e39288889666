// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_results.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <limits>
#include <sstream>

#include "models/pool/device_load.h"
#include "platforms/app/bench/bench_pool_limits.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/process/child.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/results/values.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

using pool_bench::BenchRun;

namespace {

struct PoolColumn {
  const char* head;
  const char* path;
  const char* format;
  double factor;
};

constexpr PoolColumn kColumns[] = {
    {"GB/s", "bandwidth", "%9.2f", 1},
    {"mean ns", "latency.all.mean", "%9.0f", 1},
    {"p50", "latency.all.p50", "%8.0f", 1},
    {"p99", "latency.all.p99", "%8.0f", 1},
    {"BISnp/req", "device.back_invalidations_per_request", "%10.3f", 1},
    {"early", "conflicts.early", "%8.0f", 1},
    {"late", "conflicts.late", "%8.0f", 1},
    {"filter %", "device.snoop_filter.mean_occupancy", "%9.1f", 100},
    {"evictions", "device.snoop_filter.evictions", "%10.0f", 1},
};

/// Returns the smallest and largest share of a head, relative to its weight.
std::pair<double, double> shares_of(const BenchRun& run, const Values& values) {
  const pool::QueuedConfig& queued = run.device.device.queued;
  const bool weighted = queued.arbitration == timing::Arbitration::kWeighted;
  const auto classes =
      pool::QosClasses::of(weighted ? *queued.qos : pool::QosConfig{}, run.traffic.heads, 1,
                           run.device.channel.bandwidth() * run.device.channels);
  std::pair<double, double> range{std::numeric_limits<double>::max(), 0};
  for (int h = 0; h < run.traffic.heads; ++h) {
    const double share =
        value_at(values, run.name + ".head" + std::to_string(h) + ".share") / classes.share(h);
    range = {std::min(range.first, share), std::max(range.second, share)};
  }
  return range;
}

template <class... Values_>
std::string printed(const char* format, Values_... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

/// Returns the values of the table's columns for one run.
json::object columns_of(const std::string& run, const Values& values) {
  json::object columns;
  for (const PoolColumn& column : kColumns) {
    columns[column.path] = value_at(values, run + "." + column.path);
  }
  return columns;
}

/// Heads of a point with the same traffic, and their means.
struct HeadGroup {
  std::string heads;
  double bandwidth = 0;  ///< GB/s of one head.
  double mean_ns = 0;
  double p99_ns = 0;
};

/// Returns the groups of consecutive heads that differ from the others, or do not.
std::vector<HeadGroup> groups_of(const BenchRun& run, const Values& values) {
  std::vector<HeadGroup> groups;
  const auto kind = [&](int head) { return &run.host_of(head) == &run.host; };
  for (int first = 0; first < run.traffic.heads;) {
    int end = first + 1;
    if (kind(first)) {
      while (end < run.traffic.heads && kind(end)) ++end;
    }
    HeadGroup group;
    group.heads = std::to_string(first) + (end - first > 1 ? "-" + std::to_string(end - 1) : "");
    for (int h = first; h < end; ++h) {
      const std::string head = run.name + ".head" + std::to_string(h) + ".";
      const int heads = end - first;
      group.bandwidth +=
          value_at(values, head + "share") * value_at(values, run.name + ".bandwidth") / heads;
      group.mean_ns += value_at(values, head + "latency.mean") / heads;
      group.p99_ns = std::max(group.p99_ns, value_at(values, head + "latency.p99"));
    }
    groups.push_back(group);
    first = end;
  }
  return groups;
}

json::array groups_json(const BenchRun& run, const Values& values) {
  json::array groups;
  for (const HeadGroup& group : groups_of(run, values)) {
    groups.push_back(json::object{{"heads", group.heads},
                                  {"gb_per_second_of_each", group.bandwidth},
                                  {"mean_ns", group.mean_ns},
                                  {"p99_ns", group.p99_ns}});
  }
  return groups;
}

/// Returns a row per group of heads of each point whose heads differ; empty if there is none.
std::string groups_table(const std::vector<PoolPoint>& plan, const Values& values) {
  std::string rows;
  for (const PoolPoint& point : plan) {
    if (point.run.heads.empty()) continue;
    for (const HeadGroup& group : groups_of(point.run, values)) {
      rows += printed("%-26s%8s%14.2f%9.0f%8.0f\n", point.run.name.c_str(), group.heads.c_str(),
                      group.bandwidth, group.mean_ns, group.p99_ns);
    }
  }
  if (rows.empty()) return rows;
  return "\n" + printed("%-26s%8s%14s%9s%8s\n", "", "heads", "GB/s of each", "mean ns", "p99") +
         rows;
}

}  // namespace

std::string pool_json(const PoolBenchResults& results) {
  const Values means = values_of(results.stats.means);
  const Values halves = values_of(results.stats.halves);
  json::array runs;
  for (const auto& [run, reads] : results.plan) {
    json::object measured = columns_of(run.name, means);
    const auto [least, most] = shares_of(run, means);
    measured["head_share"] = {least, most};
    const analysis::Limit limit = limit_of(run, reads, results.stats.means);
    json::object one{
        {"name", run.name},
        {"sharing",
         std::string(pool_bench::kSharingNames[static_cast<std::size_t>(run.traffic.sharing)])},
        {"lines", run.traffic.lines},
        {"write_percent", run.traffic.write_percent},
        {"outstanding", run.host.outstanding},
        {"filter_lines", run.device.filter_lines},
        {"gap_ps", run.host.gap.ps()},
        {"limited_by", limit.resource},
        {"limit_gb_per_second", limit.bytes_per_second * 1e-9},
        {"measured", std::move(measured)}};
    if (run.traffic.heads != results.options.heads) one["heads"] = run.traffic.heads;
    if (!run.heads.empty()) one["by_heads"] = groups_json(run, means);
    if (!halves.empty()) one["half_widths_95"] = columns_of(run.name, halves);
    runs.push_back(std::move(one));
  }
  const PoolBenchOptions& options = results.options;
  const json::object all{{"bench", results.bench},
                         {"machine", results.machine},
                         {"heads", options.heads},
                         {"seed", options.seed},
                         {"seeds", options.seeds.size()},
                         {"time", base::to_string(options.duration)},
                         {"delay", base::to_string(results.plan.front().run.longest_delay)},
                         {"runs", runs}};
  return config::json_text(all, config::JsonLayout::kInnerRows);
}

std::vector<accounting::Stat> stats_from_child(
    const std::function<std::vector<accounting::Stat>()>& work) {
  const std::string bytes = bytes_from_child([&] {
    std::string text;
    for (const accounting::Stat& stat : work()) {
      text += stat.path + '\t' + number_text(stat.value) + '\t' + stat.unit + '\t' +
              stat.description + '\n';
    }
    return text;
  });
  std::vector<accounting::Stat> stats;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    accounting::Stat stat;
    std::string number;
    std::getline(fields, stat.path, '\t');
    std::getline(fields, number, '\t');
    std::getline(fields, stat.unit, '\t');
    std::getline(fields, stat.description, '\t');
    stat.value = std::stod(number);
    stats.push_back(stat);
  }
  return stats;
}

namespace {

/// Returns the heads of the columns.
std::string head_line(const std::string& title) {
  std::string text = printed("%-26s", title.c_str());
  for (const PoolColumn& column : kColumns) {
    const std::string format(column.format);
    text += printed((format.substr(0, format.find('.')) + "s").c_str(), column.head);
  }
  return text;
}

/// Returns the columns of one run, without shares.
std::string row_of(const BenchRun& run, const Values& values) {
  std::string text = printed("%-26s", run.name.c_str());
  for (const PoolColumn& column : kColumns) {
    text += printed(column.format, value_at(values, run.name + "." + column.path) * column.factor);
  }
  return text;
}

}  // namespace

std::string pool_table(const PoolBenchResults& results) {
  const Values means = values_of(results.stats.means);
  const Values halves = values_of(results.stats.halves);
  std::string text = head_line("") + "  head's share, least and most  limit GB/s and resource\n";
  for (const auto& [run, reads] : results.plan) {
    const auto [least, most] = shares_of(run, means);
    const analysis::Limit limit = limit_of(run, reads, results.stats.means);
    text += row_of(run, means) + printed("  %8.3f %8.3f", least, most) + std::string(13, ' ') +
            printed("%10.2f", limit.bytes_per_second * 1e-9) + "  " + limit.resource + "\n";
  }
  text +=
      "A head's share is in multiples of what its weight promises.\n"
      "The limit is the lowest bandwidth that a resource allows for the measured messages.\n";
  text += groups_table(results.plan, means);
  if (halves.empty()) return text;
  text += "\n" + head_line("half width of 95 %") + "\n";
  for (const PoolPoint& point : results.plan) text += row_of(point.run, halves) + "\n";
  return text + "Values are means over " + seeds_text(results.options.seeds) +
         "; intervals by Student's t.\n";
}

void write_pool_results(const fs::path& draft, const PoolBenchResults& results) {
  const PoolBenchOptions& options = results.options;
  write_text(draft / kStats, stats_json(results.stats.means));
  write_text(draft / kBench, pool_json(results));
  write_text(draft / kSummary, "bench pool " + results.bench + ", " + results.machine + ", " +
                                   std::to_string(options.heads) + " heads, " +
                                   seeds_text(options.seeds) + "\n\n" + pool_table(results));
  run_report("starnuma.report.bench_pool", {option("output", (draft / kReport).string())},
             {draft.string()});
}

}  // namespace starnuma::app
