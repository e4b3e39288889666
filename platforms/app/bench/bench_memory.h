// SPDX-License-Identifier: Apache-2.0
// bench memory: streams on the memory channels of parts, without the rest of a machine.
#pragma once

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

void add_memory_options(boost::program_options::options_description& options);

/// Runs the points and prints them; each comparison with a reference is a verdict.
void bench_memory(const Arguments& arguments, Verdicts& verdicts);

}  // namespace starnuma::app
