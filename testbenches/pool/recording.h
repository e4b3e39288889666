// SPDX-License-Identifier: Apache-2.0
// Requests of one head of a pool device, as recorded in a log of CXL.mem messages.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::pool_bench {

struct RecordedRequest {
  enum class Kind : std::uint8_t { kRead, kOwn, kEvict };

  base::Time time;  ///< Since the begin of the run.
  std::uint64_t line = 0;
  Kind kind = Kind::kRead;
  bool written = false;  ///< Reads: the host writes the line before it evicts it.
};

using HeadRecording = std::vector<RecordedRequest>;

}  // namespace starnuma::pool_bench
