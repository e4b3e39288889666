// SPDX-License-Identifier: Apache-2.0
// What a person reads first: one table of a run, or of several machines side by side, published
// values beside a machine whose run they are of.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

using Values = std::map<std::string, double>;

/// One machine as a column of the table: what its runs said, by seed.
struct Column {
  const Experiment& experiment;
  std::vector<Values> stats;
  std::vector<Values> hosts;
};

/// A statistic of each run; 0 where a run has none of this path.
std::vector<double> samples(const std::vector<Values>& runs, const std::string& path);

/// The figures of one program of a scenario, under the paths that those of a run have.
Values of_program(const Values& stats, const std::string& program);

/// How much faster a machine is than `reference`, seed by seed.
std::vector<double> speedups(const Column& column, const Column& reference);

/// The same as published; nothing unless both are published systems.
std::optional<double> published_speedup(const Column& column, const Column& reference);

/// Whether pages stay where they are touched first: by the policy and its limit.
bool keeps_first_touch(const Experiment& experiment);
/// "perfect_knowledge, at most 4096 pages a phase".
std::string policy_text(const Experiment& experiment);

/// A row for each machine: its policy.
std::string policy_rows(const std::vector<Column>& columns);
/// "8 searches, after 8 that are not measured".
std::string measured_text(const Column& column);
/// A line for each column that plays a trace most of whose misses go to one socket's memory, as
/// first touch may have it.
std::string concentration_text(const std::vector<Column>& columns);

/// Speed-ups are over the column `reference`.
std::string table(const std::vector<Column>& columns, std::size_t reference);

/// Of machines that ran one scenario: how much faster each program is than on the reference.
/// Nothing for other runs.
std::string program_speedups(const std::vector<Column>& columns, std::size_t reference);

/// `mismatches` say what is wrong with the run's results.
std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host,
                        const std::vector<std::string>& mismatches = {});

}  // namespace starnuma::app
