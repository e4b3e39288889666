// SPDX-License-Identifier: Apache-2.0
// Recorded head traffic: the requests in a log of CXL.mem messages (docs/formats/cxl_log.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbenches/pool/bench_config.h"

namespace starnuma::app {

/// Requests of each host to the first device of a log, with times since the first one.
struct PoolRecording {
  std::vector<std::shared_ptr<const pool_bench::HeadRecording>> heads;
  base::Time length;  ///< Time from the first to the last request.
};

/// Reads a log. Throws InputError for a malformed one, and Failure for one that cannot be read.
PoolRecording read_recording(const std::string& file);

}  // namespace starnuma::app
