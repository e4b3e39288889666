// SPDX-License-Identifier: Apache-2.0
// Random values by index, so that a check can recompute them in any order.
#pragma once

#include <cstdint>

#include "models/base/random.h"

namespace starnuma::stimulus {

/// Returns a uniform value in [-1, 1) that depends only on the number and the seed.
inline double random_value(std::uint64_t number, std::uint64_t seed) {
  base::Random random(seed ^ number * 0xD1342543DE82EF95ULL);
  return static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
}

}  // namespace starnuma::stimulus
