// SPDX-License-Identifier: Apache-2.0
// Shares of heads that all demand more than one shared resource carries, in queued delivery.
#pragma once

#include <vector>

#include "models/timing/arbiter.h"

namespace starnuma::queueing {

/// Returns the share of the resource's time of each head with these weights. Every second head
/// sends messages with data, the others without. Elaborates SystemC: once per process.
std::vector<double> shares(timing::Arbitration arbitration, const std::vector<int>& weights,
                           bool equal_sizes, int messages);

}  // namespace starnuma::queueing
