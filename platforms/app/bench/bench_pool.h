// SPDX-License-Identifier: Apache-2.0
// bench pool: the pool device of a machine stand-alone in queued delivery, and its result folder.
//
// Contract: the subject is a file of kind `pool_bench`, or the name of a shipped one. The folder
// gets stats.json, bench.json, summary.txt and report.html, with equal bytes for equal options.
// Invalid options throw InputError.
#pragma once

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Adds the options of `bench pool` to those of `bench`.
void add_pool_options(boost::program_options::options_description& options);

/// Runs the bench; its verdict is that it was done.
void bench_pool(const Arguments& arguments, Verdicts& verdicts);

}  // namespace starnuma::app
