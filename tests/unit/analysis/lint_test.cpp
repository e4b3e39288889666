// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/lint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/uniform_load.h"
#include "platforms/assembly/wiring/channel_cycle.h"
#include "tests/support/shipped.h"

namespace starnuma::analysis::lint_test {
namespace {

using namespace base::literals;
using Sets = std::vector<std::string>;

assembly::MachineConfig config(const std::string& machine, const Sets& sets = {}) {
  return test::shipped<assembly::MachineConfig>(machine, {}, sets);
}

std::vector<std::string> warned(const assembly::MachineConfig& machine,
                                std::optional<base::Bytes> footprint = std::nullopt) {
  std::vector<std::string> paths;
  for (const base::Problem& warning : lint(machine, footprint))
    paths.push_back(warning.paths.front());
  return paths;
}

const Sets kLoneRing{"topology.upi=ring", "topology.asics_per_chassis=0"};

Sets ring_of(int sockets) {
  Sets sets = kLoneRing;
  sets.push_back("socket.count=" + std::to_string(sockets));
  sets.push_back("topology.sockets_per_chassis=" + std::to_string(sockets));
  return sets;
}

TEST(Lint, FindsNothingInTheShippedMachines) {
  for (const char* name : {"baseline16", "baseline16_full", "starnuma16", "starnuma16_full",
                           "starnuma16_switched", "starnuma16_8cores", "starnuma32", "starnuma8",
                           "single_socket", "two_socket", "six_nodes"}) {
    EXPECT_EQ(warned(config(name)), Sets{}) << name;
  }
}

TEST(Lint, NamesValuesThatNoMachineHas) {
  for (const auto& [set, path] : std::vector<std::pair<std::string, std::string>>{
           {"simulation.quantum=1 ms", "simulation.quantum"},
           {"simulation.quantum=2 ps", "simulation.quantum"},
           {"upi.latency=100 us", "upi.latency"},
           {"upi.bandwidth=1 MB/s", "upi.bandwidth"},
           {"socket.core.frequency=1000 GHz", "socket.core.frequency"},
           {"socket.private_caches.l2_latency=1000000 cycles", "socket.private_caches.l2_latency"},
           {"socket.memory.channel.row=100 B", "socket.memory.channel.row"},
           {"pool.memory.channel.row=3 KiB", "pool.memory.channel.row"}}) {
    const auto paths = warned(config("starnuma16", {set}));
    EXPECT_NE(std::find(paths.begin(), paths.end(), path), paths.end()) << set;
  }
  EXPECT_EQ(warned(config("starnuma16", {"simulation.quantum=1 us", "upi.latency=10 us",
                                         "socket.memory.channel.row=512 B"})),
            Sets{});
}

TEST(Lint, NamesASwitchWhoseLinksAreOfAnotherScale) {
  const auto with_link = [](const std::string& rate) {
    return warned(config("starnuma16_switched", {"pool.switch.device_link.bandwidth=" + rate}));
  };
  const Sets warning{"pool.switch.device_link"};
  EXPECT_EQ(warned(config("starnuma16", {"pool.switch.part=cxl_switch"})), warning);
  EXPECT_EQ(with_link("12 GB/s"), Sets{});
  EXPECT_EQ(with_link("12.1 GB/s"), warning);
  EXPECT_EQ(with_link("3 GB/s"), Sets{});
  EXPECT_EQ(with_link("2.9 GB/s"), warning);
}

TEST(ChannelCycle, ARingWhoseRoutesGoAllAroundHasOne) {
  const auto cycle = assembly::channel_cycle(assembly::wire(config("baseline16", ring_of(6))));
  EXPECT_EQ(cycle, (Sets{"socket0 > socket1", "socket1 > socket2", "socket2 > socket3",
                         "socket3 > socket4", "socket4 > socket5", "socket5 > socket0"}));
  EXPECT_EQ(warned(config("baseline16", ring_of(6))), Sets{"topology.upi"});
}

TEST(ChannelCycle, ARingOfFourIsRoutedAsIfItWereOpen) {
  EXPECT_EQ(assembly::channel_cycle(assembly::wire(config("baseline16", ring_of(4)))), Sets{});
}

TEST(ChannelCycle, DirectLinksHaveNone) {
  EXPECT_EQ(assembly::channel_cycle(assembly::wire(config("starnuma16_switched"))), Sets{});
}

TEST(Overload, ALinkThatCarriesTheTrafficOfManyOthersIsNamed) {
  // Sixteen memory nodes are attached to socket 0: the others reach them over its links.
  Sets sets = ring_of(8);
  for (const char* set :
       {"topology.upi=all_to_all", "memory_node.count=16", "memory_node.first_socket=0",
        "memory_node.linked_sockets=1", "memory_node.link.part=upi",
        "memory_node.home.part=socket_home", "memory_node.memory.part=socket_memory"}) {
    sets.emplace_back(set);
  }
  const auto warnings = lint(config("baseline16", sets));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].paths.front(), "upi.bandwidth");
  EXPECT_NE(warnings[0].message.find("socket0_socket1 is 3.3 times as busy"), std::string::npos)
      << warnings[0].message;
}

TEST(Lint, NamesAsicsWithoutSockets) {
  EXPECT_EQ(warned(config("baseline16", {"topology.asics_per_chassis=5"})),
            Sets{"topology.asics_per_chassis"});
}

TEST(Lint, ComparesMemoryWithTheFootprintWhereItIsKnown) {
  EXPECT_EQ(warned(config("starnuma16"), base::Bytes(std::int64_t{400} << 30)), Sets{});
  EXPECT_EQ(warned(config("starnuma16"), base::Bytes(std::int64_t{600} << 30)),
            Sets{"pool.capacity_of_footprint"});
  EXPECT_EQ(warned(config("baseline16"), base::Bytes(std::int64_t{600} << 30)),
            Sets{"socket.memory"});
}

TEST(UniformLoad, CountsTheLinksOnTheWay) {
  const assembly::MachineConfig machine = config("baseline16");
  const UniformLoad load = uniform_load(machine, assembly::wire(machine));
  EXPECT_EQ(load.most_links, 3);
  EXPECT_DOUBLE_EQ(load.mean_links, (3 * 1 + 12 * 3) / 15.0);
}

TEST(UniformLoad, IsTheTimeOfTheMessagesThatCross) {
  const assembly::MachineConfig machine = config("baseline16");
  const assembly::Wiring wiring = assembly::wire(machine);
  const UniformLoad load = uniform_load(machine, wiring);
  for (std::size_t e = 0; e < load.edges.size(); ++e) {
    const std::string role = role_of(wiring, static_cast<int>(e));
    const int pairs = role == "UPI, socket to ASIC" ? 12 : 1;
    if (role == "NUMALink, ASIC to ASIC") continue;
    // A pair puts a request and a line of data on each direction: 8 B and 64 B at 3 GB/s.
    EXPECT_NEAR(load.edges[e].forward.ns(), pairs * 72 / 3.0, 0.1) << e;
    EXPECT_EQ(load.edges[e].forward, load.edges[e].backward) << e;
  }
}

TEST(UniformLoad, ParallelLinksShareIt) {
  const assembly::MachineConfig one = config("starnuma16");
  const assembly::MachineConfig four = config("starnuma16", {"pool.links_per_socket=4"});
  const std::size_t pool_edge = assembly::wire(one).topology.edges().size() - 1;
  const auto busy = [&](const assembly::MachineConfig& machine) {
    return uniform_load(machine, assembly::wire(machine)).edges[pool_edge].backward.ns();
  };
  EXPECT_NEAR(busy(four) * 4, busy(one), 0.01);
}

TEST(UniformLoad, OfASingleSocketIsNone) {
  const assembly::MachineConfig machine = config("single_socket");
  EXPECT_EQ(uniform_load(machine, assembly::wire(machine)).busiest, -1);
}

base::Bandwidth bisection_of(const std::string& machine, const Sets& sets = {}) {
  const assembly::MachineConfig made = config(machine, sets);
  return bisection(made, assembly::wire(made));
}

TEST(Bisection, IsLimitedByTheLinksToTheAsics) {
  EXPECT_EQ(bisection_of("baseline16"), 3000_MBps * 8);
  EXPECT_EQ(bisection_of("baseline16", {"upi.bandwidth=30 GB/s"}), 3000_MBps * 16);
}

TEST(Bisection, OfOneChassisCutsItsLinks) {
  EXPECT_EQ(bisection_of("baseline16", ring_of(6)), 3000_MBps * 2);
  EXPECT_EQ(bisection_of("two_socket"), 20800_MBps);
  EXPECT_EQ(bisection_of("single_socket"), base::Bandwidth(0));
}

TEST(Bisection, DoesNotCountThePool) {
  EXPECT_EQ(bisection_of("starnuma16"), bisection_of("baseline16"));
}

}  // namespace
}  // namespace starnuma::analysis::lint_test
