// SPDX-License-Identifier: Apache-2.0
// Branch predictor of a core: perfect, or a 2-bit counter per branch site.
#pragma once

#include <array>
#include <cstdint>

#include "models/core/core_config.h"

namespace starnuma::core {

class BranchPredictor {
 public:
  explicit BranchPredictor(BranchPrediction kind) : kind_(kind) {}

  bool perfect() const { return kind_ == BranchPrediction::kPerfect; }
  /// Predicts a branch at `site` and learns its outcome; returns true if it was mispredicted.
  bool mispredicts(std::uint32_t site, bool taken) {
    if (perfect()) return false;
    std::uint8_t& counter = counters_[site % counters_.size()];
    const bool predicted = counter >= 2;
    if (taken && counter < 3) ++counter;
    if (!taken && counter > 0) --counter;
    return predicted != taken;
  }

 private:
  BranchPrediction kind_;
  std::array<std::uint8_t, 64> counters_{};  ///< 2-bit counters; sites share them.
};

}  // namespace starnuma::core
