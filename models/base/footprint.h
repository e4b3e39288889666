// SPDX-License-Identifier: Apache-2.0
// Memory footprint of a program and of the full-size program that it represents.
//
// Contract:
// - Both sizes are above zero.
// - Capacities that are scaled with the program, and scaled phases, are halved `halvings()` times.
// - Sets and regions are powers of two, so a ratio that is not a power of two is rounded to the
//   nearest one.
#pragma once

#include "models/base/quantities.h"

namespace starnuma::base {

struct Footprint {
  Bytes size;
  Bytes full_size;

  /// Returns how often the full size is halved to come nearest to the size, compared as a ratio.
  /// Returns 0 for a program of its full size or more.
  int halvings() const;

  /// Adds the footprint of a program that runs at the same time.
  Footprint& operator+=(const Footprint& other) {
    size += other.size;
    full_size += other.full_size;
    return *this;
  }
};

/// Returns "1/256 of its full size", derived from halvings(), or "its full size".
std::string share_of_full_size(const Footprint& footprint);

}  // namespace starnuma::base
