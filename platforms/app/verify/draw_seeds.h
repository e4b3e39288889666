// SPDX-License-Identifier: Apache-2.0
// Runs with consecutive seeds until the user stops them, for example overnight.
#pragma once

#include <cstdint>
#include <functional>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Runs `work(seed)` from --seed or a random seed on, each in its own process, so that a crash is a
/// failure too. `work` returns 0 on success, and prints and keeps a failure. SIGINT, SIGTERM and
/// SIGHUP stop the command without completing the current seed; the result is 1 if any seed failed.
int draw_seeds(const Arguments& arguments, const std::function<int(std::uint64_t seed)>& work,
               Verdicts& verdicts);

}  // namespace starnuma::app
