// SPDX-License-Identifier: Apache-2.0
// What a choice of the user costs the host: waves, statistics, a shorter or longer quantum; in
// ratios of host CPU time to the same run without.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

// Each prints its table; whether every row keeps its bound. `scale` of BFS.
bool bench_waves(int scale, Verdicts& verdicts);
bool bench_costs(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
