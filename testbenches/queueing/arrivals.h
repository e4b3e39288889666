// SPDX-License-Identifier: Apache-2.0
// Poisson arrivals at a shared resource, in time order and as booked by cores that run ahead.
// Computes the mean wait of first come, first served over the same arrivals as a reference.
//
// Contract: pure; equal traffic gives equal arrivals. Only one quantum of arrivals is stored, so
// memory does not limit their number.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::queueing {

struct Traffic {
  double load = 0.5;  ///< Utilisation of the resource, 0 to 1.
  std::vector<base::Time>
      services;  ///< Service times; a message takes each of them with equal probability.
  std::int64_t messages = 0;
  std::uint64_t seed = 1;

  /// Returns the mean wait by queueing theory (Pollaczek-Khinchine; M/D/1 if all services are
  /// equal).
  double expected_wait_ns() const;
};

struct MeanWaits {
  double fcfs_ns = 0;    ///< Mean wait of first come, first served over these arrivals.
  double booked_ns = 0;  ///< Mean wait charged by BusyWindow.
};

inline constexpr int kInitiators = 64;

/// Books the traffic in a BusyWindow. If `run_ahead` is positive, kInitiators initiators take turns
/// and each books all its messages of a span of that length. If it is zero, messages are booked in
/// time order.
MeanWaits mean_waits(const Traffic& traffic, base::Time run_ahead);

}  // namespace starnuma::queueing
