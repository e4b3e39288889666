// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/host_statistics.h"

namespace starnuma::pool_bench {

void report(const observers::LatencyHistogram& latencies, accounting::StatWriter writer) {
  if (latencies.count() == 0) return;
  writer.write("count", latencies.count(), "1", "transactions completed");
  writer.write("mean", latencies.mean_ns(), "ns", "mean latency");
  constexpr std::array<std::pair<const char*, double>, 3> kPercentiles{
      {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}}};
  for (const auto& [name, share] : kPercentiles) {
    writer.write(name, latencies.percentile_ns(share), "ns",
                 "latency that this share does not exceed");
  }
  writer.write("max", latencies.max_ns(), "ns", "longest latency");
}

}  // namespace starnuma::pool_bench
