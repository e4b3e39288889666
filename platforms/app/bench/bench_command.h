// SPDX-License-Identifier: Apache-2.0
// bench: accuracy of contention and speed of the platform, as ratios measured in one run.
#pragma once

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

int run_bench(const Arguments& arguments);

}  // namespace starnuma::app
