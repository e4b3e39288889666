// SPDX-License-Identifier: Apache-2.0
// A link that is offered more than its capacity in both directions at once.
#pragma once

#include <array>

#include "models/transport/link_config.h"

namespace starnuma::queueing {

/// Returns the bytes per second that each direction carried. Elaborates SystemC: once per process.
std::array<double, 2> saturated_throughput(const transport::LinkConfig& config, int messages);

}  // namespace starnuma::queueing
