// SPDX-License-Identifier: Apache-2.0
// Accuracy of the quantum: whole runs at the machine's own quantum compared with a tenth of it.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Runs BFS, GUPS, stream and pointer chase at `scale` on the baseline and on starnuma16; prints a
/// table.
void bench_quantum(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
