// SPDX-License-Identifier: Apache-2.0
// Links that a machine lists one by one: their kinds and locations.
#pragma once

#include <string>

#include "models/transport/topology.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the link configuration of a kind: that of UPI, of NUMALink or of a type. Returns null
/// for an unknown name.
const transport::LinkConfig* link_of_kind(const MachineConfig& config, const std::string& kind);

/// Returns the location of a listed link by the names of its ends.
transport::Topology::EdgePlace place_of(const MachineConfig& config, const ListedLinkConfig& link);

}  // namespace starnuma::assembly
