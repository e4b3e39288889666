// SPDX-License-Identifier: Apache-2.0
// The multi-headed device stand-alone: N hosts, a link each, the device with its memory, in queued
// mode.
//
// Contract: equal runs give equal statistics. Every completed access is checked: a single writer or
// many readers, a read returns the last write, the directory knows of each copy; at the end
// everything has drained. A violation throws. Elaborates SystemC: once per process.
#pragma once

#include <vector>

#include "models/base/stats.h"
#include "testbenches/pool/bench_config.h"

namespace starnuma::pool_bench {

/// Statistics of the measured window, paths below the run's name.
std::vector<base::Stat> run(const BenchRun& run);

}  // namespace starnuma::pool_bench
