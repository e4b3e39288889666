// SPDX-License-Identifier: Apache-2.0
// Cyclic waits of messages for links (deadlock) in queued delivery.
#pragma once

#include <string>
#include <vector>

#include "models/base/problems.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

/// Returns a cycle of directed links, as "socket0 > socket1", that can wait for each other in a
/// virtual network of a message class; empty if there is none. Each class is assumed to drain
/// independently, as in UPI and CXL, so requests wait only for requests. `left` holds the
/// topologies after link failures, whose routes are added.
std::vector<std::string> channel_cycle(const Wiring& wiring,
                                       const std::vector<transport::Topology>& left = {});

/// Adds a problem with the path of a cycle if the machine has one and delivery is queued.
void check_channel_cycle(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
