// SPDX-License-Identifier: Apache-2.0
// The logical pool of a machine, made from its regions, and the boxes that look its maps up.
#pragma once

#include <memory>

#include "models/os/region_mover.h"
#include "models/paging/pooled_memory.h"
#include "models/translation/coarse_look_up.h"
#include "models/translation/fine_look_up.h"
#include "platforms/assembly/shared.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::assembly {

class SocketBox;

/// Null where the machine has no maps: lines of regions lie where page tables say.
std::unique_ptr<paging::PooledMemory> make_pooled_memory(const MachineConfig& config,
                                                         const paging::HostMap* hosts);

/// Between a socket's agents and its fabric; children of the module whose constructor makes it.
struct MapBoxes {
  MapBoxes(const Shared& shared, base::SocketId id, home::SocketHome& home);

  translation::CoarseLookUp coarse;
  translation::FineLookUp fine;
};

/// Null where there are no maps.
std::unique_ptr<os::RegionMover> make_region_mover(
    const Shared& shared, const std::vector<std::unique_ptr<SocketBox>>& sockets);

}  // namespace starnuma::assembly
