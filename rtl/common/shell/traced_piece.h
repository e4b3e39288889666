// SPDX-License-Identifier: Apache-2.0
// Section of a block's trace that belongs to one call, and its time in the platform.
//
// A trace has one unit of time per evaluation. The first one is the block at the start of the
// trace. The pieces follow in call order, which differs from the order of time. Each clock edge has
// two evaluations: the settled block before it, and the clocked block after it. The last evaluation
// of a piece is the settled block.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::rtl {

struct TracedPiece {
  base::Time last_edge;
  std::uint32_t edges;
};

/// Time window of the traced calls.
struct TraceWindow {
  base::Time from;
  base::Time to;
};

}  // namespace starnuma::rtl
