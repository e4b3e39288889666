// SPDX-License-Identifier: Apache-2.0
// Requests and answers over shared resources, delivered in two ways: each message hop by hop at its
// own time (queued), and as the platform does it, whole round trips booked ahead of time by
// initiators that run ahead of each other by a quantum.
//
// Contract: pure; equal traffic gives equal results. Each initiator keeps a fixed number of
// requests under way, as cores with miss registers do, so a late answer delays what follows.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::delivery {

/// One hop: wait for the resource, then move on after `latency`.
struct Step {
  int resource = 0;
  base::Time service;
  base::Time latency;
};

struct Network {
  int resources = 0;
  /// By initiator and home: all steps of request and answer, in order.
  std::vector<std::vector<std::vector<Step>>> round_trips;
};

struct Traffic {
  int outstanding = 1;        ///< Requests that an initiator has under way.
  base::Time gap;             ///< Between two requests of an initiator, at least.
  std::int64_t requests = 0;  ///< Of each initiator, to homes at random.
  std::uint64_t seed = 1;
};

struct Outcome {
  double latency_ns = 0;  ///< Mean round trip.
  double time_us = 0;     ///< When the last request was answered.
};

/// Every resource serves in the order of true arrival.
Outcome deliver_queued(const Network& network, const Traffic& traffic);

/// Every resource is a BusyWindow, a round trip is booked when it starts, and an initiator lets the
/// others catch up when it is a quantum ahead.
Outcome deliver_ahead(const Network& network, const Traffic& traffic, base::Time quantum);

}  // namespace starnuma::delivery
