// SPDX-License-Identifier: Apache-2.0
// Host cost of waves, statistics and the quantum's length, as ratios of host CPU time to the same
// run without.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

// Both functions print their table; `scale` is that of BFS.
void bench_waves(int scale, Verdicts& verdicts);
void bench_costs(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
