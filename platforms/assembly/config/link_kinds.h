// SPDX-License-Identifier: Apache-2.0
// Kinds of links of a machine: the location of a link determines its kind, unless its configuration
// names another one.
#pragma once

#include "models/accounting/latency_kinds.h"
#include "models/base/problems.h"
#include "models/transport/topology.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the row of links with this configuration at this location.
accounting::LinkRow link_row(const transport::LinkConfig& link,
                             transport::Topology::EdgePlace place);

/// Returns the kinds in the order of locations: inside chassis, between chassis, to pools, to
/// memory nodes. A machine without a pool also has the row of pools, so that results are
/// comparable. Precondition: `config` has passed check_link_kinds().
accounting::LatencyKinds latency_kinds(const MachineConfig& config);

/// Checks that every name denotes one kind and that the number of kinds fits into a ledger.
void check_link_kinds(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
