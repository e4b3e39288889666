// SPDX-License-Identifier: Apache-2.0
// Host cost of tracking hardware as RTL, compared with its model and with the bare clock of its
// blocks.
#pragma once

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Runs BFS at `scale` on starnuma16 with all annexes and update units as model and as RTL; prints
/// tables.
void bench_rtl(int scale, Verdicts& verdicts);

}  // namespace starnuma::app
