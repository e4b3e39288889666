// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_seeds.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace starnuma::app {

Seeds bench_seeds(const Arguments& arguments, const std::string& command) {
  const auto own = arguments.get_or<std::uint64_t>("seed", 1);
  return seeds_of(arguments, command, own);
}

std::string seeds_text(const Seeds& seeds) {
  if (seeds.size() == 1) return "seed " + std::to_string(seeds.front());
  return "seeds " + std::to_string(seeds.front()) + " to " + std::to_string(seeds.back());
}

Interval interval_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  const double t = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
  return {mean, t * std::sqrt(squares / (count - 1) / count)};
}

Values values_of(const std::vector<accounting::Stat>& stats) {
  Values values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

SeedStatistics over_seeds(const std::vector<std::vector<accounting::Stat>>& by_seed) {
  if (by_seed.size() == 1) return {by_seed.front(), {}};
  std::vector<Values> seeds;
  for (const auto& stats : by_seed) seeds.push_back(values_of(stats));
  SeedStatistics over;
  for (accounting::Stat stat : by_seed.front()) {
    const auto has = [&](const Values& seed) { return seed.count(stat.path) != 0; };
    if (!std::all_of(seeds.begin(), seeds.end(), has)) continue;
    std::vector<double> values;
    for (const Values& seed : seeds) values.push_back(seed.at(stat.path));
    const Interval interval = interval_of(values);
    stat.value = interval.mean;
    over.means.push_back(stat);
    stat.value = interval.half_width;
    over.halves.push_back(stat);
  }
  return over;
}

}  // namespace starnuma::app
