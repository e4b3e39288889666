// SPDX-License-Identifier: Apache-2.0
// Latency histogram with logarithmic buckets; computes percentiles in constant memory with one
// update per access.
//
// Contract:
// - All values are integers, so equal runs yield equal percentiles.
// - A bucket is less than 1 % wide (2^-7 of its lower edge) and keeps the sum of its latencies. If
//   a single latency dominates, its percentiles are exact.
// - Latencies range from 0 to 2^40 ps (1.1 s); longer ones are counted in the last bucket.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::observers {

class LatencyHistogram {
 public:
  void add(base::Time latency) {
    const auto ps = static_cast<std::uint64_t>(latency.ps());
    Bucket& bucket = buckets_[bucket_of(std::min(ps, kLongest))];
    ++bucket.count;
    bucket.sum += ps;
    max_ = std::max(max_, ps);
  }

  std::int64_t count() const;
  double mean_ns() const;
  double max_ns() const { return static_cast<double>(max_) / 1000.0; }
  /// Returns the latency that a fraction `share` of the accesses does not exceed; 0 without
  /// accesses.
  double percentile_ns(double share) const;

  /// Returns the bucket of a latency in picoseconds: its leading one and the next seven bits.
  static constexpr std::size_t bucket_of(std::uint64_t ps) {
    if (ps < kSteps) return ps;
    const int shift = 63 - kStepBits - __builtin_clzll(ps);
    return static_cast<std::size_t>(shift) * kSteps + (ps >> shift);
  }

 private:
  static constexpr int kStepBits = 7;
  static constexpr std::uint64_t kSteps = std::uint64_t{1}
                                          << kStepBits;  ///< Buckets per factor of two.
  static constexpr std::uint64_t kLongest = (std::uint64_t{1} << 40) - 1;

  struct Bucket {
    std::int64_t count = 0;
    std::uint64_t sum = 0;  ///< Sum of the latencies in picoseconds.
  };

  std::vector<Bucket> buckets_ = std::vector<Bucket>(bucket_of(kLongest) + 1);
  std::uint64_t max_ = 0;
};

}  // namespace starnuma::observers
