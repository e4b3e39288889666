// SPDX-License-Identifier: Apache-2.0
// Virtual networks of the routes of a fabric, each with credits of its own on every link.
//
// A message that waits for a link holds the credit of the link before it. If the links of the
// routes in one network depend on each other in a cycle, messages can wait for each other
// indefinitely. Routes are therefore distributed over networks (layered shortest-path routing).
//
// Contract:
// - The ends of a route are sockets, pool devices or memory nodes; one of them is a socket.
// - In the order of the ends, each route has the first network in which it closes no cycle with the
//   routes before it. If it closes one in all of them, it has the last network.
// - A default-constructed object has one network for all routes.
#pragma once

#include <cstdint>
#include <vector>

#include "models/transport/topology.h"

namespace starnuma::transport {

class VirtualNetworks {
 public:
  VirtualNetworks() = default;
  /// Distributes the current routes of the topology over at most `most` networks.
  VirtualNetworks(const Topology& topology, int most);

  int count() const { return count_; }
  /// Returns the network of messages from one node to another.
  int of(int source, int destination) const {
    if (network_.empty()) return 0;
    return network_[static_cast<std::size_t>(source) * nodes_ +
                    static_cast<std::size_t>(destination)];
  }

 private:
  int count_ = 1;
  std::size_t nodes_ = 0;
  std::vector<std::uint8_t> network_;  ///< Network by source and destination.
};

}  // namespace starnuma::transport
