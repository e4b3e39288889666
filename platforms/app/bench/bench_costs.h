// SPDX-License-Identifier: Apache-2.0
// What a choice of the user costs the host: waves, statistics, a shorter or longer quantum; in
// ratios of host CPU time to the same run without.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

// Each prints its table. `scale` of BFS.
void bench_waves(int scale, Verdicts& verdicts);
void bench_costs(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
