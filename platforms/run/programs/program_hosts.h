// SPDX-License-Identifier: Apache-2.0
// Hosts of a program, and the memory that it may use there.
#pragma once

#include <string>
#include <vector>

#include "models/base/arena.h"
#include "platforms/assembly/memory/host_memory.h"
#include "platforms/run/programs/placed_program.h"

namespace starnuma::run {

/// Returns all cores of the machine in ascending order.
std::vector<base::CoreId> all_cores(const assembly::MachineConfig& config);

/// Returns the hosts of these cores in ascending order.
std::vector<int> hosts_of(const assembly::MachineConfig& config,
                          const std::vector<base::CoreId>& cores);

/// Returns the memory zones of a program on these cores that runs alone. Throws InputError if its
/// hosts lack or do not share required memory; the message begins with `who`.
assembly::HostZones::ProgramPlacement place_in_hosts(const assembly::MachineConfig& config,
                                                     const std::vector<base::CoreId>& cores,
                                                     const std::string& extent,
                                                     const std::string& who);

/// Returns the memory zones within `zones`; null: one host reaches all memory. A program of several
/// hosts must need no operating system during the run.
assembly::HostZones::ProgramPlacement place_in(const assembly::MachineConfig& config,
                                               const assembly::HostZones* zones,
                                               const PlacedProgram& placed);

/// Returns the first toucher of each page. A program that spans hosts has its pages bound to the
/// shared extent, except pages bound to a socket.
std::vector<base::PageOrigin> origins_in(const PlacedProgram& placed,
                                         const assembly::HostZones::ProgramPlacement& where,
                                         const base::AgentMap& agents);

/// Throws InputError if a page's home is not reachable by any of the program's hosts.
void check_reach(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                 const PlacedProgram& placed, const assembly::HostZones::ProgramPlacement& where,
                 const std::vector<base::NodeId>& homes);

}  // namespace starnuma::run
