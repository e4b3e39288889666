// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_results.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <limits>
#include <sstream>

#include "platforms/app/bench/bench_pool_limits.h"
#include "platforms/app/process/child.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/app/results/summary.h"
#include "platforms/app/results/text_file.h"
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

Values values_of(const std::vector<accounting::Stat>& stats) {
  Values values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

double value_of(const Values& values, const std::string& path) {
  const auto found = values.find(path);
  return found == values.end() ? 0 : found->second;
}

/// Returns the smallest and largest share of a head, relative to its weight.
std::pair<double, double> shares_of(const BenchRun& run, const Values& values) {
  double sum = 0;
  const auto weight = [&](int head) {
    return run.device.weights.empty() ? 1 : run.device.weights[static_cast<std::size_t>(head)];
  };
  for (int h = 0; h < run.traffic.heads; ++h) sum += weight(h);
  std::pair<double, double> range{std::numeric_limits<double>::max(), 0};
  for (int h = 0; h < run.traffic.heads; ++h) {
    const double share =
        value_of(values, run.name + ".head" + std::to_string(h) + ".share") * sum / weight(h);
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

}  // namespace

std::string pool_json(const std::string& which, const std::string& machine,
                      const PoolBenchOptions& options, const std::vector<BenchRun>& plan,
                      const std::vector<accounting::Stat>& stats) {
  const Values values = values_of(stats);
  json::array runs;
  for (const BenchRun& run : plan) {
    json::object measured;
    for (const PoolColumn& column : kColumns) {
      measured[column.path] = value_of(values, run.name + "." + column.path);
    }
    const auto [least, most] = shares_of(run, values);
    measured["head_share"] = {least, most};
    const analysis::Limit limit = limit_of(run, options.reads, stats);
    runs.push_back(
        {{"name", run.name},
         {"sharing",
          std::string(pool_bench::kSharingNames[static_cast<std::size_t>(run.traffic.sharing)])},
         {"lines", run.traffic.lines},
         {"write_percent", run.traffic.write_percent},
         {"outstanding", run.host.outstanding},
         {"filter_lines", run.device.filter_lines},
         {"gap_ps", run.host.gap.ps()},
         {"limited_by", limit.resource},
         {"limit_gb_per_second", limit.bytes_per_second * 1e-9},
         {"measured", std::move(measured)}});
  }
  const json::object all{{"bench", which},
                         {"machine", machine},
                         {"heads", options.heads},
                         {"seed", options.seed},
                         {"time", base::to_string(options.duration)},
                         {"delay", base::to_string(options.longest_delay)},
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

std::string pool_table(const PoolBenchOptions& options, const std::vector<BenchRun>& plan,
                       const std::vector<accounting::Stat>& stats) {
  const Values values = values_of(stats);
  std::string text = printed("%-26s", "");
  for (const PoolColumn& column : kColumns) {
    const std::string width =
        std::string(column.format).substr(0, std::string(column.format).find('.')) + "s";
    text += printed(width.c_str(), column.head);
  }
  text += "  head's share, least and most  limit GB/s and resource\n";
  for (const BenchRun& run : plan) {
    text += printed("%-26s", run.name.c_str());
    for (const PoolColumn& column : kColumns) {
      text +=
          printed(column.format, value_of(values, run.name + "." + column.path) * column.factor);
    }
    const auto [least, most] = shares_of(run, values);
    const analysis::Limit limit = limit_of(run, options.reads, stats);
    text += printed("  %8.3f %8.3f", least, most) + std::string(13, ' ') +
            printed("%10.2f", limit.bytes_per_second * 1e-9) + "  " + limit.resource + "\n";
  }
  return text +
         "A head's share is in multiples of what its weight promises.\n"
         "The limit is the lowest bandwidth that a resource allows for the measured messages.\n";
}

void write_pool_results(const fs::path& draft, const std::string& which, const std::string& machine,
                        const PoolBenchOptions& options, const std::vector<BenchRun>& plan,
                        const std::vector<accounting::Stat>& stats) {
  write_text(draft / kStats, stats_json(stats));
  write_text(draft / kBench, pool_json(which, machine, options, plan, stats));
  write_text(draft / kSummary, "bench pool " + which + ", " + machine + ", " +
                                   std::to_string(options.heads) + " heads, seed " +
                                   std::to_string(options.seed) + "\n\n" +
                                   pool_table(options, plan, stats));
  run_report("starnuma.report.bench_pool", {draft.string(), "-o", (draft / kReport).string()});
}

}  // namespace starnuma::app
