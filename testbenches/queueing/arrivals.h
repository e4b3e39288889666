// SPDX-License-Identifier: Apache-2.0
// Poisson arrivals at a shared resource, in time order and as cores that run ahead book them, and
// the mean wait of first come, first served over the same arrivals.
//
// Contract: pure; equal traffic gives equal arrivals. Nothing is kept beyond one quantum of
// arrivals, so their number is not limited by memory.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::queueing {

struct Traffic {
  double load = 0.5;                 ///< Share of the time that the resource is busy.
  std::vector<base::Time> services;  ///< Each message takes one of these, equally likely.
  std::int64_t messages = 0;
  std::uint64_t seed = 1;

  /// Mean wait by queueing theory (Pollaczek-Khinchine; M/D/1 when all services are equal).
  double expected_wait_ns() const;
};

struct MeanWaits {
  double fcfs_ns = 0;    ///< First come, first served over these arrivals.
  double booked_ns = 0;  ///< What BusyWindow charged.
};

inline constexpr int kInitiators = 64;

/// Books the traffic in a BusyWindow. With a `run_ahead` above zero, kInitiators initiators book
/// one after the other all that they send in each span of that length; with zero, in time order.
MeanWaits mean_waits(const Traffic& traffic, base::Time run_ahead);

}  // namespace starnuma::queueing
