// SPDX-License-Identifier: Apache-2.0
// The kinds of links that a machine names: where links lie says of which kind they are, unless they
// name one of their own.
#pragma once

#include "models/accounting/latency_kinds.h"
#include "models/base/problems.h"
#include "models/transport/topology.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// The row of links with this configuration in this place.
accounting::LinkRow link_row(const transport::LinkConfig& link,
                             transport::Topology::EdgePlace place);

/// In the order of places: inside chassis, between them, on the way to pools, to memory nodes. A
/// machine without a pool has the row of pools too, so that it can be compared with one that has.
/// `config` has passed check_link_kinds().
accounting::LatencyKinds latency_kinds(const MachineConfig& config);

/// Every name means one kind, of which there are no more than a ledger has room for.
void check_link_kinds(const MachineConfig& config, base::Problems& problems);

}  // namespace starnuma::assembly
