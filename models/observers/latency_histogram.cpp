// SPDX-License-Identifier: Apache-2.0
#include "models/observers/latency_histogram.h"

#include <algorithm>
#include <cmath>

namespace starnuma::observers {
namespace {

double mean_of(std::uint64_t sum_ps, std::int64_t count) {
  // A single rounding, so that the mean of equal latencies is exactly that latency.
  return count > 0 ? static_cast<double>(sum_ps) / (1000.0 * static_cast<double>(count)) : 0;
}

}  // namespace

std::int64_t LatencyHistogram::count() const {
  std::int64_t all = 0;
  for (const Bucket& bucket : buckets_) all += bucket.count;
  return all;
}

double LatencyHistogram::mean_ns() const {
  std::uint64_t sum = 0;
  for (const Bucket& bucket : buckets_) sum += bucket.sum;
  return mean_of(sum, count());
}

double LatencyHistogram::percentile_ns(double share) const {
  const auto wanted =
      std::max<std::int64_t>(1, std::llround(std::ceil(share * static_cast<double>(count()))));
  std::int64_t seen = 0;
  for (const Bucket& bucket : buckets_) {
    seen += bucket.count;
    if (seen >= wanted) return mean_of(bucket.sum, bucket.count);
  }
  return 0;
}

}  // namespace starnuma::observers
