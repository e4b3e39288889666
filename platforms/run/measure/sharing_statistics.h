// SPDX-License-Identifier: Apache-2.0
// Statistics of missed pages: number of sharing sockets, written or not, and working sets over
// time.
#pragma once

#include "models/accounting/stats.h"
#include "models/observers/miss_statistics.h"

namespace starnuma::run {

/// Reports the statistics under `run`, the path of the run or of a program.
void report_sharing(const observers::MissStatistics& statistics, accounting::StatWriter& run);

}  // namespace starnuma::run
