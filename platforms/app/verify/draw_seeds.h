// SPDX-License-Identifier: Apache-2.0
// Seed after seed until the user stops it, for a night.
#pragma once

#include <cstdint>
#include <functional>

#include "platforms/app/commands/command.h"
#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

/// Runs `work(seed)` for --seed, or any where it is not given, and the seeds after it, each in a
/// process of its own, so that one that crashes is a failure too. It returns 0 where all holds, and
/// prints and keeps what failed.
/// SIGINT, SIGTERM and SIGHUP end it: the seed under way is given up, and the result is 1 if one
/// failed.
int draw_seeds(const Arguments& arguments, const std::function<int(std::uint64_t seed)>& work,
               Verdicts& verdicts);

}  // namespace starnuma::app
