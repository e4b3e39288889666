// SPDX-License-Identifier: Apache-2.0
// The hosts that a program runs on, and what of the machine's memory it may take there.
#pragma once

#include <string>
#include <vector>

#include "models/base/arena.h"
#include "platforms/assembly/host_memory.h"
#include "platforms/run/placed_program.h"

namespace starnuma::run {

/// Of these cores, in rising order.
std::vector<int> hosts_of(const assembly::MachineConfig& config,
                          const std::vector<base::CoreId>& cores);

/// What a program on these cores takes of the machine's memory, alone in it. Throws InputError
/// where its hosts do not have or share what it needs; the line begins with `who`.
assembly::HostZones::Place place_in_hosts(const assembly::MachineConfig& config,
                                          const std::vector<base::CoreId>& cores,
                                          const std::string& extent, const std::string& who);

/// The same in memory that has these zones; null: one host reaches everything. A program of several
/// hosts must need no operating system while it runs.
assembly::HostZones::Place place_in(const assembly::MachineConfig& config,
                                    const assembly::HostZones* zones, const PlacedProgram& placed);

/// Who touches its pages first; of a program that spans hosts, all that it binds to no socket are
/// bound to their extent.
std::vector<base::PageOrigin> origins_in(const PlacedProgram& placed,
                                         const assembly::HostZones::Place& where,
                                         const protocol::AgentMap& agents);

/// Throws InputError where a page is to lie where none of its hosts reaches it.
void check_reach(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                 const PlacedProgram& placed, const assembly::HostZones::Place& where,
                 const std::vector<base::NodeId>& homes);

}  // namespace starnuma::run
