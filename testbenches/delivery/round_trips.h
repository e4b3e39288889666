// SPDX-License-Identifier: Apache-2.0
// Requests and responses over shared resources in two deliveries. Queued: each message moves hop by
// hop at its scheduled time. Ahead: whole round trips are scheduled in advance, by initiators that
// run ahead of each other by a quantum, as in the platform.
//
// Contract:
// - Pure: equal traffic gives equal results.
// - Each initiator keeps a fixed number of outstanding requests, like a core with miss registers. A
//   late response therefore delays its next request.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::delivery {

/// One hop: wait for the resource, then advance by `latency`.
struct Step {
  int resource = 0;
  base::Time service;
  base::Time latency;
};

struct Network {
  int resources = 0;
  /// All steps of request and response in order, by initiator and home.
  std::vector<std::vector<std::vector<Step>>> round_trips;
};

struct Traffic {
  int outstanding = 1;        ///< Outstanding requests of an initiator.
  base::Time gap;             ///< Minimum time between two requests of an initiator.
  std::int64_t requests = 0;  ///< Requests of each initiator, to random homes.
  std::uint64_t seed = 1;
};

struct Outcome {
  double latency_ns = 0;  ///< Mean round trip.
  double time_us = 0;     ///< Time of the last response.
};

/// Delivers in order of true arrival at every resource.
Outcome deliver_queued(const Network& network, const Traffic& traffic);

/// Delivers with a BusyWindow per resource. A round trip is booked at its start; an initiator that
/// is a quantum ahead waits for the others.
Outcome deliver_ahead(const Network& network, const Traffic& traffic, base::Time quantum);

}  // namespace starnuma::delivery
