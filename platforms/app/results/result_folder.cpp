// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/result_folder.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <sstream>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/results/published.h"
#include "platforms/app/results/summary.h"
#include "platforms/app/results/values.h"
#include "platforms/app/results/worst_file.h"
#include "platforms/config/field_text.h"
#include "platforms/config/json.h"
#include "platforms/config/load.h"
#include "starnuma/version.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

std::string csv(const run::Table& table) {
  std::string text;
  for (const std::string& column : table.columns) text += (text.empty() ? "" : ",") + column;
  text += "\n";
  for (const std::vector<double>& row : table.rows) {
    const char* separator = "";
    for (const double value : row) {
      text += separator + number_text(value);
      separator = ",";
    }
    text += "\n";
  }
  return text;
}

/// Returns the curves of the workload loaded_latency, one row per point; empty for other workloads.
std::string curves_csv(const std::vector<accounting::Stat>& stats) {
  const std::string prefix = "workload.loaded_latency.";
  std::string text;
  for (const accounting::Stat& stat : stats) {
    if (stat.path.rfind(prefix, 0) != 0) continue;
    const std::size_t point = stat.path.find('.', prefix.size());
    const std::size_t name = stat.path.find('.', point + 1);
    if (stat.path.substr(name) == ".injected") {
      text += "\n" + stat.path.substr(prefix.size(), point - prefix.size()) + "," +
              stat.path.substr(point + 1, name - point - 1);
    }
    text += "," + number_text(stat.value);
  }
  if (text.empty()) return text;
  return "class,point,injected_gb_per_s,achieved_gb_per_s,latency_ns,least_latency_ns,loads,"
         "read_share_percent,held,littles_law_from_gb_per_s" +
         text + "\n";
}

/// Returns the tracking hardware's final metadata next to the true values; sharers have a bit per
/// socket.
std::string metadata_csv(const std::vector<run::TrackedRegion>& regions) {
  std::string text = "region,sharers,count,true_sharers,true_loads\n";
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const run::TrackedRegion& region = regions[r];
    text += std::to_string(r) + "," + std::to_string(region.metadata.sharers) + "," +
            std::to_string(region.metadata.count) + "," + std::to_string(region.true_sharers) +
            "," + std::to_string(region.true_loads) + "\n";
  }
  return text;
}

/// Returns the event records of pool devices in order of time; empty if there were none.
std::string device_events_csv(const std::vector<run::DeviceEventRecord>& events) {
  if (events.empty()) return "";
  std::ostringstream text;
  text << "time_ns,device,head,kind,address,severity\n";
  for (const run::DeviceEventRecord& event : events) {
    text << number_text(event.time.ns()) << "," << event.device << ","
         << (event.head < 0 ? "" : std::to_string(event.head)) << "," << event.kind << ","
         << (event.line ? base::address_text(*event.line) : "") << "," << event.severity << "\n";
  }
  return text.str();
}

/// Returns the effects of faults, one row each; empty if there were none.
std::string faults_csv(const std::vector<run::FaultEvent>& events) {
  if (events.empty()) return "";
  std::ostringstream text;
  text << "fault,kind,time_ns,event,socket,line,program,data\n";
  for (const run::FaultEvent& event : events) {
    text << event.fault << "," << event.kind << "," << number_text(event.time.ns()) << ","
         << event.event << "," << event.socket << ",0x" << std::hex << event.line.value << std::dec
         << "," << event.program << "," << event.data << "\n";
  }
  return text.str();
}

std::map<std::string, double> values_of(const std::vector<accounting::Stat>& stats) {
  std::map<std::string, double> values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

/// Returns the curves as a table; empty for workloads other than loaded_latency.
std::string curves_text(const std::vector<accounting::Stat>& stats, const Values& values) {
  const std::string prefix = "workload.loaded_latency.";
  const std::string first = ".injected";
  std::string text;
  for (const accounting::Stat& stat : stats) {
    if (stat.path.rfind(prefix, 0) != 0) continue;
    const std::size_t point = stat.path.find('.', prefix.size());
    const std::size_t name = stat.path.find('.', point + 1);
    if (stat.path.substr(name) != first) continue;
    const auto at = [&](const char* other) { return values.at(stat.path.substr(0, name) + other); };
    char line[128];
    std::snprintf(line, sizeof line, "  %-22s %14.2f %14.2f %12.1f %12.1f\n",
                  stat.path.substr(prefix.size(), point - prefix.size()).c_str(), stat.value,
                  at(".achieved"), at(".latency"), at(".least_latency"));
    text += line;
  }
  if (text.empty()) return text;
  char head[128];
  std::snprintf(head, sizeof head, "\n%-24s %14s %14s %12s %12s\n", "Loaded latency",
                "injected, GB/s", "achieved, GB/s", "latency, ns", "least, ns");
  return head + text;
}

double seconds_of(const rusage& usage) {
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Returns the host cost of the run, which is separate from the host-independent results.
std::string host_json(const run::SimulationResult& result, double oracle_seconds) {
  rusage self{};
  rusage children{};
  getrusage(RUSAGE_SELF, &self);
  getrusage(RUSAGE_CHILDREN, &children);
  const auto rate = [&](std::int64_t count) {
    return static_cast<double>(count) / result.cpu_seconds;
  };
  const auto peak_kib = static_cast<double>(std::max(self.ru_maxrss, children.ru_maxrss));
  const json::object host{{"instructions_per_second", rate(result.instructions)},
                          {"llc_misses_per_second", rate(result.misses)},
                          {"cpu_seconds", seconds_of(self) + seconds_of(children)},
                          {"simulation_cpu_seconds", result.cpu_seconds},
                          {"oracle_pass_cpu_seconds", oracle_seconds},
                          {"rtl_annex_ticks", result.annex_ticks},
                          {"rtl_tracker_ticks", result.tracker_ticks},
                          {"peak_memory_bytes", peak_kib * 1024},
                          {"version", kVersion},
                          {"commit", kCommit}};
  return config::json_text(host, config::JsonLayout::kRows);
}

}  // namespace

std::string stats_json(const std::vector<accounting::Stat>& stats) {
  json::array list;
  for (const accounting::Stat& stat : stats) {
    list.push_back({{"path", stat.path},
                    {"value", stat.value},
                    {"unit", stat.unit},
                    {"description", stat.description}});
  }
  return config::json_text(list, config::JsonLayout::kRows);
}

std::string number_text(double value) { return config::FieldText<double>::print(value); }

void write_result_folder(const fs::path& folder, const Experiment& experiment,
                         const run::SimulationResult& result, double oracle_seconds) {
  const fs::path draft = partial_of(folder);
  fs::create_directories(draft);
  write_text(draft / kStats, stats_json(result.stats));
  write_text(draft / kHost, host_json(result, oracle_seconds));
  write_text(draft / kEffective, effective_yaml(experiment));
  write_text(draft / kWorst, worst_json(result, experiment));
  if (!result.intervals.rows.empty()) write_text(draft / kIntervals, csv(result.intervals));
  if (!result.phases.rows.empty()) write_text(draft / kPhases, csv(result.phases));
  if (!result.memory.rows.empty()) write_text(draft / kMemory, csv(result.memory));
  if (!result.pages.rows.empty()) write_text(draft / kProfile, csv(result.pages));
  const std::string faults = faults_csv(result.fault_events);
  if (!faults.empty()) write_text(draft / kFaults, faults);
  const std::string device_events = device_events_csv(result.device_events);
  if (!device_events.empty()) write_text(draft / kDeviceEvents, device_events);
  const std::string curves = curves_csv(result.stats);
  if (!curves.empty()) write_text(draft / kCurves, curves);
  if (!result.regions.empty()) write_text(draft / kMetadata, metadata_csv(result.regions));
  if (const auto known = published(experiment.machine, experiment.workload)) {
    write_text(draft / kPublished, published_json(*known));
  }
  const Values values = values_of(result.stats);
  write_text(draft / kSummary,
             run_summary(experiment, values, read_host(draft), result.mismatches) +
                 curves_text(result.stats, values));
  if (experiment.report) make_report(draft, draft / kReport);
  fs::rename(draft, folder);
}

std::map<std::string, Statistic> read_statistics(const fs::path& file) {
  constexpr base::Bytes kLargest(std::int64_t{64} << 20);
  const config::Node list = config::load_file(file, kLargest);
  std::map<std::string, Statistic> stats;
  for (const config::Node& stat : list.items) {
    const config::Node* path = stat.find("path");
    const config::Node* value = stat.find("value");
    const config::Node* unit = stat.find("unit");
    double number = 0;
    const bool whole =
        path != nullptr && value != nullptr && unit != nullptr && !value->quoted &&
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), number).ec ==
            std::errc{};
    if (!whole) {
      throw base::InputError(config::to_string(stat.origin),
                             ": expected a statistic with path, value and unit");
    }
    if (!stats.try_emplace(path->text, Statistic{number, unit->text}).second) {
      throw base::InputError(config::to_string(stat.origin), ": a second value of ",
                             config::in_quotes(path->text));
    }
  }
  if (list.is_sequence()) return stats;
  throw base::InputError(config::to_string(list.origin), ": expected a list of statistics");
}

std::map<std::string, double> read_stats(const fs::path& folder) {
  std::map<std::string, double> values;
  for (const auto& [path, stat] : read_statistics(folder / kStats)) values[path] = stat.value;
  return values;
}

std::map<std::string, double> read_host(const fs::path& folder) {
  std::map<std::string, double> values;
  for (const auto& entry : config::load_file((folder / kHost).string()).entries) {
    if (!entry.value.quoted) values[entry.key] = std::stod(entry.value.text);
  }
  return values;
}

}  // namespace starnuma::app
