// SPDX-License-Identifier: Apache-2.0
// Which pages a run or a program misses on: by how many sockets, written or not, and how many of
// them at a time.
#pragma once

#include "models/accounting/stats.h"
#include "models/observers/miss_statistics.h"

namespace starnuma::run {

/// Under `run`, the path of the run or of a program.
void report_sharing(const observers::MissStatistics& statistics, accounting::StatWriter& run);

}  // namespace starnuma::run
