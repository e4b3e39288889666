// SPDX-License-Identifier: Apache-2.0
// What runs with several seeds say together.
#pragma once

#include <vector>

namespace starnuma::app {

/// A mean and its 95 % confidence interval, from mean - half to mean + half.
struct SeedInterval {
  double mean = 0;
  double half = 0;  ///< 0 for a single value.

  /// Whether the values do not tell the mean from `value`.
  bool includes(double value) const { return mean - half <= value && value <= mean + half; }
};

/// By Student's t distribution: values are taken as independent and normal. At least one.
SeedInterval interval_over_seeds(const std::vector<double>& values);

}  // namespace starnuma::app
