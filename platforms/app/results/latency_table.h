// SPDX-License-Identifier: Apache-2.0
// The part of a summary that says how latencies are spread: percentiles by access class.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/results/summary.h"

namespace starnuma::app {

/// One row for each machine and class that has misses.
std::string latency_table(const std::vector<Column>& columns);

}  // namespace starnuma::app
