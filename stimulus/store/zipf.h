// SPDX-License-Identifier: Apache-2.0
// Ranks with a Zipf distribution of exponent 0.99, as in YCSB, by the method of Gray et al. (1994)
// that YCSB uses, and a hash that scatters ranks over keys.
#pragma once

#include <cmath>
#include <cstdint>

#include "models/base/random.h"

namespace starnuma::stimulus {

class Zipf {
 public:
  /// Takes time proportional to `items`.
  explicit Zipf(std::uint64_t items) : items_(items) {
    for (std::uint64_t i = 1; i <= items; ++i) sum_ += std::pow(static_cast<double>(i), -kTheta);
    const double sum_of_two = 1 + std::pow(2.0, -kTheta);
    eta_ = (1 - std::pow(2.0 / static_cast<double>(items), 1 - kTheta)) / (1 - sum_of_two / sum_);
    second_ = sum_of_two;
  }

  /// Returns a rank; 0 is the most frequent one.
  std::uint64_t rank(base::Random& random) const {
    constexpr double kUnit = 1.0 / 9007199254740992.0;  // 2^-53
    const double u = static_cast<double>(random.next() >> 11) * kUnit;
    if (u * sum_ < 1) return 0;
    if (u * sum_ < second_) return 1;
    const double at = static_cast<double>(items_) * std::pow(eta_ * u - eta_ + 1, 1 / (1 - kTheta));
    const auto rank = static_cast<std::uint64_t>(at);
    return rank < items_ ? rank : items_ - 1;
  }

 private:
  static constexpr double kTheta = 0.99;
  std::uint64_t items_;
  double sum_ = 0;
  double second_ = 0;
  double eta_ = 0;
};

/// Returns an item of `items` for a rank. Equal ranks yield equal items, adjacent ranks unrelated
/// ones. Two ranks may share an item.
inline std::uint64_t scattered(std::uint64_t rank, std::uint64_t items) {
  return base::Random(rank).below(items);
}

}  // namespace starnuma::stimulus
