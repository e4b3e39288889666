// SPDX-License-Identifier: Apache-2.0
// Heads that all want more than one shared resource carries, in queued delivery: what each gets.
#pragma once

#include <vector>

#include "models/timing/arbiter.h"

namespace starnuma::queueing {

/// Share of the resource's time that each head got, of heads with these weights; every second one
/// sends messages with data, the others without. Elaborates SystemC: once per process.
std::vector<double> shares(timing::Arbitration arbitration, const std::vector<int>& weights,
                           bool equal_sizes, int messages);

}  // namespace starnuma::queueing
