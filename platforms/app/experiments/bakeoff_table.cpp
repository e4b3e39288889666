// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/bakeoff_table.h"

#include <boost/json.hpp>
#include <cstdio>

#include "platforms/app/experiments/seed_interval.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace {

constexpr std::size_t kNameWidth = 26;

double at(const Values& values, const char* path) {
  const auto found = values.find(path);
  return found == values.end() ? 0 : found->second;
}

template <const char* const& path, int factor_thousandths = 1000>
double plain(const Values& run, const Reference&) {
  return at(run, path) * factor_thousandths / 1000;
}

// Paths as template arguments.
constexpr const char* kTime = "run.time_ns";
constexpr const char* kAmat = "run.amat_ns";
constexpr const char* kContention = "run.amat_contention_ns";
constexpr const char* kMade = "run.migration.made";
constexpr const char* kToPool = "run.migration.to_pool";
constexpr const char* kPoolPages = "run.pages.pool";
constexpr const char* kStall = "run.latency.migration_stall_ns";
constexpr const char* kWalkQueue = "run.latency.walk_queue_ns";
constexpr const char* kShootdowns = "run.migration.shootdowns_sent";

double milliseconds(const Values& run, const Reference&) { return at(run, kTime) / 1e6; }
double speedup(const Values& run, const Reference& reference) {
  return at(*reference.base, kTime) / at(run, kTime);
}
double regret_percent(const Values& run, const Reference& reference) {
  return 100 * (at(run, kTime) / at(*reference.oracle, kTime) - 1);
}
double os_busy_percent(const Values& run, const Reference&) {
  return 100 * at(run, "run.migration.os_busy_time") / at(run, kTime);
}
double time_change_percent(const Values& run, const Reference& reference) {
  return 100 * (at(run, kTime) / at(*reference.base, kTime) - 1);
}
double amat_change(const Values& run, const Reference& reference) {
  return at(run, kAmat) - at(*reference.base, kAmat);
}

/// The column's value for each seed.
std::vector<double> samples_of(const BakeoffTable& table, const Contender& contender,
                               const BakeoffColumn& column) {
  std::vector<double> values;
  for (std::size_t s = 0; s < table.seeds.size(); ++s) {
    const Reference reference{&table.contenders[table.base].runs[s],
                              table.oracle ? &table.contenders[*table.oracle].runs[s] : nullptr};
    values.push_back(column.value(contender.runs[s], reference));
  }
  return values;
}

std::string padded(const std::string& text, int width) {
  char cell[120];
  std::snprintf(cell, sizeof cell, "%*s", width, text.c_str());
  return cell;
}

}  // namespace

std::vector<BakeoffColumn> policy_columns(bool oracle) {
  std::vector<BakeoffColumn> columns{
      {"amat_ns", "AMAT", "ns", 1, true, plain<kAmat>},
      {"amat_contention_ns", "waiting", "ns", 1, false, plain<kContention>},
      {"speedup", "speed-up", "", 3, true, speedup},
      {"moves", "moves", "pages", 0, false, plain<kMade>},
      {"moves_to_pool", "to pool", "pages", 0, false, plain<kToPool>},
      {"pool_pages", "in pool", "pages", 0, false, plain<kPoolPages>},
      {"os_busy_percent", "OS busy", "%", 1, false, os_busy_percent},
      {"migration_stall_ns", "stall", "ns", 2, false, plain<kStall>}};
  if (oracle) columns.push_back({"regret_percent", "regret", "%", 1, true, regret_percent});
  return columns;
}

std::vector<BakeoffColumn> cost_columns() {
  return {{"time_ms", "time", "ms", 3, false, milliseconds},
          {"time_change_percent", "time change", "%", 2, true, time_change_percent},
          {"speedup", "speed-up", "", 3, true, speedup},
          {"amat_ns", "AMAT", "ns", 1, false, plain<kAmat>},
          {"amat_change_ns", "AMAT change", "ns", 1, true, amat_change},
          {"migration_stall_ns", "stall", "ns", 2, false, plain<kStall>},
          {"walk_queue_ns", "walk waits", "ns", 1, false, plain<kWalkQueue>},
          {"os_busy_percent", "OS busy", "%", 1, false, os_busy_percent},
          {"moves", "moves", "pages", 0, false, plain<kMade>},
          {"shootdowns_sent", "shootdowns", "sent", 0, false, plain<kShootdowns>}};
}

std::string text_of(const BakeoffTable& table) {
  const bool several = table.seeds.size() > 1;
  const auto width = [&](const BakeoffColumn& column) {
    const int least = static_cast<int>(std::string(column.head).size()) + 2;
    return std::max(least, several && column.interval ? 17 : 9);
  };
  std::string heads = table.first;
  heads.resize(kNameWidth, ' ');
  std::string units(kNameWidth, ' ');
  for (const BakeoffColumn& column : table.columns) {
    heads += padded(column.head, width(column));
    units += padded(column.unit, width(column));
  }
  std::string text = heads + "\n" + units + "\n";
  for (const Contender& contender : table.contenders) {
    std::string line = contender.name;
    line.resize(kNameWidth, ' ');
    for (const BakeoffColumn& column : table.columns) {
      std::vector<double> values = samples_of(table, contender, column);
      if (!column.interval) values = {interval_over_seeds(values).mean};
      line += padded(interval_text(values, column.decimals), width(column));
    }
    text += line + "\n";
  }
  return text;
}

std::string csv_of(const BakeoffTable& table) {
  std::string text = table.first;
  for (const BakeoffColumn& column : table.columns) text += std::string(",") + column.key;
  text += "\n";
  for (const Contender& contender : table.contenders) {
    text += contender.name;
    for (const BakeoffColumn& column : table.columns) {
      text += "," + number_text(interval_over_seeds(samples_of(table, contender, column)).mean);
    }
    text += "\n";
  }
  return text;
}

std::string json_of(const BakeoffTable& table, const std::string& machine,
                    const std::string& workload) {
  boost::json::array columns;
  for (const BakeoffColumn& column : table.columns) {
    columns.push_back({{"key", column.key},
                       {"head", column.head},
                       {"unit", column.unit},
                       {"decimals", column.decimals}});
  }
  boost::json::array rows;
  for (const Contender& contender : table.contenders) {
    boost::json::object row{{table.first, contender.name}};
    for (const BakeoffColumn& column : table.columns) {
      row[column.key] = interval_json(samples_of(table, contender, column));
    }
    rows.push_back(row);
  }
  const boost::json::object all{{"machine", machine},
                                {"workload", workload},
                                {"seeds", boost::json::value_from(table.seeds)},
                                {"first", table.first},
                                {"columns", columns},
                                {"rows", rows}};
  return config::json_text(all);
}

}  // namespace starnuma::app
