// SPDX-License-Identifier: Apache-2.0
// Requests of one head of a pool device, as recorded in a log of CXL.mem messages.
#pragma once

#include <vector>

#include "models/base/quantities.h"
#include "testbenches/pool/traffic.h"

namespace starnuma::pool_bench {

struct RecordedRequest {
  base::Time time;  ///< Since the begin of the run.
  TrafficAccess access;
};

using HeadRecording = std::vector<RecordedRequest>;

}  // namespace starnuma::pool_bench
