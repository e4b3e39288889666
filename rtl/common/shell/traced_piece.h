// SPDX-License-Identifier: Apache-2.0
// What a trace of a block holds of one call, and when that was in the platform's time.
//
// A trace has a unit of time per evaluation. The first is the block as it stood when the trace
// began. Then come the pieces, in call order, which is not the order of time: before each clock
// edge the settled block, after it the clocked one; at the end of the piece the settled block once
// more.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::rtl {

struct TracedPiece {
  base::Time last_edge;
  std::uint32_t edges;
};

/// Which calls are traced, by their time.
struct TraceWindow {
  base::Time from;
  base::Time to;
};

}  // namespace starnuma::rtl
