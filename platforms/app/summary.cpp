// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/summary.h"

#include <cstdio>
#include <functional>
#include <optional>

#include "platforms/app/latency_table.h"
#include "platforms/app/published.h"

namespace starnuma::app {
namespace {

struct Line {
  const char* label;
  const char* path;
  int decimals;
  double factor;  ///< 100 turns a share into percent
};

constexpr Line kLines[] = {
    {"AMAT, ns", "run.amat_ns", 1, 1},
    {"  unloaded part", "run.amat_unloaded_ns", 1, 1},
    {"  contention part", "run.amat_contention_ns", 1, 1},
    {"  unloaded by class shares", "run.amat_unloaded_by_class_ns", 1, 1},
    {"local, %", "run.access_mix.local", 1, 100},
    {"1-hop, %", "run.access_mix.one_hop", 1, 100},
    {"2-hop, %", "run.access_mix.two_hop", 1, 100},
    {"pool, %", "run.access_mix.pool", 1, 100},
    {"block transfer by socket, %", "run.access_mix.block_transfer_socket", 1, 100},
    {"block transfer by pool, %", "run.access_mix.block_transfer_pool", 1, 100},
    {"home local, %", "run.placement.local", 1, 100},
    {"home 1-hop, %", "run.placement.one_hop", 1, 100},
    {"home 2-hop, %", "run.placement.two_hop", 1, 100},
    {"misses to > 8 sharers, %", "run.sharing.misses_over_8_sharers", 1, 100},
    {"IPC per core", "run.ipc", 4, 1},
    {"  outside barriers", "run.ipc_outside_barriers", 4, 1},
    {"time in barriers, %", "run.barrier_share", 1, 100},
    {"time after a thread's end, %", "run.after_end_share", 1, 100},
    {"LLC MPKI", "run.llc_mpki", 1, 1},
    {"misses in flight per core", "run.misses_in_flight_per_core", 2, 1},
    {"  outside barriers", "run.misses_in_flight_outside_barriers", 2, 1},
    {"  when a miss is issued", "run.misses_in_flight_by_miss", 2, 1},
    {"instructions per work unit", "run.instructions_per_work_unit", 1, 1},
    {"LLC misses per work unit", "run.llc_misses_per_work_unit", 2, 1},
    {"simulated time, us", "run.time_ns", 1, 1e-3},
};

struct HostLine {
  const char* label;
  const char* name;
  double factor;
};

constexpr HostLine kHostLines[] = {
    {"M instructions / host CPU s", "instructions_per_second", 1e-6},
    {"M LLC misses / host CPU s", "llc_misses_per_second", 1e-6},
    {"host CPU seconds, all passes", "cpu_seconds", 1},
};

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string cell(const std::string& text, int width) {
  const auto size = static_cast<int>(text.size());
  return std::string(static_cast<std::size_t>(size < width ? width - size : 0), ' ') + text;
}

constexpr int kLabelWidth = 30;
constexpr int kWidth = 16;

std::string row(const std::string& label, const std::vector<std::string>& cells) {
  std::string text = label + std::string(static_cast<std::size_t>(kLabelWidth) - label.size(), ' ');
  for (const std::string& c : cells) text += cell(c, kWidth);
  return text + "\n";
}

double value_of(const Values& values, const std::string& path) {
  const auto found = values.find(path);
  return found == values.end() ? 0 : found->second;
}

std::optional<double> published_of(const Column& column, const char* path) {
  return published(path, column.experiment.workload, column.experiment.machine.pool.count > 0);
}

std::string speedup_row(const std::vector<Column>& columns) {
  const double ours =
      value_of(columns[0].stats, "run.time_ns") / value_of(columns[1].stats, "run.time_ns");
  const auto theirs = published_speedup(columns[0].experiment.workload);
  return row("speed-up", {"1.00", "", fixed(ours, 2), theirs ? fixed(*theirs, 2) : "-"});
}

}  // namespace

std::string table(const std::vector<Column>& columns) {
  std::vector<std::string> head;
  for (const Column& column : columns) {
    head.push_back(column.experiment.machine_name.substr(0, kWidth - 1));
    head.emplace_back("published");
  }
  std::string text = row("", head);
  for (const Line& line : kLines) {
    std::vector<std::string> cells;
    for (const Column& column : columns) {
      cells.push_back(fixed(value_of(column.stats, line.path) * line.factor, line.decimals));
      const auto theirs = published_of(column, line.path);
      cells.push_back(theirs ? fixed(*theirs * line.factor, line.decimals) : "-");
    }
    text += row(line.label, cells);
  }
  if (columns.size() == 2) text += speedup_row(columns);
  for (const HostLine& line : kHostLines) {
    std::vector<std::string> cells;
    for (const Column& column : columns) {
      cells.push_back(fixed(value_of(column.host, line.name) * line.factor, 2));
      cells.emplace_back("");
    }
    text += row(line.label, cells);
  }
  return text;
}

std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host) {
  const std::vector<Column> column{{experiment, stats, host}};
  return experiment.workload + " on " + experiment.machine_name + ", seed " +
         std::to_string(experiment.seed) + "\n\n" + table(column) + "\n" + latency_table(column);
}

}  // namespace starnuma::app
