// SPDX-License-Identifier: Apache-2.0
#include "models/transport/topology.h"

#include <gtest/gtest.h>

#include "models/base/check.h"

namespace starnuma::transport {
namespace {

using namespace base::literals;
using Edges = std::vector<int>;
using EdgePlace = Topology::EdgePlace;
using NodeKind = Topology::NodeKind;

/// A graph with nodes of one kind and unnamed edges.
struct Graph : Topology {
  explicit Graph(int sockets) {
    for (int i = 0; i < sockets; ++i) add_node(NodeKind::kSocket, "socket" + std::to_string(i));
  }
  int link(int a, int b, base::Time latency, EdgePlace kind = EdgePlace::kChassis) {
    return add_edge(kind, "link", a, b, latency);
  }
};

TEST(Topology, ANodeReachesItselfOverNothing) {
  Graph graph(2);
  graph.link(0, 1, 25_ns);
  EXPECT_EQ(graph.path(0, 0), Edges{});
  EXPECT_EQ(graph.path_latency(0, 0), 0_ns);
}

TEST(Topology, TheFastestRouteWinsOverTheOneWithFewerHops) {
  Graph graph(3);
  graph.link(0, 2, 60_ns);
  const int first = graph.link(0, 1, 25_ns);
  const int second = graph.link(1, 2, 25_ns);
  EXPECT_EQ(graph.path(0, 2), (Edges{first, second}));
  EXPECT_EQ(graph.path(2, 0), (Edges{second, first}));
  EXPECT_EQ(graph.path_latency(0, 2), 50_ns);
}

TEST(Topology, ANodeOnTheWayAddsItsOwnLatencyAndTheEndsDoNot) {
  Graph graph(2);
  const int asic = graph.add_node(NodeKind::kAsic, "asic", 20_ns);
  graph.link(0, asic, 25_ns);
  graph.link(asic, 1, 25_ns);
  EXPECT_EQ(graph.path_latency(0, 1), 70_ns);
  EXPECT_EQ(graph.path_latency(0, asic), 25_ns);
  EXPECT_EQ(graph.path_latency(asic, 0), 25_ns);
}

TEST(Topology, ANodeOnTheWayCountsWhenRoutesAreChosen) {
  Graph graph(2);
  const int asic = graph.add_node(NodeKind::kAsic, "asic", 20_ns);
  graph.link(0, asic, 10_ns);
  graph.link(asic, 1, 10_ns);
  const int direct = graph.link(0, 1, 39_ns);
  EXPECT_EQ(graph.path(0, 1), Edges{direct});
}

TEST(Topology, OfEquallyFastRoutesTheOneWithFewerHopsIsTaken) {
  Graph graph(3);
  graph.link(0, 1, 25_ns);
  graph.link(1, 2, 25_ns);
  const int direct = graph.link(0, 2, 50_ns);
  EXPECT_EQ(graph.path(0, 2), Edges{direct});
}

TEST(Topology, OfRoutesEqualInBothTheEarliestEdgesAreTaken) {
  Graph graph(4);  // a square with two routes
  const int over_1 = graph.link(0, 1, 25_ns);
  graph.link(0, 2, 25_ns);
  graph.link(2, 3, 25_ns);
  const int to_3 = graph.link(1, 3, 25_ns);
  EXPECT_EQ(graph.path(0, 3), (Edges{over_1, to_3}));
}

TEST(Topology, EqualGraphsHaveEqualRoutes) {
  auto ring = [] {
    Graph graph(8);
    for (int i = 0; i < 8; ++i) graph.link(i, (i + 1) % 8, 25_ns);
    return graph;
  };
  for (int from = 0; from < 8; ++from) {
    for (int to = 0; to < 8; ++to) EXPECT_EQ(ring().path(from, to), ring().path(from, to));
  }
}

TEST(Topology, SocketsMayBePassedThrough) {
  Graph graph(4);
  for (int i = 0; i < 3; ++i) graph.link(i, i + 1, 25_ns);
  EXPECT_EQ(graph.path_latency(0, 3), 75_ns);
}

TEST(Topology, PoolDevicesAreNotPassedThrough) {
  Graph graph(2);
  const int pool = graph.add_node(NodeKind::kDevice, "pool");
  const int direct = graph.link(0, 1, 500_ns);
  const int to_pool = graph.link(0, pool, 10_ns, EdgePlace::kPool);
  graph.link(1, pool, 10_ns, EdgePlace::kPool);
  EXPECT_EQ(graph.path(0, 1), Edges{direct});
  EXPECT_EQ(graph.path(0, pool), Edges{to_pool});
  EXPECT_EQ(graph.path(pool, 0), Edges{to_pool});
}

TEST(Topology, MemoryNodesAreNotPassedThrough) {
  Graph graph(2);
  const int memory = graph.add_node(NodeKind::kMemory, "memory_node0");
  const int direct = graph.link(0, 1, 500_ns);
  graph.link(0, memory, 10_ns, EdgePlace::kMemoryNode);
  graph.link(1, memory, 10_ns, EdgePlace::kMemoryNode);
  EXPECT_EQ(graph.path(0, 1), Edges{direct});
}

TEST(Topology, SwitchesPassBetweenSocketsAndDevicesOnly) {
  Graph graph(2);
  const int cxl_switch = graph.add_node(NodeKind::kSwitch, "switch0", 45_ns);
  const int pool = graph.add_node(NodeKind::kDevice, "pool");
  const int direct = graph.link(0, 1, 500_ns);
  const int near = graph.link(0, cxl_switch, 10_ns, EdgePlace::kPool);
  const int far = graph.link(1, cxl_switch, 10_ns, EdgePlace::kPool);
  const int up = graph.link(cxl_switch, pool, 5_ns, EdgePlace::kPool);
  EXPECT_EQ(graph.path(0, 1), Edges{direct});
  EXPECT_EQ(graph.path(0, pool), (Edges{near, up}));
  EXPECT_EQ(graph.path(pool, 1), (Edges{up, far}));
  EXPECT_EQ(graph.path_latency(0, pool), 60_ns);
}

TEST(Topology, RoutesFollowLinksThatAreAddedLater) {
  Graph graph(2);
  const int slow = graph.link(0, 1, 100_ns);
  EXPECT_EQ(graph.path(0, 1), Edges{slow});
  const int fast = graph.link(0, 1, 10_ns);
  EXPECT_EQ(graph.path(0, 1), Edges{fast});
}

TEST(Topology, WithoutARouteTheUserIsToldBothEnds) {
  Graph graph(2);
  const int pool = graph.add_node(NodeKind::kDevice, "pool");
  graph.link(0, pool, 10_ns);
  graph.link(1, pool, 10_ns);
  try {
    graph.path(0, 1);
    FAIL() << "a route through the pool";
  } catch (const base::InputError& error) {
    EXPECT_STREQ(error.what(), "no route from socket0 to socket1");
  }
  EXPECT_THROW(graph.path_latency(1, 0), base::InputError);
}

TEST(Topology, HopsSayWhereThereIsNoWay) {
  Graph graph(3);
  const int edge = graph.link(0, 1, 25_ns);
  const auto hops = graph.routes_to(0);
  EXPECT_EQ(hops[0].edge, -1);
  EXPECT_EQ(hops[1].edge, edge);
  EXPECT_EQ(hops[1].node, 0);
  EXPECT_EQ(hops[2].edge, -1);
}

TEST(Topology, PortsAreNumberedInTheOrderOfTheEdges) {
  Graph graph(3);
  const int a = graph.link(1, 2, 25_ns);
  const int b = graph.link(0, 2, 25_ns);
  graph.link(0, 1, 25_ns);
  EXPECT_EQ(graph.edges_at(2), (Edges{a, b}));
}

TEST(Topology, CrossingAKindOfLinkIsSeenAnywhereOnTheRoute) {
  Graph graph(4);
  graph.link(0, 1, 25_ns);
  graph.link(1, 2, 50_ns, EdgePlace::kBetweenChassis);
  graph.link(2, 3, 25_ns);
  EXPECT_TRUE(graph.crosses(0, 3, EdgePlace::kBetweenChassis));
  EXPECT_FALSE(graph.crosses(0, 1, EdgePlace::kBetweenChassis));
  EXPECT_FALSE(graph.crosses(0, 3, EdgePlace::kPool));
}

}  // namespace
}  // namespace starnuma::transport
