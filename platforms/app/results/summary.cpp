// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/summary.h"

#include <algorithm>
#include <cstdio>

#include "platforms/analysis/lint.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/results/published.h"
#include "platforms/app/results/summary_tables.h"
#include "platforms/assembly/config/method.h"
#include "platforms/config/load.h"

namespace starnuma::app {
namespace {

struct Line {
  std::string label;
  std::string path;
  int decimals;
  double factor;  ///< 100 converts a share to percent
};

struct Lines {
  std::vector<Line> run;
  std::vector<Line> host;  ///< lines of host.json
};

const Lines& lines() {
  static const Lines all = [] {
    const config::Node file =
        config::load_file(platforms_folder() / "results" / "starnuma" / "summary_lines.json");
    const auto part = [&](const char* key) {
      std::vector<Line> some;
      for (const config::Node& line : file.find(key)->items) {
        some.push_back({line.find("label")->text, line.find("path")->text,
                        std::stoi(line.find("decimals")->text),
                        std::stod(line.find("factor")->text)});
      }
      return some;
    };
    return Lines{part("run"), part("host")};
  }();
  return all;
}

constexpr std::size_t kLabelWidth = 30;
constexpr std::size_t kLeastWidth = 12;

/// Column of the table: a run, or one of its programs.
struct Column {
  std::string name;
  Values stats;
  Values host;  ///< Empty for a program.
};

/// Cells of a column, starting with the heading.
using Cells = std::vector<std::string>;

std::string fixed(double value, int decimals) {
  char text[80];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string text_of(const Line& line, double value) {
  return fixed(value * line.factor, line.decimals);
}

/// Returns a dash for a statistic that the run does not have.
std::string cell_of(const Line& line, const Values& values) {
  const auto found = values.find(line.path);
  return found == values.end() ? "-" : text_of(line, found->second);
}

Cells measured_cells(const Column& column) {
  Cells cells{column.name};
  for (const Line& line : lines().run) cells.push_back(cell_of(line, column.stats));
  for (const Line& line : lines().host) {
    cells.push_back(column.host.empty() ? "" : cell_of(line, column.host));
  }
  return cells;
}

Cells published_cells(const Published& known) {
  Cells cells{"published"};
  for (const Line& line : lines().run) {
    const auto found = known.values.find(line.path);
    cells.push_back(found == known.values.end() ? "-" : text_of(line, found->second.value));
  }
  cells.resize(cells.size() + lines().host.size());
  return cells;
}

Cells labels() {
  Cells texts{""};
  for (const Line& line : lines().run) texts.push_back(line.label);
  for (const Line& line : lines().host) texts.push_back(line.label);
  return texts;
}

std::size_t width_of(const Cells& cells) {
  std::size_t width = kLeastWidth;
  for (const std::string& cell : cells) width = std::max(width, cell.size() + 2);
  return width;
}

/// Returns the columns next to the names of their rows.
std::string table(const std::vector<Cells>& all) {
  const Cells names = labels();
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

std::string policy_text(const placement::PlacementConfig& placement) {
  const std::string name(placement::name_of(placement.policy));
  if (!placement.traits().moves_pages()) return name;
  return name + ", at most " + std::to_string(placement.page_limit) + " pages a phase" +
         (placement.page_limit > 0 ? " at full scale" : "");
}

std::string measured_text(const Experiment& experiment, const Values& stats) {
  if (!experiment.measured.empty()) return experiment.measured;
  return fixed(value_at(stats, "run.work_units"), 0) + " units of work";
}

std::string method_line(const assembly::MachineConfig& machine) {
  return machine.method ? "Method: " + assembly::method_text(machine) + "\n" : "";
}

/// Returns a warning if most misses of a played trace go to one socket's memory, as first touch may
/// cause.
std::string concentration_text(const Experiment& experiment, const Values& stats) {
  const double share = value_at(stats, "run.placement.busiest_socket");
  if (experiment.workload.rfind("trace:", 0) != 0 || share <= 0.5) return "";
  return "Warning: on " + experiment.machine_name + ", " + fixed(100 * share, 0) +
         " % of the misses go to one socket's memory; see first_touch of traces.\n";
}

std::string switch_text(const Experiment& experiment) {
  const std::string mismatch = analysis::switch_mismatch(experiment.machine);
  if (mismatch.empty()) return "";
  return "Warning: on " + experiment.machine_name + ", " + mismatch + ".\n";
}

/// Returns the statistics of one program of a scenario, under the paths of a run.
Values of_program(const Values& stats, const std::string& program) {
  const std::string head = "program." + program + ".";
  Values own;
  for (const auto& [path, value] : stats) {
    if (path.rfind(head, 0) == 0) own["run." + path.substr(head.size())] = value;
  }
  return own;
}

/// Returns the whole run next to each of its programs.
std::string scenario_text(const Experiment& experiment, const Column& whole) {
  std::size_t width = 0;
  for (const ProgramPlan& plan : experiment.programs) width = std::max(width, plan.name.size() + 2);
  std::string policies;
  std::vector<Cells> cells{measured_cells(whole)};
  std::vector<std::pair<std::string, Values>> latencies;
  for (const ProgramPlan& plan : experiment.programs) {
    std::string name = plan.name;
    name.resize(width, ' ');
    policies += name + policy_text(placement_of(plan, experiment.machine)) + "\n";
    const Column own{plan.name, of_program(whole.stats, plan.name), {}};
    cells.push_back(measured_cells(own));
    latencies.emplace_back(own.name, own.stats);
  }
  return policies + "\n" + table(cells) + "\n" + latency_table(experiment.machine, latencies);
}

}  // namespace

bool keeps_first_touch(const Experiment& experiment) {
  const placement::PlacementConfig& placement = experiment.machine.placement;
  const placement::PolicyTraits& traits = placement.traits();
  return traits.keeps_first_touch || (traits.moves_pages() && placement.page_limit == 0);
}

std::string policy_text(const Experiment& experiment) {
  return policy_text(experiment.machine.placement);
}

std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host,
                        const std::vector<std::string>& mismatches) {
  const std::string& name = experiment.machine_name;
  std::string head =
      experiment.workload + " on " + name + ", seed " + std::to_string(experiment.seed) +
      "\nMeasured: " + measured_text(experiment, stats) + "\n" + method_line(experiment.machine) +
      concentration_text(experiment, stats) + switch_text(experiment);
  for (const std::string& mismatch : mismatches) head += "Wrong: " + mismatch + "\n";
  head += capacity_text(experiment.options.capacity, experiment.machine, stats);
  const Column whole{name, stats, host};
  if (experiment.is_scenario())
    return head + scenario_text(experiment, whole) + energy_table(stats);
  std::vector<Cells> cells{measured_cells(whole)};
  if (const auto known = published(experiment.machine, experiment.workload)) {
    cells.push_back(published_cells(*known));
  }
  return head + name + "  " + policy_text(experiment) + "\n\n" + table(cells) + "\n" +
         latency_table(experiment.machine, {{name, stats}}) + energy_table(stats);
}

}  // namespace starnuma::app
