// SPDX-License-Identifier: Apache-2.0
// Saturation value of the counters in one run of a lockstep bench.
#pragma once

#include <algorithm>

#include "models/base/random.h"
#include "models/protocol/tracking.h"

namespace starnuma::testbenches {

inline constexpr int kCounterRuns = 4;  ///< Number of runs after which the values repeat.

/// Returns the counter of a run: saturating at its width's maximum, at 1, at 2, or at a random
/// value.
inline protocol::Counter counter_of_run(int run, int width, base::Random& random) {
  const std::uint32_t most = protocol::max_count(width);
  if (width == 0 || run % kCounterRuns == 0) return width;
  const std::uint32_t any = 1 + static_cast<std::uint32_t>(random.below(most));
  const std::uint32_t chosen[] = {1, 2, any};
  return {width, std::min(chosen[run % kCounterRuns - 1], most)};
}

}  // namespace starnuma::testbenches
