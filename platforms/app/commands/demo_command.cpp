// SPDX-License-Identifier: Apache-2.0
// demo: baseline and pool with our core, and both as published.
#include <algorithm>

#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/comparison.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/experiments/seed_interval.h"
#include "platforms/app/results/latency_table.h"

namespace starnuma::app {

namespace {

constexpr const char* kOurs =
    "Our core, which mispredicts branches and whose atomics wait for older accesses:\n";
constexpr const char* kPublishedCore = "The core of the published simulator:\n";
constexpr const char* kAbout =
    "The published simulator replays a trace, so its core lacks what costs ours most: no branch is "
    "mispredicted, no fence or atomic waits for older accesses, no thread waits at a barrier. "
    "published16 and published16_t16 have its core, its L1 and L2 of 5 and 10 cycles and pages "
    "that stay in the baseline; barriers remain, since a program runs. No core here prefetches. "
    "Published values stand beside these two only: machine, policy and program are the published "
    "ones, but for a smaller graph. On starnuma16_t16 and published16_t16 pages move by what "
    "tracking hardware, in RTL, has counted, from before the measured window on (warmup).";

Experiment machine(const Arguments& arguments, const std::string& name) {
  ExperimentRequest request = request_of(arguments, name);
  request.workload = arguments.get<std::string>("workload");
  return prepare(request);
}

double mean_time(const Column& column) {
  return interval_over_seeds(samples(column.stats, "run.time_ns")).mean;
}

bool has_pool(const Column& column) { return column.experiment.machine.pool.count > 0; }

/// With the fastest machine without a pool as what the others are compared with.
Group group_of(std::vector<Column> columns) {
  Group group{std::move(columns), 0};
  for (std::size_t c = 1; c < group.columns.size(); ++c) {
    const Column& column = group.columns[c];
    if (!has_pool(column) && mean_time(column) < mean_time(group.columns[group.reference])) {
      group.reference = c;
    }
  }
  return group;
}

/// The speed-up of the machine with the pool, the last one.
std::string gain(const Group& group) {
  const Column& last = group.columns.back();
  const Column& reference = group.columns[group.reference];
  std::string text = " " + last.experiment.machine_name + " has a speed-up of " +
                     interval_text(speedups(last, reference), 2) + " over " +
                     reference.experiment.machine_name;
  if (const auto known = published_speedup(last, reference)) {
    text += " (published: " + interval_text({*known}, 2) + ")";
  }
  return text + ".";
}

/// What is slower than pages that stay where they were touched first, on the machine without pool.
std::string slower_than_first_touch(const Group& group) {
  const auto first_touch =
      std::find_if(group.columns.begin(), group.columns.end(), [](const Column& column) {
        return !has_pool(column) && keeps_first_touch(column.experiment);
      });
  std::string text;
  for (const Column& column : group.columns) {
    if (mean_time(column) <= mean_time(*first_touch)) continue;
    text += " " + column.experiment.machine_name + " (" + policy_text(column.experiment) +
            ") is slower than first touch: it takes " +
            interval_text(speedups(*first_touch, column), 2) + " times as long as " +
            first_touch->experiment.machine_name + ".";
  }
  return text;
}

std::string first_paragraph(const std::vector<Group>& groups, const Seeds& seeds) {
  const Column& first = groups[0].columns[0];
  std::string text = "Each figure is of " + measured_text(first) +
                     (seeds.size() > 1 ? ", in each of " + std::to_string(seeds.size()) + " runs"
                                       : std::string()) +
                     ".";
  for (const Group& group : groups) text += gain(group);
  text += " Speed-ups are over the fastest machine without a pool.";
  for (const Group& group : groups) text += slower_than_first_touch(group);
  return text;
}

/// Lines of at most 100 characters.
std::string wrapped(const std::string& text) {
  constexpr std::size_t kLine = 100;
  std::string lines;
  std::size_t begin = 0;
  while (text.size() - begin > kLine) {
    const std::size_t space = text.rfind(' ', begin + kLine);
    lines += text.substr(begin, space - begin) + "\n";
    begin = space + 1;
  }
  return lines + text.substr(begin) + "\n";
}

}  // namespace

int run_demo(const Arguments& arguments) {
  std::vector<Experiment> machines{machine(arguments, "baseline16")};
  if (!keeps_first_touch(machines[0]))
    machines.push_back(machine(arguments, "baseline16_first_touch"));
  machines.push_back(machine(arguments, "starnuma16_t16"));
  const std::size_t ours = machines.size();
  machines.push_back(machine(arguments, "published16"));
  machines.push_back(machine(arguments, "published16_t16"));

  const Seeds seeds = seeds_of(arguments, "demo", machines[0].seed);
  Comparison comparison(std::move(machines), seeds, arguments.get<std::string>("output"));
  const int code = comparison.run();
  if (code != 0) return code;

  std::vector<Column> columns;
  for (std::size_t m = 0; m < ours + 2; ++m) columns.push_back(comparison.column(m));
  const auto middle = columns.begin() + static_cast<std::ptrdiff_t>(ours);
  const std::vector<Group> groups{group_of({columns.begin(), middle}),
                                  group_of({middle, columns.end()})};
  const std::string note = first_paragraph(groups, seeds);
  std::string text = wrapped(note) + "\n" + columns[0].experiment.workload + ", " +
                     seeds_text(seeds) + "\n" + policy_rows(columns) + "\n" + kOurs +
                     table(groups[0].columns, groups[0].reference) + "\n" + kPublishedCore +
                     table(groups[1].columns, groups[1].reference) + "\n" + wrapped(kAbout) + "\n" +
                     latency_table(columns);
  if (seeds.size() > 1) text += kIntervalNote;
  comparison.write(groups, text, note);
  return 0;
}

}  // namespace starnuma::app
