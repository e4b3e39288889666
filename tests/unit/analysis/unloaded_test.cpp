// SPDX-License-Identifier: Apache-2.0
// The published unloaded latencies must emerge from the parts, on every shipped machine.
#include "platforms/analysis/unloaded.h"

#include <gtest/gtest.h>

#include "platforms/assembly/scaling/scaling.h"
#include "stimulus/workload.h"
#include "tests/support/shipped.h"

namespace starnuma::analysis::unloaded_test {
namespace {

using namespace base::literals;
using base::NodeId;
using base::SocketId;
using base::Time;

constexpr int kSockets = 16;
constexpr NodeId kPool{16};

Unloaded unloaded(const std::string& machine) {
  return Unloaded(test::shipped<assembly::MachineConfig>(machine));
}

SocketId socket(int s) { return static_cast<SocketId>(s); }
NodeId node(int n) { return static_cast<NodeId>(n); }

class UnloadedOf : public testing::TestWithParam<std::string> {};

TEST_P(UnloadedOf, AccessesTakeThePublishedTimeOfTheirClass) {
  const Unloaded machine = unloaded(GetParam());
  for (int r = 0; r < kSockets; ++r) {
    for (int h = 0; h < kSockets; ++h) {
      const Time expected = r == h ? 80_ns : r / 4 == h / 4 ? 130_ns : 360_ns;
      EXPECT_EQ(machine.access(socket(r), node(h)), expected) << r << " to " << h;
    }
  }
}

TEST_P(UnloadedOf, ThreeHopTransfersPayThreeLegs) {
  const Unloaded machine = unloaded(GetParam());
  const auto transfer = [&](int requester, int owner, int home, bool dirty) {
    return machine.block_transfer(socket(requester), socket(owner), node(home), dirty);
  };
  for (const bool dirty : {false, true}) {
    EXPECT_EQ(transfer(0, 1, 2, dirty), 80_ns + 25_ns * 3);
    EXPECT_EQ(transfer(0, 1, 0, dirty), 80_ns + 25_ns * 2);
    EXPECT_EQ(transfer(0, 4, 8, dirty), 80_ns + 140_ns * 3);
    EXPECT_EQ(transfer(0, 1, 4, dirty), 80_ns + 140_ns * 2 + 25_ns);
  }
}

TEST_P(UnloadedOf, TheMeanThreeHopTransferIsThePublishedOneByEachDefinition) {
  // A leg takes 0 inside a socket, 25 ns inside a chassis and 140 ns between chassis.
  constexpr double kNear = 25;
  constexpr double kFar = 140;
  constexpr double kChassisLeg = kNear / 4 + kFar * 3 / 4;    // mean by chassis
  constexpr double kAnyLeg = (kNear * 3 + kFar * 12) / 16;    // mean to any of 16 sockets
  constexpr double kOtherLeg = (kNear * 3 + kFar * 12) / 15;  // mean to another socket
  const Unloaded::ThreeHopMeans means = unloaded(GetParam()).three_hop_means();
  EXPECT_DOUBLE_EQ(means.chassis_level_ns, 80 + 3 * kChassisLeg);
  EXPECT_DOUBLE_EQ(means.all_triples_ns, 80 + 3 * kAnyLeg);
  EXPECT_DOUBLE_EQ(means.requester_not_owner_ns, 80 + 2 * kAnyLeg + kOtherLeg);
  EXPECT_DOUBLE_EQ(means.all_distinct_ns, 80 + 3 * kOtherLeg);
  EXPECT_DOUBLE_EQ(means.chassis_level_ns, 413.75);
  EXPECT_DOUBLE_EQ(means.all_triples_ns, 409.0625);
  EXPECT_DOUBLE_EQ(means.requester_not_owner_ns, 416.375);
  EXPECT_DOUBLE_EQ(means.all_distinct_ns, 431);
}

INSTANTIATE_TEST_SUITE_P(Every, UnloadedOf,
                         testing::ValuesIn(test::shipped_names({"baseline16", "starnuma16"})),
                         [](const auto& test) { return test.param; });

class UnloadedPoolOf : public testing::TestWithParam<const char*> {};

TEST_P(UnloadedPoolOf, IsTheSameFromEverySocket) {
  const Unloaded machine = unloaded(GetParam());
  for (int r = 0; r < kSockets; ++r) EXPECT_EQ(machine.access(socket(r), kPool), 180_ns);
}

TEST_P(UnloadedPoolOf, BlockTransfersDependOnTheOwnersCopyAndOnNoSocket) {
  const Unloaded machine = unloaded(GetParam());
  for (int r = 0; r < kSockets; ++r) {
    for (int o = 0; o < kSockets; ++o) {
      if (r == o) continue;
      EXPECT_EQ(machine.block_transfer(socket(r), socket(o), kPool, false), 280_ns);
      EXPECT_EQ(machine.block_transfer(socket(r), socket(o), kPool, true), 380_ns);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, UnloadedPoolOf, testing::Values("starnuma16", "starnuma16_full"),
                         [](const auto& test) { return std::string(test.param); });

TEST(Unloaded, ScalingTheCachesDoesNotMoveIt) {
  const assembly::MachineConfig config =
      assembly::scaled(test::shipped<assembly::MachineConfig>("starnuma16"),
                       stimulus::graph_footprint(20))
          .config;
  const Unloaded machine(config);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{0}), 80_ns);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{15}), 360_ns);
  EXPECT_EQ(machine.access(SocketId{0}, kPool), 180_ns);
}

TEST(Unloaded, FollowsThePartsItIsMadeOf) {
  const Unloaded machine(test::shipped<assembly::MachineConfig>(
      "starnuma16", {}, {"upi.latency=30 ns", "pool.retimers=2", "numalink.latency=60 ns"}));
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{1}), 140_ns);
  EXPECT_EQ(machine.access(SocketId{0}, NodeId{4}), 400_ns);
  EXPECT_EQ(machine.access(SocketId{0}, kPool), 200_ns);
}

TEST(Unloaded, TheDevicesReadRunsBesideTheSnoopAndTheLaterOneCounts) {
  // A clean owner's response and the device's speculative read overlap.
  const std::vector<std::string> slow_memory{"pool.memory.channel.controller=800 cycles"};
  const Unloaded machine(test::shipped<assembly::MachineConfig>("starnuma16", {}, slow_memory));
  const Time slower = 320_ns;  // 768 further clocks of 2.4 GHz
  EXPECT_EQ(machine.access(SocketId{0}, kPool), 180_ns + slower);
  EXPECT_EQ(machine.block_transfer(SocketId{0}, SocketId{1}, kPool, false), 180_ns + slower);
}

}  // namespace
}  // namespace starnuma::analysis::unloaded_test
