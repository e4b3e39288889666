// SPDX-License-Identifier: Apache-2.0
// Unloaded latencies computed from the configuration and the wiring: `describe` prints them, and a
// run on an idle machine must measure them.
#pragma once

#include <vector>

#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::analysis {

class Unloaded {
 public:
  explicit Unloaded(const assembly::MachineConfig& config);

  /// Returns the latency of a load that memory at `home` serves.
  base::Time access(base::SocketId requester, base::NodeId home) const;
  /// Returns the latency of a load of a line that `owner` holds exclusively: 3 hops if the home is
  /// a socket, 4 hops through the pool. `dirty` matters for the pool only.
  base::Time block_transfer(base::SocketId requester, base::SocketId owner, base::NodeId home,
                            bool dirty) const;

  /// Mean 3-hop transfer over sockets by four definitions; with several hosts, within one host.
  struct ThreeHopMeans {
    double chassis_level_ns;  ///< 3 legs, each 1/c in the chassis and (c-1)/c across (published)
    double all_triples_ns;    ///< requester, home and owner independent
    double requester_not_owner_ns;
    double all_distinct_ns;
  };
  ThreeHopMeans three_hop_means() const;

  /// Returns true if sockets 0 and 1 both reach a home.
  bool between_first_two(base::NodeId home) const {
    return wiring_.reaches(base::SocketId{0}, home) && wiring_.reaches(base::SocketId{1}, home);
  }

  const assembly::Wiring& wiring() const { return wiring_; }

 private:
  base::Time leg(int from, int to) const {
    return legs_[static_cast<std::size_t>(from) * static_cast<std::size_t>(nodes_) +
                 static_cast<std::size_t>(to)];
  }
  bool same_host(int a, int b) const {
    return wiring_.reaches(static_cast<base::SocketId>(a), static_cast<base::NodeId>(b));
  }
  double mean_leg(bool same_chassis) const;
  base::Time socket_part(int requester) const;

  const assembly::MachineConfig config_;
  assembly::Wiring wiring_;
  int nodes_;
  /// One-way latency between a socket and a home, modules included.
  std::vector<base::Time> legs_;
};

}  // namespace starnuma::analysis
