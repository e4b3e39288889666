// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/seed_interval.h"

#include <boost/json.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace starnuma::app {

SeedInterval interval_over_seeds(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  SeedInterval interval;
  interval.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return interval;
  double squares = 0;
  for (const double value : values) squares += (value - interval.mean) * (value - interval.mean);
  const boost::math::students_t distribution(n - 1);
  interval.half = boost::math::quantile(distribution, 0.975) * std::sqrt(squares / (n - 1) / n);
  return interval;
}

std::string interval_text(const std::vector<double>& values, int decimals) {
  const SeedInterval interval = interval_over_seeds(values);
  char text[80];
  if (values.size() == 1) {
    std::snprintf(text, sizeof text, "%.*f", decimals, interval.mean);
  } else {
    std::snprintf(text, sizeof text, "%.*f +- %.*f", decimals, interval.mean, decimals,
                  interval.half);
  }
  return text;
}

boost::json::object interval_json(const std::vector<double>& values) {
  const SeedInterval interval = interval_over_seeds(values);
  return {{"mean", interval.mean},
          {"half_width_95", interval.half},
          {"by_seed", boost::json::value_from(values)}};
}

}  // namespace starnuma::app
