// SPDX-License-Identifier: Apache-2.0
// Load of a machine's links if every socket reads one line of every home: hop counts and busy time
// of each link direction. Pure functions; waiting is not modelled.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/base/quantities.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::analysis {

struct EdgeLoad {
  base::Time forward;   ///< Busy time of each link from side a to side b.
  base::Time backward;  ///< Busy time of each link from side b to side a.
  base::Time worse() const { return std::max(forward, backward); }
};

struct UniformLoad {
  std::vector<EdgeLoad> edges;  ///< Loads by topology edge.
  double mean_links = 0;        ///< Mean number of links from a requester to another node, one way.
  int most_links = 0;
  int busiest = -1;  ///< Edge that saturates first; -1 on a machine without links.
  /// Data rate of each socket at which that edge saturates; 0 without links.
  base::Bandwidth per_socket;
};

UniformLoad uniform_load(const assembly::MachineConfig& config, const assembly::Wiring& wiring);

/// Returns the role of a link: its kind and its ends, such as "UPI, socket to ASIC".
std::string role_of(const assembly::Wiring& wiring, int edge);

/// Returns the maximum bandwidth from one half of the sockets to the other over coherent links. The
/// halves are the first and second half of the chassis, or of the sockets of a single chassis. If
/// links between up to 16 sockets are listed, they are the halves with the least bandwidth. Returns
/// 0 on a machine with one socket.
base::Bandwidth bisection(const assembly::MachineConfig& config, const assembly::Wiring& wiring);

/// Returns the maximum bandwidth between all sockets and all pool devices over CXL links, per
/// direction.
base::Bandwidth hosts_to_devices(const assembly::MachineConfig& config,
                                 const assembly::Wiring& wiring);

}  // namespace starnuma::analysis
