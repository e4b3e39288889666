// SPDX-License-Identifier: Apache-2.0
// The paths between sockets and pool devices: ports, retimers, links, bundles and switches, each in
// the group of the links that it serves, so that object names read machine.cxl.socket3_pool.
//
// A path runs: socket fabric, CPU port, retimers, link, device port, head; or with switches: socket
// fabric, CPU port, retimers, link, switch, link, device port, head. Several links side by side
// have a bundle at each end that is no device.
#pragma once

#include "platforms/assembly/link_group.h"
#include "platforms/assembly/pool_box.h"

namespace starnuma::assembly {

/// The switch at each graph node of `wiring.switches[device]`, in that order.
std::vector<transport::Router*> make_switches(const Shared& shared, int device, LinkGroups& groups);
/// One edge between a socket and the device, a socket and a switch, or a switch and the device.
/// `near` and `far` are the router ports at its ends; `far` has no plug where it is the device.
void make_path(const Shared& shared, int edge, Plug near, const Plug& far, PoolBox& pool,
               LinkGroups& groups);

}  // namespace starnuma::assembly
