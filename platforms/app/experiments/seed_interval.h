// SPDX-License-Identifier: Apache-2.0
// What runs with several seeds say together.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace starnuma::app {

/// A mean and its 95 % confidence interval, from mean - half to mean + half.
struct SeedInterval {
  double mean = 0;
  double half = 0;  ///< 0 for a single value.
};

/// By Student's t distribution: values are taken as independent and normal. At least one.
SeedInterval interval_over_seeds(const std::vector<double>& values);

/// "1.54", or "1.54 +- 0.02" of several values.
std::string interval_text(const std::vector<double>& values, int decimals);

/// mean, half_width_95 and by_seed.
boost::json::object interval_json(const std::vector<double>& values);

}  // namespace starnuma::app
