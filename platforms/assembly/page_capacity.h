// SPDX-License-Identifier: Apache-2.0
// How many pages fit where: pool devices by their share of the program, nodes by their memory.
#pragma once

#include <memory>
#include <vector>

#include "models/paging/page_map.h"
#include "models/placement/pool_rooms.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::assembly {

/// All frames of the machine, how pool memory is dealt over devices, and which host reaches what.
std::shared_ptr<paging::FramePool> make_memory(const MachineConfig& config);

/// Where spaces lie if one host has all sockets.
paging::SpacePlace place_on_sockets(const MachineConfig& config);
/// The program's pages on these homes, alone in the machine's memory.
paging::PageMap make_page_map(const MachineConfig& config, const std::vector<base::NodeId>& homes,
                              base::SpaceId space = {});

/// Pages that each pool device may hold: its share of the program, at most its memory. Devices that
/// share the lines of pages hold equally much, and all of it counts as the first one's. Where there
/// are extents, of its memory only what the host has exclusively counts.
placement::PoolRooms pool_rooms(const MachineConfig& config, std::uint64_t pages, int host = 0);

/// Pages that each node has room for when nothing is there: a pool device its room, any other node
/// its memory.
std::vector<std::uint64_t> page_rooms(const MachineConfig& config, std::uint64_t pages);

/// Frames that each node may ever have in use while pages move: a pool device its room, any other
/// node its memory, and none more than all `pages` of all programs beside what it has.
std::vector<std::uint64_t> frame_limits(const MachineConfig& config,
                                        const paging::FramePool& memory, std::uint64_t pages);

/// Throws InputError when a node's memory cannot hold its pages.
void check_capacity(const MachineConfig& config, const Wiring& wiring,
                    const paging::FramePool& memory);

}  // namespace starnuma::assembly
