// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring/wiring.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/kinds.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

using accounting::AccessClass;
using base::NodeId;
using base::SocketId;
using transport::Topology;
using EdgePlace = Topology::EdgePlace;

constexpr int kSockets = 16;
constexpr NodeId kPool{16};

Wiring wired(const std::string& machine, const std::vector<std::string>& sets = {}) {
  return wire(test::shipped<MachineConfig>(machine, {}, sets));
}

std::int64_t edges_of(const Topology& topology, EdgePlace place) {
  return std::count_if(topology.edges().begin(), topology.edges().end(),
                       [&](const Topology::Edge& edge) { return edge.place == place; });
}

/// Returns the kinds of the edges between two sockets, in order.
std::vector<EdgePlace> route(const Wiring& wiring, int from, int to) {
  std::vector<EdgePlace> kinds;
  for (const int edge : wiring.topology.path(wiring.sockets[from], wiring.sockets[to])) {
    kinds.push_back(wiring.topology.edges()[edge].place);
  }
  return kinds;
}

bool same_chassis(int a, int b) { return a / 4 == b / 4; }

class EveryMachine : public testing::TestWithParam<std::string> {};

TEST_P(EveryMachine, HasFortyUpiLinksAndTwentyEightNumalinks) {
  const Wiring wiring = wired(GetParam());
  EXPECT_EQ(edges_of(wiring.topology, EdgePlace::kChassis), 40);
  EXPECT_EQ(edges_of(wiring.topology, EdgePlace::kBetweenChassis), 28);
}

TEST_P(EveryMachine, HasSixteenSocketsAndTwoAsicsPerChassis) {
  const Wiring wiring = wired(GetParam());
  EXPECT_EQ(wiring.sockets.size(), 16u);
  EXPECT_EQ(wiring.asics.size(), 8u);
}

TEST_P(EveryMachine, TakesOneUpiLinkInsideAChassis) {
  const Wiring wiring = wired(GetParam());
  for (int a = 0; a < kSockets; ++a) {
    for (int b = 0; b < kSockets; ++b) {
      if (a == b || !same_chassis(a, b)) continue;
      EXPECT_EQ(route(wiring, a, b), std::vector<EdgePlace>{EdgePlace::kChassis});
    }
  }
}

TEST_P(EveryMachine, TakesUpiNumalinkUpiBetweenChassis) {
  const Wiring wiring = wired(GetParam());
  for (int a = 0; a < kSockets; ++a) {
    for (int b = 0; b < kSockets; ++b) {
      if (same_chassis(a, b)) continue;
      EXPECT_EQ(route(wiring, a, b),
                (std::vector<EdgePlace>{EdgePlace::kChassis, EdgePlace::kBetweenChassis,
                                        EdgePlace::kChassis}));
    }
  }
}

TEST_P(EveryMachine, HasTwoSocketsOnEachAsicAndEveryTwoAsicsLinked) {
  const Wiring wiring = wired(GetParam());
  for (const int asic : wiring.asics) {
    int sockets = 0;
    int asics = 0;
    for (const int edge : wiring.topology.edges_at(asic)) {
      const EdgePlace kind = wiring.topology.edges()[edge].place;
      sockets += kind == EdgePlace::kChassis;
      asics += kind == EdgePlace::kBetweenChassis;
    }
    EXPECT_EQ(sockets, 2);
    EXPECT_EQ(asics, 7);
  }
}

TEST_P(EveryMachine, UsesNoNumalinkInsideAChassis) {
  const Wiring wiring = wired(GetParam());
  std::vector<int> uses(wiring.topology.edges().size(), 0);
  for (const int a : wiring.sockets) {
    for (const int b : wiring.sockets) {
      for (const int edge : wiring.topology.path(a, b)) ++uses[static_cast<std::size_t>(edge)];
    }
  }
  std::int64_t used = 0;
  for (std::size_t e = 0; e < uses.size(); ++e) {
    used += wiring.topology.edges()[e].place == EdgePlace::kBetweenChassis && uses[e] > 0;
  }
  EXPECT_EQ(used, 24);
}

TEST_P(EveryMachine, ClassesEveryPairByItsChassis) {
  const Wiring wiring = wired(GetParam());
  for (int r = 0; r < kSockets; ++r) {
    for (int h = 0; h < kSockets; ++h) {
      const AccessClass expected = r == h               ? test::kLocal
                                   : same_chassis(r, h) ? test::kOneHop
                                                        : test::kTwoHop;
      EXPECT_EQ(wiring.class_of(static_cast<SocketId>(r), static_cast<NodeId>(h)), expected);
    }
  }
}

TEST_P(EveryMachine, HasTheSameRoutesEachTimeItIsWired) {
  const Wiring one = wired(GetParam());
  const Wiring two = wired(GetParam());
  for (int a = 0; a < static_cast<int>(one.topology.nodes().size()); ++a) {
    for (const int b : one.sockets) EXPECT_EQ(one.topology.path(a, b), two.topology.path(a, b));
  }
}

INSTANTIATE_TEST_SUITE_P(Wiring, EveryMachine,
                         testing::ValuesIn(test::shipped_names({"baseline16", "starnuma16"})),
                         [](const auto& test) { return test.param; });

TEST(PoolWiring, EverySocketHasALinkOfItsOwnToThePool) {
  const Wiring wiring = wired("starnuma16");
  EXPECT_EQ(edges_of(wiring.topology, EdgePlace::kPool), 16);
  ASSERT_EQ(wiring.devices.size(), 1u);
  for (const int socket : wiring.sockets) {
    const auto path = wiring.topology.path(socket, wiring.devices[0]);
    ASSERT_EQ(path.size(), 1u);
    EXPECT_EQ(wiring.topology.edges()[path[0]].place, EdgePlace::kPool);
  }
  EXPECT_EQ(wiring.class_of(SocketId{0}, kPool), test::kPool);
}

TEST(PoolWiring, NoRouteBetweenSocketsLeadsThroughThePoolHoweverFastItIs) {
  const Wiring wiring = wired("starnuma16", {"pool.link.latency=0 ns", "pool.cpu_port.latency=0 ns",
                                             "pool.device_port.latency=0 ns", "pool.retimers=0"});
  for (const int a : wiring.sockets) {
    for (const int b : wiring.sockets) {
      EXPECT_FALSE(wiring.topology.crosses(a, b, EdgePlace::kPool));
    }
  }
}

TEST(PoolWiring, TheBaselineHasNone) {
  const Wiring wiring = wired("baseline16");
  EXPECT_TRUE(wiring.devices.empty());
  EXPECT_EQ(edges_of(wiring.topology, EdgePlace::kPool), 0);
}

TEST(Wiring, AgentsSitAtTheNodesTheyBelongTo) {
  const Wiring wiring = wired("starnuma16");
  for (int s = 0; s < kSockets; ++s) {
    EXPECT_EQ(wiring.node_of_agent(s), wiring.sockets[s]);             // caching agent
    EXPECT_EQ(wiring.node_of_agent(kSockets + s), wiring.sockets[s]);  // home
    EXPECT_EQ(wiring.node_of(static_cast<NodeId>(s)), wiring.sockets[s]);
  }
  EXPECT_EQ(wiring.node_of_agent(2 * kSockets), wiring.devices[0]);
  EXPECT_EQ(wiring.node_of(kPool), wiring.devices[0]);
}

TEST(Wiring, ASingleChassisNeedsNoAsics) {
  const Wiring wiring = wired("starnuma16", {"socket.count=4", "topology.asics_per_chassis=0"});
  EXPECT_EQ(wiring.topology.edges().size(), 6u + 4u);
}

TEST(Wiring, TheLastChassisMayBePartlyFilled) {
  const Wiring wiring = wired("baseline16", {"socket.count=6"});
  EXPECT_EQ(wiring.asics.size(), 4u);
  EXPECT_EQ(edges_of(wiring.topology, EdgePlace::kChassis), 6 + 4 + 1 + 2);
  EXPECT_EQ(wiring.class_of(SocketId{4}, NodeId{5}), test::kOneHop);
  EXPECT_EQ(wiring.class_of(SocketId{3}, NodeId{4}), test::kTwoHop);
}

}  // namespace
}  // namespace starnuma::assembly
