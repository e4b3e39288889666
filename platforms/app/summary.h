// SPDX-License-Identifier: Apache-2.0
// What a person reads first: one table of a run, or of two runs side by side, published values
// beside ours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/app/experiment.h"

namespace starnuma::app {

using Values = std::map<std::string, double>;

/// One run as a column of the table.
struct Column {
  const Experiment& experiment;
  const Values& stats;
  const Values& host;
};

std::string table(const std::vector<Column>& columns);

std::string run_summary(const Experiment& experiment, const Values& stats, const Values& host);

}  // namespace starnuma::app
