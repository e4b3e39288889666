// SPDX-License-Identifier: Apache-2.0
// The four modes in which a lockstep bench drives valid and ready.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.h"

namespace starnuma::testbenches {

struct TrafficMode {
  const char* name;
  bool gaps;    ///< Inputs are sometimes not valid.
  bool stalls;  ///< Outputs are sometimes not accepted.

  bool offer(base::Random& random) const { return !gaps || random.below(100) < 40; }
  bool take(base::Random& random) const { return !stalls || random.below(100) < 35; }
};

inline constexpr std::array<TrafficMode, 4> kTrafficModes{
    {{"Free", false, false}, {"Stalls", false, true}, {"Gaps", true, false}, {"Both", true, true}}};

}  // namespace starnuma::testbenches
