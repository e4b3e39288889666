// SPDX-License-Identifier: Apache-2.0
// When a bench resets its block in the middle of traffic: once for certain, now and then at random,
// and again while the block still recovers from the last reset.
#pragma once

#include <cstdint>

#include "models/base/random.h"

namespace starnuma::testbenches {

class ResetTimes {
 public:
  /// `recovery` is how many cycles the block takes until it accepts anything.
  ResetTimes(base::Random& random, int cycles, int recovery)
      : random_(random),
        certain_(static_cast<int>(random.below(static_cast<std::uint64_t>(cycles)))),
        recovery_(static_cast<std::uint64_t>(recovery)) {}

  /// Whether this cycle is one of reset, which takes one to three of them.
  bool reset(int cycle, bool recovered) {
    if (left_ > 0) {
      --left_;
      return true;
    }
    if (recovered ? !starts(cycle) : random_.below(2 * recovery_ + 2) != 0) return false;
    left_ = static_cast<int>(random_.below(3));
    return true;
  }

 private:
  /// Rare enough that a block of any size still does something else.
  bool starts(int cycle) {
    if (cycle == certain_) {
      certain_ = -1;
      return true;
    }
    return random_.below(1000 + 4 * recovery_) == 0;
  }

  base::Random& random_;
  int certain_;
  std::uint64_t recovery_;
  int left_ = 0;
};

}  // namespace starnuma::testbenches
