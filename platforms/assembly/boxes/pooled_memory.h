// SPDX-License-Identifier: Apache-2.0
// Logical pool of a machine, and the modules that look up its maps.
#pragma once

#include <memory>

#include "models/os/region_mover.h"
#include "models/paging/pooled_memory.h"
#include "models/translation/coarse_lookup.h"
#include "models/translation/fine_lookup.h"
#include "platforms/assembly/boxes/shared.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

class SocketBox;

/// Creates the pool from the machine's regions; null without maps: page tables then locate lines of
/// regions.
std::unique_ptr<paging::PooledMemory> make_pooled_memory(const MachineConfig& config,
                                                         const paging::HostMap* hosts);

/// Map lookups between a socket's agents and its fabric; children of the module whose constructor
/// creates them.
struct MapBoxes {
  MapBoxes(const Shared& shared, base::SocketId id, home::SocketHome& home);

  translation::CoarseLookup coarse;
  translation::FineLookup fine;
};

/// Creates the region mover; null if there are no maps.
std::unique_ptr<os::RegionMover> make_region_mover(
    const Shared& shared, const std::vector<std::unique_ptr<SocketBox>>& sockets);

}  // namespace starnuma::assembly
