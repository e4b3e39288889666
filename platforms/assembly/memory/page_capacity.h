// SPDX-License-Identifier: Apache-2.0
// Page capacity of nodes: a pool device is limited by its share of the program, others by their
// memory.
#pragma once

#include <memory>
#include <vector>

#include "models/paging/page_map.h"
#include "models/placement/policy.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

/// Creates the frame pool of the machine, with the interleaving of pool memory and the hosts'
/// access.
std::shared_ptr<paging::FramePool> make_memory(const MachineConfig& config);

/// Returns the placement of address spaces if one host has all sockets.
paging::SpaceLocation place_on_sockets(const MachineConfig& config);
/// Returns the map of a program's pages with these homes; the program is alone in the memory.
paging::PageMap make_page_map(const MachineConfig& config, const std::vector<base::NodeId>& homes,
                              base::SpaceId space = {});

/// Returns the capacity of each pool device in pages: its share of the program, at most its memory.
/// Devices of an interleave set contribute equally, and the first device represents them all. With
/// extents only the host's exclusive memory counts.
placement::PoolCapacities pool_capacities(const MachineConfig& config, std::uint64_t pages,
                                          int host = 0);

/// Returns the capacity of each empty node in pages.
std::vector<std::uint64_t> free_pages_of_nodes(const MachineConfig& config, std::uint64_t pages);

/// Returns the maximum number of allocated frames on each node while pages move: the node's
/// capacity, and at most `pages` (of all programs) more than the frames currently in use.
std::vector<std::uint64_t> frame_limits(const MachineConfig& config,
                                        const paging::FramePool& memory, std::uint64_t pages);

/// Throws InputError if a node's memory cannot hold its pages.
void check_capacity(const MachineConfig& config, const Wiring& wiring,
                    const paging::FramePool& memory);

}  // namespace starnuma::assembly
