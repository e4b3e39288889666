// SPDX-License-Identifier: Apache-2.0
// Speed of the platform, as ratios to plain TLM-2.0 calls measured in the same run. Each part runs
// in its own process, one after the other; the host should be otherwise idle.
#pragma once

#include <cstdint>

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Measures L1 hits, misses by class (`loads` each, ten times as many hits) and BFS at `scale`;
/// prints tables.
void bench_speed(int scale, std::int64_t loads, Verdicts& verdicts);

/// Measures host time per LLC miss of BFS from scale 18 to 22 and from 8 to 32 sockets.
void bench_growth(Verdicts& verdicts);

}  // namespace starnuma::app
