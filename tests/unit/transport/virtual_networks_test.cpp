// SPDX-License-Identifier: Apache-2.0
#include "models/transport/virtual_networks.h"

#include <gtest/gtest.h>

namespace starnuma::transport {
namespace {

using namespace base::literals;

Topology ring(int sockets) {
  Topology topology;
  for (int i = 0; i < sockets; ++i) {
    topology.add_node(Topology::NodeKind::kSocket, "socket" + std::to_string(i));
  }
  for (int i = 0; i < sockets; ++i) {
    topology.add_edge(Topology::EdgePlace::kChassis, "link", i, (i + 1) % sockets, 25_ns);
  }
  return topology;
}

/// Returns the number of routes in each network.
std::vector<int> routes(const Topology& topology, int most) {
  const VirtualNetworks networks(topology, most);
  std::vector<int> count(static_cast<std::size_t>(most), 0);
  const int nodes = static_cast<int>(topology.nodes().size());
  for (int a = 0; a < nodes; ++a) {
    for (int b = 0; b < nodes; ++b) {
      if (a != b) ++count[static_cast<std::size_t>(networks.of(a, b))];
    }
  }
  return count;
}

TEST(VirtualNetworks, WithoutRoutesThereIsOne) {
  EXPECT_EQ(VirtualNetworks().count(), 1);
  EXPECT_EQ(VirtualNetworks().of(3, 4), 0);
}

TEST(VirtualNetworks, RoutesWithoutACycleHaveTheFirst) {
  Topology line = ring(5);
  line.set_down(4, true);
  EXPECT_EQ(routes(line, 2), (std::vector<int>{20, 0}));
}

TEST(VirtualNetworks, ARingHasOneRouteOfEachDirectionInTheSecond) {
  EXPECT_EQ(routes(ring(5), 2), (std::vector<int>{18, 2}));
  EXPECT_EQ(routes(ring(5), 3), (std::vector<int>{18, 2, 0}));
  EXPECT_EQ(routes(ring(9), 3), (std::vector<int>{60, 12, 0}));
}

TEST(VirtualNetworks, RoutesThatFitInNoneHaveTheLast) {
  EXPECT_EQ(routes(ring(5), 1), std::vector<int>{20});
}

}  // namespace
}  // namespace starnuma::transport
