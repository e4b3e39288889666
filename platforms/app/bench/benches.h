// SPDX-License-Identifier: Apache-2.0
// bench: accuracy of contention and speed of the platform, as ratios measured in one run. Each part
// prints its tables; comparisons with a bound or a reference are verdicts.
#pragma once

#include <cstdint>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

int run_bench(const Arguments& arguments);

/// Compares the shares of a contended resource that heads get in queued delivery with their
/// targets.
void bench_arbitration(std::int64_t messages, Verdicts& verdicts);

// Host cost of waves, and of statistics and the quantum's length, as ratios of host CPU time to the
// same run of BFS at `scale` without.
void bench_waves(int scale, Verdicts& verdicts);
void bench_costs(int scale, Verdicts& verdicts);

/// Compares runs of BFS, GUPS, stream and pointer chase at `scale`, on the baseline and on
/// starnuma16, at the machine's own quantum with runs at a tenth of it.
void bench_quantum(int scale, Verdicts& verdicts);

/// Compares the host cost of BFS at `scale` on starnuma16 with all annexes and update units as RTL
/// with that of their models and of the bare clock of their blocks.
void bench_rtl(int scale, Verdicts& verdicts);

/// Measures L1 hits, misses by class (`loads` each, ten times as many hits) and BFS at `scale`, as
/// ratios to plain TLM-2.0 calls in the same run. Each part runs in its own process, one after the
/// other; the host should be otherwise idle.
void bench_speed(int scale, std::int64_t loads, Verdicts& verdicts);

/// Measures host time per LLC miss of BFS from scale 18 to 22 and from 8 to 32 sockets.
void bench_growth(Verdicts& verdicts);

/// Runs streams on the memory channels of parts, without the rest of a machine.
void bench_memory(const Arguments& arguments, Verdicts& verdicts);
void add_memory_options(boost::program_options::options_description& options);

/// Runs the pool device of a machine stand-alone in queued delivery. The subject is a file of kind
/// `pool_bench`, or the name of a shipped one. The result folder gets stats.json, bench.json,
/// summary.txt and report.html, with equal bytes for equal options. Throws InputError for invalid
/// options.
void bench_pool(const Arguments& arguments, Verdicts& verdicts);
void add_pool_options(boost::program_options::options_description& options);

}  // namespace starnuma::app
