// SPDX-License-Identifier: Apache-2.0
// What tracking hardware as RTL costs a run, beside its model and the bare clock of its blocks.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// BFS at `scale` on starnuma16 with all annexes and update units as model and as RTL; prints
/// tables.
void bench_rtl(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
