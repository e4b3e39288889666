// SPDX-License-Identifier: Apache-2.0
// How much of a program's memory may lie on a pool, as a class.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/results/summary.h"
#include "platforms/config/sweep.h"

namespace starnuma::app {

/// By the time that a program takes with three quarters of its pages on the pool, over that with
/// none there: "I" below 1.10, "II" below 1.18, else "III".
const char* pooling_class(double slowdown);

/// One line of a sweep of placement.pool_share that has 0 and 0.75; empty of any other.
std::string pooling_verdict(const config::Sweep& sweep, const std::vector<Values>& stats);

}  // namespace starnuma::app
