// SPDX-License-Identifier: Apache-2.0
// bench pool: the pool device of a machine stand-alone in queued delivery, and its result folder.
//
// Contract: `storm`, `mix`, `fairness` or `filter`; the folder gets stats.json, bench.json,
// summary.txt and report.html, the same bytes for the same options. Bad options throw InputError.
#pragma once

#include "platforms/app/commands/command.h"

namespace starnuma::app {

/// The options of `bench pool`, to be listed with those of `bench`.
void add_pool_options(boost::program_options::options_description& options);

/// Returns the exit code.
int bench_pool(const Arguments& arguments);

}  // namespace starnuma::app
