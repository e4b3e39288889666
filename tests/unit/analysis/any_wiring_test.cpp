// SPDX-License-Identifier: Apache-2.0
// Wirings that differ from the published machine, defined by YAML fields alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/unloaded.h"
#include "tests/support/kinds.h"
#include "tests/support/shipped.h"

namespace starnuma::analysis {
namespace {

using namespace base::literals;
using accounting::AccessClass;
using base::NodeId;
using base::SocketId;
using transport::Topology;
using EdgePlace = Topology::EdgePlace;

using Sets = std::vector<std::string>;

assembly::MachineConfig config(const std::string& machine, const Sets& sets = {}) {
  return test::shipped<assembly::MachineConfig>(machine, {}, sets);
}
assembly::Wiring wired(const std::string& machine, const Sets& sets = {}) {
  return assembly::wire(config(machine, sets));
}
Unloaded unloaded(const std::string& machine, const Sets& sets = {}) {
  return Unloaded(config(machine, sets));
}
std::int64_t count(const assembly::Wiring& wiring, EdgePlace place) {
  const auto& edges = wiring.topology.edges();
  return std::count_if(edges.begin(), edges.end(),
                       [&](const Topology::Edge& edge) { return edge.place == place; });
}
std::size_t hops(const assembly::Wiring& wiring, int from, int to) {
  return wiring.topology.path(wiring.sockets[from], wiring.sockets[to]).size();
}

TEST(RingChassis, NeighboursShareALinkAndOthersAreReachedOverASocketBetween) {
  const assembly::Wiring wiring = wired("baseline16", {"topology.upi=ring"});
  EXPECT_EQ(count(wiring, EdgePlace::kChassis), 4 * 4 + 16);
  EXPECT_EQ(hops(wiring, 0, 1), 1u);
  EXPECT_EQ(hops(wiring, 0, 2), 2u);
  EXPECT_EQ(hops(wiring, 0, 3), 1u);
  EXPECT_EQ(hops(wiring, 1, 3), 2u);
}

TEST(RingChassis, TwoLinksInsideAChassisAreStillOneHop) {
  const Unloaded machine = unloaded("baseline16", {"topology.upi=ring"});
  EXPECT_EQ(machine.wiring().class_of(SocketId{0}, NodeId{2}), test::kOneHop);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{1}), 130_ns);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{2}), 180_ns);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{5}), 360_ns);
}

TEST(RingChassis, OfTwoOrOneSocketHasNoSecondLink) {
  const Sets ring{"topology.upi=ring", "topology.asics_per_chassis=0"};
  EXPECT_EQ(count(wired("two_socket", ring), EdgePlace::kChassis), 1);
  EXPECT_EQ(count(wired("single_socket", ring), EdgePlace::kChassis), 0);
}

TEST(Asics, OneOrThreePerChassisShareItsSocketsOut) {
  for (const int asics : {1, 3}) {
    const assembly::Wiring wiring =
        wired("baseline16", {"topology.asics_per_chassis=" + std::to_string(asics)});
    EXPECT_EQ(wiring.asics.size(), 4u * asics);
    EXPECT_EQ(count(wiring, EdgePlace::kBetweenChassis), 4 * asics * (4 * asics - 1) / 2);
    EXPECT_EQ(count(wiring, EdgePlace::kChassis), 40);
    EXPECT_EQ(wiring.class_of(SocketId{0}, NodeId{15}), test::kTwoHop);
  }
}

TEST(SwitchedPool, IsFarByTheSwitchAndByNothingElse) {
  const Unloaded direct = unloaded("starnuma16");
  const Unloaded switched = unloaded("starnuma16_switched");
  for (int s = 0; s < 16; ++s) {
    const auto socket = static_cast<SocketId>(s);
    EXPECT_EQ(switched.access(socket, NodeId{16}), 270_ns);
    for (int h = 0; h < 16; ++h) {
      const auto home = static_cast<NodeId>(h);
      EXPECT_EQ(switched.access(socket, home), direct.access(socket, home));
    }
  }
}

TEST(SwitchedPool, SocketsAreDealtOverTheSwitchesThatTheirLinksNeed) {
  const assembly::Wiring wiring = wired("starnuma32");
  ASSERT_EQ(wiring.switches.size(), 1u);
  ASSERT_EQ(wiring.switches[0].size(), 2u);
  EXPECT_EQ(count(wiring, EdgePlace::kPool), 32 + 2);
  for (int s = 0; s < 32; ++s) {
    const auto route = wiring.topology.path(wiring.sockets[s], wiring.devices[0]);
    ASSERT_EQ(route.size(), 2u);
    EXPECT_EQ(wiring.topology.edges()[route[0]].b, wiring.switches[0][s / 16]);
    EXPECT_EQ(wiring.topology.edges()[route[1]].links, 8);
  }
}

TEST(SwitchedPool, NoRouteBetweenSocketsLeadsThroughASwitchHoweverFastItIs) {
  const assembly::Wiring wiring =
      wired("starnuma16_switched", {"pool.link.latency=0 ns", "pool.cpu_port.latency=0 ns",
                                    "pool.switch.box.latency=0 ns", "pool.retimers=0"});
  for (const int a : wiring.sockets) {
    for (const int b : wiring.sockets)
      EXPECT_FALSE(wiring.topology.crosses(a, b, EdgePlace::kPool));
  }
}

/// Returns the socket through which another one reaches the pool.
int gateway(const assembly::Wiring& wiring, int socket) {
  const std::vector<int> way = wiring.topology.path(wiring.sockets[socket], wiring.devices[0]);
  for (const int e : way) {
    const Topology::Edge& edge = wiring.topology.edges()[e];
    if (edge.place == EdgePlace::kPool) return edge.a;
  }
  return -1;
}

TEST(AttachedSockets, AloneHaveLinksAndTheOthersPayTheWayToTheNearest) {
  const Unloaded machine = unloaded("starnuma16", {"pool.attached=[0, 4, 8, 12]"});
  EXPECT_EQ(count(machine.wiring(), EdgePlace::kPool), 4);
  for (int s = 0; s < 16; ++s) {
    const auto socket = static_cast<SocketId>(s);
    EXPECT_EQ(machine.access(socket, NodeId{16}), s % 4 == 0 ? 180_ns : 230_ns);
    EXPECT_EQ(machine.wiring().class_of(socket, NodeId{16}), test::kPool);
    EXPECT_EQ(gateway(machine.wiring(), s), s / 4 * 4);
  }
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{5}), 360_ns);
}

TEST(AttachedSockets, InAnotherChassisAreReachedOverItsAsics) {
  const Unloaded machine = unloaded("starnuma16", {"pool.attached=[0, 1, 2, 3]"});
  EXPECT_EQ(machine.access(SocketId{3}, NodeId{16}), 180_ns);
  EXPECT_EQ(machine.access(SocketId{9}, NodeId{16}), 180_ns + 280_ns);
}

TEST(AttachedSockets, ThatAreEquallyNearGetEquallyManyOthers) {
  const assembly::Wiring wiring =
      wired("starnuma16", {"pool.attached=[0, 2, 4, 6, 8, 10, 12, 14]"});
  for (int s = 0; s < 16; ++s) EXPECT_EQ(gateway(wiring, s), s / 2 * 2) << s;
}

TEST(AttachedSockets, AnswerOverTheLinkTheyAreAskedBy) {
  for (const std::string machine : {"starnuma16", "starnuma16_switched"}) {
    const assembly::Wiring wiring =
        wired(machine, {"pool.attached=[1, 2, 7, 15]", "topology.upi=ring"});
    for (const int socket : wiring.sockets) {
      const auto there = wiring.topology.path(socket, wiring.devices[0]);
      const auto back = wiring.topology.path(wiring.devices[0], socket);
      EXPECT_EQ(there.back(), back.front()) << socket;
      EXPECT_EQ(wiring.topology.path_latency(socket, wiring.devices[0]),
                wiring.topology.path_latency(wiring.devices[0], socket));
    }
  }
}

TEST(AttachedSockets, AreDealtOverTheSwitches) {
  const assembly::Wiring wiring =
      wired("starnuma16_switched",
            {"pool.attached=[0, 4, 8, 12]", "pool.switch.ports=6", "pool.switch.device_links=4"});
  ASSERT_EQ(wiring.switches[0].size(), 2u);
  EXPECT_EQ(wiring.topology.path(wiring.sockets[5], wiring.devices[0]).size(), 3u);
  EXPECT_EQ(
      wiring.topology.edges()[wiring.topology.path(wiring.sockets[12], wiring.devices[0])[0]].b,
      wiring.switches[0][1]);
}

TEST(AttachedSockets, NeverCarryMessagesBetweenSocketsOverThePool) {
  for (const std::string machine : {"starnuma16", "starnuma16_switched"}) {
    const assembly::Wiring wiring =
        wired(machine, {"pool.attached=[0, 3, 5, 6]", "pool.link.latency=0 ns",
                        "pool.cpu_port.latency=0 ns", "pool.retimers=0", "upi.latency=500 ns"});
    for (const int a : wiring.sockets) {
      for (const int b : wiring.sockets) {
        EXPECT_FALSE(wiring.topology.crosses(a, b, EdgePlace::kPool));
      }
    }
  }
}

TEST(AttachedSockets, OfOneDeviceNeedNotBeThoseOfAnother) {
  const Unloaded machine =
      unloaded("starnuma16", {"pool.count=2", "pool.overrides.1.attached=[3]"});
  EXPECT_EQ(machine.access(SocketId{2}, NodeId{16}), 180_ns);
  EXPECT_EQ(machine.access(SocketId{2}, NodeId{17}), 230_ns);
  EXPECT_EQ(machine.access(SocketId{3}, NodeId{17}), 180_ns);
}

TEST(AttachedSockets, OthersAreRefusedWhereTheMachineSaysSo) {
  const assembly::Wiring wiring =
      wired("starnuma16",
            {"pool.attached=[0, 4]", "pool.unattached=refuse", "placement.policy=first_touch"});
  for (int s = 0; s < 16; ++s) {
    const auto socket = static_cast<SocketId>(s);
    EXPECT_EQ(wiring.may_use(socket, NodeId{16}), s == 0 || s == 4);
    EXPECT_TRUE(wiring.may_use(socket, NodeId{1}));
  }
}

TEST(SeveralPools, AreNodesOfTheirOwnWithLinksFromEverySocket) {
  const Sets sets{"pool.count=3", "pool.overrides.1.retimers=3",
                  "pool.overrides.2.memory.channels=8"};
  const Unloaded machine = unloaded("starnuma16", sets);
  EXPECT_EQ(count(machine.wiring(), EdgePlace::kPool), 48);
  EXPECT_EQ(machine.access(SocketId{5}, NodeId{16}), 180_ns);
  EXPECT_EQ(machine.access(SocketId{5}, NodeId{17}), 220_ns);
  EXPECT_EQ(machine.access(SocketId{5}, NodeId{18}), 180_ns);
  EXPECT_EQ(config("starnuma16", sets).memory_at(NodeId{18}).channels, 8);
  EXPECT_EQ(machine.wiring().name_of(NodeId{17}), "pool1");
}

TEST(SeveralLinks, LieSideBySideInOneEdge) {
  const assembly::Wiring wiring = wired("starnuma16", {"pool.links_per_socket=4"});
  EXPECT_EQ(count(wiring, EdgePlace::kPool), 16);
  for (const auto& edge : wiring.topology.edges()) {
    EXPECT_EQ(edge.links, edge.place == EdgePlace::kPool ? 4 : 1);
  }
}

class MemoryNodes : public testing::Test {
 protected:
  static Sets node(int first, int sockets) {
    return {"memory_node.count=1",
            "memory_node.first_socket=" + std::to_string(first),
            "memory_node.linked_sockets=" + std::to_string(sockets),
            "memory_node.link.part=upi",
            "memory_node.home.part=socket_home",
            "memory_node.memory.part=socket_memory"};
  }
};

TEST_F(MemoryNodes, HangOnOneSocketAndAreReachedThroughIt) {
  const Unloaded machine = unloaded("baseline16", node(3, 1));
  EXPECT_EQ(machine.access(SocketId{3}, NodeId{16}), 130_ns);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{16}), 180_ns);
  EXPECT_EQ(machine.access(SocketId{4}, NodeId{16}), 410_ns);
  EXPECT_EQ(machine.wiring().class_of(SocketId{0}, NodeId{16}), test::kOneHop);
  EXPECT_EQ(machine.wiring().class_of(SocketId{4}, NodeId{16}), test::kTwoHop);
}

TEST_F(MemoryNodes, LinkedToEverySocketAreEquallyFarAndNoShortCut) {
  const Unloaded machine = unloaded("baseline16", node(0, 16));
  for (int s = 0; s < 16; ++s) {
    EXPECT_EQ(machine.access(static_cast<SocketId>(s), NodeId{16}), 130_ns);
  }
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{15}), 360_ns);
}

TEST_F(MemoryNodes, ComeAfterThePoolDevices) {
  const assembly::Wiring wiring = wired("starnuma16", node(0, 1));
  EXPECT_TRUE(wiring.agents.is_pool(NodeId{16}));
  EXPECT_FALSE(wiring.agents.is_pool(NodeId{17}));
  EXPECT_EQ(wiring.node_of(NodeId{17}), wiring.memory_nodes[0]);
  EXPECT_EQ(wiring.node_of_agent(2 * 16 + 1), wiring.memory_nodes[0]);
  EXPECT_EQ(wiring.name_of(NodeId{17}), "memory0");
}

TEST(UnequalSockets, HaveTheMemoryOfTheirOwn) {
  const assembly::MachineConfig machine =
      config("baseline16", {"socket.overrides.3.memory.channels=4"});
  EXPECT_EQ(machine.memory_at(NodeId{3}).channels, 4);
  EXPECT_EQ(machine.memory_at(NodeId{2}).channels, 1);
}

TEST(SixNodes, StandAsTheNodeDistancesTenSixteenThirtyTwo) {
  const Unloaded machine = unloaded("six_nodes");
  const base::Time local = machine.access(SocketId{0}, NodeId{0});
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{1}) * 10, local * 16);
  for (int h = 2; h < 6; ++h) {
    EXPECT_EQ(machine.access(SocketId{0}, static_cast<NodeId>(h)) * 10, local * 32);
  }
}

}  // namespace
}  // namespace starnuma::analysis
