// SPDX-License-Identifier: Apache-2.0
// Bandwidth and read latency of memory channels under one stream.
//
// Contract: in a closed loop a read is outstanding until its data are back, a write until the write
// buffer accepts it; the next request is issued as soon as fewer than `outstanding` are. Bandwidth
// is that of the issues after the first tenth, or in an open loop of all requests until the last
// data. Latency counts reads after the first tenth, from issue to data. The result depends on the
// arguments alone.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/memory/dram_config.h"
#include "testbenches/memory/stream.h"

namespace starnuma::memory_bench {

struct Load {
  int outstanding = 64;  ///< over all channels; readers have a limit of their own
  int channels = 1;
  int requests = 40'000;
  std::uint64_t seed = 1;
};

struct Measured {
  double bytes_per_second = 0;
  double mean_ns = 0;  ///< Mean latency of reads.
  double p99_ns = 0;
  double row_hits = 0;          ///< Share of all accesses that found their row open.
  std::vector<Request> issued;  ///< in order, with their issue times
};

/// Returns the number of requests that may be outstanding: the limit of the load, or of the
/// readers.
int most_outstanding(const Stream& stream, const Load& load);

Measured measure(const memory::DramConfig& config, const Stream& stream, const Load& load);

}  // namespace starnuma::memory_bench
