// SPDX-License-Identifier: Apache-2.0
// What a person reads first: one table of a run, published values beside a machine whose run they
// are of, and of a scenario a column for each program.
//
// Contract: its rows are those of platforms/results/starnuma/summary_lines.json, by which the
// Python package makes the table of several machines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"

namespace starnuma::app {

using Values = std::map<std::string, double>;

/// A statistic; 0 where a run has none of this path.
double value_at(const Values& values, const std::string& path);

/// Whether pages stay where they are touched first: by the policy and its limit.
bool keeps_first_touch(const Experiment& experiment);
/// "perfect_knowledge, at most 4096 pages a phase".
std::string policy_text(const Experiment& experiment);

/// `mismatches` say what is wrong with the run's results.
std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host,
                        const std::vector<std::string>& mismatches = {});

}  // namespace starnuma::app
