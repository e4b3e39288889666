// SPDX-License-Identifier: Apache-2.0
// Paths between sockets and pool devices: ports, retimers, links, bundles and switches. Each module
// is in the group of the links that it serves, so that object names read machine.cxl.socket3_pool.
//
// Order of a path: socket fabric, CPU port, retimers, link, device port, head. With switches:
// socket fabric, CPU port, retimers, link, switch, link (and further ones), device port, head.
// Parallel links have a bundle at each end that is not a device.
#pragma once

#include "platforms/assembly/boxes/pool_box.h"
#include "platforms/assembly/wiring/link_group.h"

namespace starnuma::assembly {

/// Creates the switch of a graph node.
transport::Router* make_switch(const Shared& shared, int node, const transport::DelayConfig& box,
                               LinkGroups& groups);
/// Creates one edge between socket, switch and device. `near` and
/// `far` are the router ports at its ends; `far` is empty if that end is the device. Returns the
/// parallel links that form the edge.
std::vector<transport::Link*> make_path(const Shared& shared, int edge, Plug near, const Plug& far,
                                        PoolBox& pool, LinkGroups& groups);

}  // namespace starnuma::assembly
