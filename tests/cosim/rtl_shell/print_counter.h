// SPDX-License-Identifier: Apache-2.0
// Names of parameterised tests state their counters.
#pragma once

#include <ostream>

#include "models/protocol/tracking.h"

namespace starnuma::protocol {

inline void PrintTo(const Counter& counter, std::ostream* out) {
  *out << counter.width << " bits to " << counter.max;
}

}  // namespace starnuma::protocol
