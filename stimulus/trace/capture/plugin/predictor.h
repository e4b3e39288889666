// SPDX-License-Identifier: GPL-2.0-or-later
// Branch predictor: a table of 4096 two-bit counters, indexed by the branch's address.
#pragma once

#include <array>
#include <cstdint>

namespace starnuma::capture {

class Predictor {
 public:
  /// Predicts a branch and updates its counter; returns false if the prediction was wrong.
  bool predict(std::uint64_t address, bool taken) {
    std::uint8_t& counter = counters_[(address ^ address >> 12) % counters_.size()];
    const bool expected = counter >= kTaken;
    if (taken && counter < kSurelyTaken) ++counter;
    if (!taken && counter > 0) --counter;
    return expected == taken;
  }

 private:
  static constexpr std::uint8_t kTaken = 2;
  static constexpr std::uint8_t kSurelyTaken = 3;

  std::array<std::uint8_t, 4096> counters_{};
};

}  // namespace starnuma::capture
