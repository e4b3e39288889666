// SPDX-License-Identifier: Apache-2.0
// Accuracy of the quantum: whole runs at the machine's own quantum compared with a tenth of it, and
// links scheduled ahead compared with delivery hop by hop.
#pragma once

#include <cstdint>

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Runs BFS, GUPS, stream and pointer chase at `scale` on the baseline and on starnuma16, then
/// traffic of 16 initiators with `requests` each; prints tables.
void bench_quantum(int scale, std::int64_t requests, Verdicts& verdicts);

}  // namespace starnuma::app
