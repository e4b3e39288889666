// SPDX-License-Identifier: Apache-2.0
// Seeds of a bench, and means over them.
#pragma once

#include <string>
#include <vector>

#include "models/accounting/stats.h"
#include "platforms/app/experiments/seeds.h"
#include "platforms/app/results/values.h"

namespace starnuma::app {

/// Returns 1 to N with --seeds N; otherwise --seed, or 1. `command` begins the error message.
Seeds bench_seeds(const Arguments& arguments, const std::string& command);

/// Returns "seed 3" or "seeds 1 to 5".
std::string seeds_text(const Seeds& seeds);

struct Interval {
  double mean = 0;
  double half_width = 0;  ///< Half of the 95 % interval by Student's t; 0 for one value.
};

Interval interval_of(const std::vector<double>& values);

Values values_of(const std::vector<accounting::Stat>& stats);

/// Statistics over seeds.
struct SeedStatistics {
  std::vector<accounting::Stat> means;
  std::vector<accounting::Stat> halves;  ///< Half widths of the 95 % intervals; empty for one seed.
};

/// Returns means and intervals of the statistics that every seed has.
SeedStatistics over_seeds(const std::vector<std::vector<accounting::Stat>>& by_seed);

}  // namespace starnuma::app
