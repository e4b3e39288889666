// SPDX-License-Identifier: Apache-2.0
// What a machine's links carry when every socket reads one line of every home: hop counts, and how
// long each direction of each link is busy. Pure; no waiting is modelled.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "models/base/quantities.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::analysis {

struct EdgeLoad {
  base::Time forward;   ///< Busy time of each link from side a to side b.
  base::Time backward;  ///< And back.
  base::Time worse() const { return std::max(forward, backward); }
};

struct UniformLoad {
  std::vector<EdgeLoad> edges;  ///< By topology edge.
  double mean_links = 0;        ///< Links on the way of an access to another node, one way.
  int most_links = 0;
  int busiest = -1;            ///< Edge that saturates first; -1 on a machine without links.
  base::Bandwidth per_socket;  ///< Data rate of each socket at which it does; 0 without links.
};

UniformLoad uniform_load(const assembly::MachineConfig& config, const assembly::Wiring& wiring);

/// Links of one role: their kind and what they join, such as "UPI, socket to ASIC".
std::string role_of(const assembly::Wiring& wiring, int edge);

/// Most data that one half of the sockets can send to the other half per second, over the coherent
/// links of both halves. Halves are the first and the second half of the chassis, or of a single
/// chassis's sockets. 0 on a machine of one socket.
base::Bandwidth bisection(const assembly::MachineConfig& config, const assembly::Wiring& wiring);

}  // namespace starnuma::analysis
