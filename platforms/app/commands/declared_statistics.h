// SPDX-License-Identifier: Apache-2.0
// What shipped machines and workloads declare, from the shortest run of each.
#pragma once

#include "platforms/app/results/statistics_page.h"

namespace starnuma::app {

/// Every shipped machine, and those variants of one that bring more; each in a process of its own.
DeclaredStatistics declared_statistics();

}  // namespace starnuma::app
