// SPDX-License-Identifier: Apache-2.0
// Something that goes wrong in a run.
#pragma once

#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::run {

struct Fault {
  enum class Kind : std::uint8_t {
    kLinkErrors,     ///< Bits of an edge's links arrive wrong.
    kLinkHalfWidth,  ///< Its links have half of their lanes.
    kHostCrash       ///< A host is gone for good, with its programs and its sockets' memory.
  };
  Kind kind = Kind::kLinkErrors;
  base::Time at;              ///< After the measured windows have opened.
  base::Time lasts;           ///< 0: to the end, as crashes do.
  int edge = 0;               ///< Of the wiring's topology; of faults of links.
  int host = 0;               ///< Of a crash.
  double bit_error_rate = 0;  ///< Of link errors; above 0, at most kMostBitErrors.

  /// Beyond it a link would train anew instead of sending again.
  static constexpr double kMostBitErrors = 1e-4;
};

}  // namespace starnuma::run
