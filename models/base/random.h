// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers (splitmix64) that are equal on every host; bounds introduce no division
// bias.
#pragma once

#include <cstdint>

#include "models/base/wide.h"

namespace starnuma::base {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// Returns a uniform value in [0, bound). Precondition: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace starnuma::base
