// SPDX-License-Identifier: Apache-2.0
// Statistics that shipped machines and workloads declare, from the shortest run of each.
#pragma once

#include "platforms/app/results/statistics_page.h"

namespace starnuma::app {

/// Collects the statistics of every shipped machine and of variants that add some; each runs in its
/// own process.
DeclaredStatistics declared_statistics();

}  // namespace starnuma::app
