// SPDX-License-Identifier: Apache-2.0
// Resets of a block during traffic: at least one, further ones at random, and some while the block
// still recovers from the previous reset.
#pragma once

#include <cstdint>

#include "models/base/random.h"

namespace starnuma::testbenches {

class ResetTimes {
 public:
  /// `recovery` is the number of cycles in which the block accepts nothing after reset.
  ResetTimes(base::Random& random, int cycles, int recovery)
      : random_(random),
        certain_(static_cast<int>(random.below(static_cast<std::uint64_t>(cycles)))),
        recovery_(static_cast<std::uint64_t>(recovery)) {}

  /// Returns true if this cycle is one of reset; a reset takes one to three cycles.
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
  /// Returns true if a reset starts; rarely enough that a block of any size does other work.
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
