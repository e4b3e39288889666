// SPDX-License-Identifier: Apache-2.0
// Warnings about a machine that is valid but possibly not intended. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::analysis {

/// Returns warnings by key path relative to the machine's mapping ("topology.upi"):
/// - channels of links with a cyclic dependency (deadlock in the virtual networks of a
///   message class);
/// - a link more than twice as busy as the mean of its role under uniform traffic;
/// - an ASIC without sockets;
/// - a CXL switch whose links to the device and to sockets have rates of different scales;
/// - times, rates and sizes that no machine has, and a quantum outside the validated range;
/// - look-ups or tables of a pool device that limit reads to less than 75 % of what its memory,
/// links
///   and hosts reach;
/// - memory that does not hold the footprint, if that is known.
///
/// Precondition: `config` has passed check().
std::vector<base::Problem> lint(const assembly::MachineConfig& config,
                                std::optional<base::Bytes> footprint = std::nullopt);

/// Returns why the links on both sides of a CXL switch do not fit each other, as those of a part
/// without the scale of the machine; empty if they do. Key: pool.switch.device_link.
std::string switch_mismatch(const assembly::MachineConfig& config);

}  // namespace starnuma::analysis
