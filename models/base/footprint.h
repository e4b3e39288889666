// SPDX-License-Identifier: Apache-2.0
// The memory that a program uses, and that of the full-size program it stands for.
//
// Contract: both sizes are above zero. What a scaled machine shrinks with the program, and what a
// phase shrinks with it, is halved `halvings()` times: sets and regions are powers of two, so a
// share that is none is taken as the nearest one.
#pragma once

#include "models/base/quantities.h"

namespace starnuma::base {

struct Footprint {
  Bytes size;
  Bytes full_size;

  /// How often the full size is halved to come nearest to the size, in their ratio; 0 for a program
  /// of its full size or more.
  int halvings() const;

  /// Two programs at once.
  Footprint& operator+=(const Footprint& other) {
    size += other.size;
    full_size += other.full_size;
    return *this;
  }
};

/// "1/256 of its full size", by the halvings; "its full size".
std::string share_of_full_size(const Footprint& footprint);

}  // namespace starnuma::base
