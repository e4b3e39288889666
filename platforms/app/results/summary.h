// SPDX-License-Identifier: Apache-2.0
// Summary for the user: one table of a run, with published values for a published run, and with a
// column for each program of a scenario.
//
// Contract: its rows are those of platforms/results/starnuma/summary_lines.json, which the Python
// package also uses for the table of several machines.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/results/values.h"

namespace starnuma::app {

/// Returns true if pages stay at their first-touch node, by the policy and its limit.
bool keeps_first_touch(const Experiment& experiment);
/// Returns a text such as "perfect_knowledge, at most 4096 pages a phase".
std::string policy_text(const Experiment& experiment);

/// Returns the summary; `mismatches` are failures of the run's result check.
std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host,
                        const std::vector<std::string>& mismatches = {});

}  // namespace starnuma::app
