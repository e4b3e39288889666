// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/summary.h"

#include <algorithm>
#include <cstdio>

#include "platforms/app/experiments/seed_interval.h"
#include "platforms/app/results/latency_table.h"
#include "platforms/app/results/published.h"

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

constexpr std::size_t kLabelWidth = 30;
constexpr std::size_t kLeastWidth = 12;

/// Of a column, the heading first.
using Cells = std::vector<std::string>;

std::string fixed(double value, int decimals) { return interval_text({value}, decimals); }

std::vector<double> times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

Cells measured_cells(const Column& column, const Column* reference) {
  Cells cells{column.experiment.machine_name};
  for (const Line& line : kLines) {
    cells.push_back(
        interval_text(times(samples(column.stats, line.path), line.factor), line.decimals));
  }
  if (reference == &column) {
    cells.emplace_back("1.00");
  } else if (reference != nullptr) {
    cells.push_back(interval_text(speedups(column, *reference), 2));
  }
  for (const HostLine& line : kHostLines) {
    if (column.hosts.empty()) {
      cells.emplace_back();
      continue;
    }
    const double mean = interval_over_seeds(samples(column.hosts, line.name)).mean;
    cells.push_back(fixed(mean * line.factor, 2));
  }
  return cells;
}

std::size_t width_of(const Cells& cells) {
  std::size_t width = kLeastWidth;
  for (const std::string& cell : cells) width = std::max(width, cell.size() + 2);
  return width;
}

std::optional<Published> published_beside(const Column& column) {
  return published(column.experiment.machine, column.experiment.workload);
}

Cells published_cells(const Published& known, const std::optional<double>& speedup, bool compared) {
  Cells cells{"published"};
  for (const Line& line : kLines) {
    const auto found = known.values.find(line.path);
    cells.push_back(found == known.values.end()
                        ? "-"
                        : fixed(found->second.value * line.factor, line.decimals));
  }
  if (compared) cells.push_back(speedup ? fixed(*speedup, 2) : "");
  cells.resize(cells.size() + std::size(kHostLines));
  return cells;
}

Cells labels(bool compared) {
  Cells texts{""};
  for (const Line& line : kLines) texts.emplace_back(line.label);
  if (compared) texts.emplace_back("speed-up");
  for (const HostLine& line : kHostLines) texts.emplace_back(line.label);
  return texts;
}

}  // namespace

std::vector<double> samples(const std::vector<Values>& runs, const std::string& path) {
  std::vector<double> values;
  for (const Values& run : runs) {
    const auto found = run.find(path);
    values.push_back(found == run.end() ? 0 : found->second);
  }
  return values;
}

Values of_program(const Values& stats, const std::string& program) {
  const std::string head = "program." + program + ".";
  Values own;
  for (const auto& [path, value] : stats) {
    if (path.rfind(head, 0) == 0) own["run." + path.substr(head.size())] = value;
  }
  return own;
}

std::vector<double> speedups(const Column& column, const Column& reference) {
  std::vector<double> ratios;
  for (std::size_t s = 0; s < column.stats.size(); ++s) {
    ratios.push_back(reference.stats[s].at("run.time_ns") / column.stats[s].at("run.time_ns"));
  }
  return ratios;
}

std::optional<double> published_speedup(const Column& column, const Column& reference) {
  const auto known = published_beside(column);
  const auto base = published_beside(reference);
  if (!known || !base || base->system != "baseline") return std::nullopt;
  return known->speedup;
}

bool keeps_first_touch(const Experiment& experiment) {
  const placement::PlacementConfig& placement = experiment.machine.placement;
  const placement::PolicyTraits& traits = placement.traits();
  return traits.keeps_first_touch || (traits.moves_pages() && placement.page_limit == 0);
}

std::string policy_text(const Experiment& experiment) {
  const placement::PlacementConfig& placement = experiment.machine.placement;
  const std::string name(placement::name_of(placement.policy));
  if (!placement.traits().moves_pages()) return name;
  return name + ", at most " + std::to_string(placement.page_limit) + " pages a phase" +
         (placement.page_limit > 0 ? " at full scale" : "");
}

std::string policy_rows(const std::vector<Column>& columns) {
  std::size_t width = 0;
  for (const Column& column : columns) {
    width = std::max(width, column.experiment.machine_name.size() + 2);
  }
  std::string text;
  for (const Column& column : columns) {
    std::string name = column.experiment.machine_name;
    name.resize(width, ' ');
    text += name + policy_text(column.experiment) + "\n";
  }
  return text;
}

std::string measured_text(const Column& column) {
  if (!column.experiment.measured.empty()) return column.experiment.measured;
  return fixed(samples(column.stats, "run.work_units")[0], 0) + " units of work";
}

namespace {

/// Columns beside the names of their rows.
std::string text_of(const Cells& names, const std::vector<Cells>& all) {
  std::string text;
  for (std::size_t r = 0; r < names.size(); ++r) {
    std::string line = names[r];
    std::size_t end = kLabelWidth;
    for (const Cells& cells : all) {
      end += width_of(cells);
      line.resize(end - cells[r].size(), ' ');
      line += cells[r];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

/// A program of a scenario as an experiment of its own.
Experiment experiment_of(const Experiment& scenario, const ProgramPlan& plan) {
  Experiment own = scenario;
  own.machine_name = plan.name;
  own.machine.placement = placement_of(plan, scenario.machine);
  return own;
}

/// The whole run beside each of its programs.
std::string scenario_text(const Column& whole) {
  std::vector<Experiment> experiments;
  for (const ProgramPlan& plan : whole.experiment.programs) {
    experiments.push_back(experiment_of(whole.experiment, plan));
  }
  std::vector<Column> columns;
  std::vector<Cells> cells{measured_cells(whole, nullptr)};
  for (const Experiment& experiment : experiments) {
    columns.push_back({experiment, {of_program(whole.stats[0], experiment.machine_name)}, {}});
    cells.push_back(measured_cells(columns.back(), nullptr));
  }
  return policy_rows(columns) + "\n" + text_of(labels(false), cells) + "\n" +
         latency_table(columns);
}

}  // namespace

std::string table(const std::vector<Column>& columns, std::size_t reference) {
  const bool compared = columns.size() > 1;
  std::vector<Cells> all;
  for (const Column& column : columns) {
    all.push_back(measured_cells(column, compared ? &columns[reference] : nullptr));
    if (const auto known = published_beside(column)) {
      all.push_back(
          published_cells(*known, published_speedup(column, columns[reference]), compared));
    }
  }
  return text_of(labels(compared), all);
}

std::string program_speedups(const std::vector<Column>& columns, std::size_t reference) {
  if (!columns[0].experiment.is_scenario()) return "";
  std::vector<Cells> all;
  Cells names{""};
  for (const Column& column : columns) {
    Cells cells{column.experiment.machine_name};
    for (const ProgramPlan& plan : columns[0].experiment.programs) {
      const std::string path = "program." + plan.name + ".time_ns";
      if (all.empty()) names.push_back("speed-up of " + plan.name);
      std::vector<double> ratios = samples(columns[reference].stats, path);
      const std::vector<double> own = samples(column.stats, path);
      for (std::size_t s = 0; s < ratios.size(); ++s) ratios[s] /= own[s];
      cells.push_back(interval_text(ratios, 2));
    }
    all.push_back(std::move(cells));
  }
  return "\n" + text_of(names, all);
}

std::string concentration_text(const std::vector<Column>& columns) {
  std::string text;
  for (const Column& column : columns) {
    const double share = samples(column.stats, "run.placement.busiest_socket")[0];
    if (column.experiment.workload.rfind("trace:", 0) != 0 || share <= 0.5) continue;
    text += "Warning: on " + column.experiment.machine_name + ", " + fixed(100 * share, 0) +
            " % of the misses go to one socket's memory; see first_touch of traces.\n";
  }
  return text;
}

std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host,
                        const std::vector<std::string>& mismatches) {
  const std::vector<Column> column{{experiment, {stats}, {host}}};
  std::string head = experiment.workload + " on " + experiment.machine_name + ", seed " +
                     std::to_string(experiment.seed) + "\nMeasured: " + measured_text(column[0]) +
                     "\n" + concentration_text(column);
  for (const std::string& mismatch : mismatches) head += "Wrong: " + mismatch + "\n";
  if (experiment.is_scenario()) return head + scenario_text(column[0]);
  return head + policy_rows(column) + "\n" + table(column, 0) + "\n" + latency_table(column);
}

}  // namespace starnuma::app
