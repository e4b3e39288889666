// SPDX-License-Identifier: Apache-2.0
// Warnings about a machine that is legal and yet may not be what was meant. Pure; builds nothing.
#pragma once

#include <optional>
#include <vector>

#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::analysis {

/// Warnings by key path from the machine's own mapping on ("topology.upi"):
/// - channels of links that can wait for each other in a circle (deadlock without more virtual
///   channels than one per message class);
/// - a link more than twice as busy as the mean of its role under uniform traffic;
/// - an ASIC without sockets;
/// - times, rates and sizes that no machine has, and a quantum beyond what was compared;
/// - memory that does not hold the footprint, where it is known.
/// `config` has passed check().
std::vector<base::Problem> lint(const assembly::MachineConfig& config,
                                std::optional<base::Bytes> footprint = std::nullopt);

/// Directed links, as "socket0 > socket1", that can wait for each other in a circle when each
/// message class has one virtual channel; empty when none can. Each class is taken to drain by
/// itself, as UPI and CXL provide, so a request never waits for room that a request needs. `left`:
/// the same links when some are down, whose routes messages take besides.
std::vector<std::string> channel_cycle(const assembly::Wiring& wiring,
                                       const std::vector<transport::Topology>& left = {});

}  // namespace starnuma::analysis
