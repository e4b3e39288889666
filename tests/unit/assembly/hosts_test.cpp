// SPDX-License-Identifier: Apache-2.0
// Machines of several hosts: messages about invalid ones, and the memory that each host reaches.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/check.h"
#include "platforms/assembly/memory/host_memory.h"
#include "platforms/assembly/memory/page_capacity.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/load.h"
#include "platforms/config/resolve.h"
#include "platforms/config/writer.h"

namespace starnuma::assembly {
namespace {

using base::NodeId;
using base::SocketId;

constexpr NodeId kDeviceOfBoth{4};

std::string problems(const char* machine, const std::vector<std::string>& sets) {
  config::Diagnostics diagnostics;
  const auto opened = config::open_target(machine, sets, STARNUMA_PLATFORMS, diagnostics);
  config::read<MachineConfig>(opened.machine.tree, diagnostics);
  std::string all;
  for (const std::string& line : diagnostics.lines()) all += line + "\n";
  return all;
}

MachineConfig two_hosts() {
  const auto opened = config::open_target("two_hosts_pool", {}, STARNUMA_PLATFORMS);
  return config::read<MachineConfig>(opened.machine.tree);
}

struct Wrong {
  std::vector<std::string> sets;
  const char* key;
  const char* words;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.key << ": " << wrong.words; }

class WrongHosts : public ::testing::TestWithParam<Wrong> {
 protected:
  static void expect_line(const char* machine) {
    const std::string text = problems(machine, GetParam().sets);
    EXPECT_NE(text.find(GetParam().words), std::string::npos) << text;
    const std::string key = std::string("machine.") + GetParam().key + ": ";
    EXPECT_NE(text.find(key), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  }
};
class WrongRegions : public WrongHosts {};

TEST_P(WrongHosts, AreNamedInALine) { expect_line("two_hosts_pool"); }
TEST_P(WrongRegions, AreNamedInALine) { expect_line("lmp_logical"); }

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongHosts,
    ::testing::Values(
        Wrong{
            {"hosts.1.sockets=[1, 2, 3]"}, "hosts.1.sockets", "socket 1 is in two hosts, left and"},
        Wrong{{"hosts.1.sockets=[3]"}, "hosts", "socket 2 is in no host"},
        Wrong{{"hosts.1.sockets=[2, 3, 4]"}, "hosts.1.sockets", "the last socket is 3"},
        Wrong{{"hosts.1.name=left"}, "hosts.1.name", "another one is called left"},
        Wrong{{"hosts.1.name=a.b"}, "hosts.1.name", "letters, digits and _"},
        Wrong{{"topology.sockets_per_chassis=4"},
              "topology.sockets_per_chassis",
              "sockets 1 and 2 share a chassis, whose links are coherent"},
        Wrong{{"memory_node.count=1", "memory_node.first_socket=1", "memory_node.linked_sockets=2",
               "memory_node.link.part=upi", "memory_node.home.part=socket_home",
               "memory_node.memory.part=socket_memory"},
              "memory_node.linked_sockets",
              "memory node 0 is linked to sockets of hosts left and right"},
        Wrong{{"extents.0.coherence=host"},
              "extents.0.coherence",
              "left_own is kept coherent by its host, expected one host of one socket"},
        Wrong{{"extents.1.start=16 GiB"}, "extents.1.start", "right_own overlaps extent left_own"},
        Wrong{{"extents.3.size=20 GiB"}, "extents.3.size", "ends at 100 GiB, outside the device"},
        Wrong{{"extents.3.size=5 KiB"}, "extents.3.size", "not a whole number of 4 KiB pages"},
        Wrong{{"extents.0.hosts=all"}, "extents.0.hosts", "exclusive and of 2 hosts"},
        Wrong{{"extents.0.hosts=[2]"}, "extents.0.hosts", "there is no host 2, the last host is 1"},
        Wrong{{"extents.0.device=1"}, "extents.0.device", "there is no pool device 1"},
        Wrong{{"extents.0.name=shared"}, "extents.2.name", "another one is called shared"},
        Wrong{{"tracking.part=tracking"}, "hosts", "trackers count for one operating system"}));

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongRegions,
    ::testing::Values(
        Wrong{{"regions.0.socket=4"}, "regions.0.socket", "there is no socket 4, the last socket"},
        Wrong{{"regions.0.hosts=[4]"}, "regions.0.hosts", "there is no host 4, the last host is 3"},
        Wrong{
            {"regions.0.hosts=[1]"}, "regions.0.hosts", "lists only the host that owns the memory"},
        Wrong{{"regions.0.hosts=[0, 2]"}, "regions.0.hosts", "is exclusive and of 2 hosts"},
        Wrong{{"regions.0.start=1 GiB"},
              "regions.0.start",
              "of_second ends at 25 GiB, outside the socket's memory, which has 25344 MiB"},
        Wrong{{"regions.0.start=0 B", "regions.0.size=24 GiB"},
              "regions.0.start",
              "starts at 0 B, and 768 MiB of the socket are in no region"},
        Wrong{{"regions.0.start=0 B", "regions.0.size=25344 MiB"},
              "regions.0.start",
              "nothing of socket 1 is left for its host"},
        Wrong{{"regions.1.socket=1"}, "regions.1.start", "of_third overlaps region of_second"},
        Wrong{{"regions.1.name=of_second"}, "regions.1.name", "another one is called of_second"},
        Wrong{{"fabric_switch.link.width=x8", "fabric_switch.link.generation=5.0",
               "fabric_switch.link.flit=68", "fabric_switch.link.bandwidth=none",
               "fabric_switch.link.bandwidth_is=none"},
              "fabric_switch.link.width",
              "a CXL link leads to a device or a memory node"}));

TEST(Servers, NeedASwitchForRegionsOfOthers) {
  const std::string text = problems("lmp_logical", {"fabric_switch=none"});
  EXPECT_NE(text.find("machine.fabric_switch: host first has no link to socket 3, on which "
                      "of_fourth lies"),
            std::string::npos)
      << text;
}

TEST(Servers, ReachRegionsOfOthersThroughTheSwitch) {
  const auto opened = config::open_target("lmp_logical", {}, STARNUMA_PLATFORMS);
  const auto config = config::read<MachineConfig>(opened.machine.tree);
  const Wiring wiring = wire(config);
  EXPECT_TRUE(wiring.reaches(SocketId{0}, NodeId{3}));
  EXPECT_FALSE(wiring.reaches(SocketId{3}, NodeId{0}));
  EXPECT_TRUE(wiring.reaches(SocketId{3}, NodeId{3}));
  EXPECT_EQ(wiring.topology.path_latency(0, 3).ps(), 40'500);

  const auto memory = make_memory(config);
  const HostZones zones(config, *memory);
  const auto place = zones.place_of({"", {0}, ""});
  EXPECT_EQ(place.space.zones[0], NodeId{0});  // private memory is the node's own
  constexpr std::uint64_t kFirst = (std::uint64_t{768} << 20) / base::kPageBytes;
  for (std::size_t server = 1; server < 4; ++server) {
    const base::LineAddress line = memory->next(place.space.zones[server]).first_line;
    EXPECT_EQ(line, base::LineAddress::of(static_cast<NodeId>(server), kFirst * 64));
    EXPECT_TRUE(memory->hosts()->reaches(SocketId{0}, line));
    EXPECT_FALSE(memory->hosts()->reaches(static_cast<SocketId>(server), line));
  }
  const auto own = zones.place_of({"", {3}, ""}).space.zones;
  EXPECT_EQ(own[0], paging::PageMap::kNoZone);
  EXPECT_EQ(own[3], NodeId{3});
}

TEST(Hosts, ReadBackAsWrittenAndKeyByKey) {
  const MachineConfig config = two_hosts();
  const std::string yaml = config::to_yaml(config);
  const auto again = config::read<MachineConfig>(config::load_text(yaml, "effective.yaml"));
  EXPECT_EQ(config::to_yaml(again), yaml);
  for (const config::ListedField& field : config::list_fields(config)) {
    if (field.path.rfind("hosts.", 0) != 0 && field.path.rfind("extents.", 0) != 0) continue;
    const auto opened =
        config::open_target("two_hosts_pool", {field.path + "=" + field.value}, STARNUMA_PLATFORMS);
    EXPECT_EQ(config::to_yaml(config::read<MachineConfig>(opened.machine.tree)), yaml)
        << field.path;
  }
}

TEST(Hosts, ReachTheirSocketsAndTheDeviceButNotEachOther) {
  const MachineConfig config = two_hosts();
  const Wiring wiring = wire(config);
  EXPECT_TRUE(wiring.reaches(SocketId{0}, NodeId{1}));
  EXPECT_FALSE(wiring.reaches(SocketId{1}, NodeId{2}));
  EXPECT_TRUE(wiring.reaches(SocketId{3}, kDeviceOfBoth));
  EXPECT_EQ(wiring.host_of(NodeId{2}), 1);
  EXPECT_EQ(wiring.host_of(kDeviceOfBoth), -1);
  for (const auto& edge : wiring.topology.edges()) {
    if (edge.place != transport::Topology::EdgePlace::kPool) {
      EXPECT_EQ(wiring.host_of_socket[static_cast<std::size_t>(edge.a)],
                wiring.host_of_socket[static_cast<std::size_t>(edge.b)]);
    }
  }
}

TEST(Hosts, OfSeveralChassisHaveNoNumalinkBetweenThem) {
  MachineConfig config = two_hosts();
  config.socket.count = 8;
  config.topology.asics_per_chassis = 1;
  config.hosts[0].sockets = {false, {0, 1, 2, 3}};
  config.hosts[1].sockets = {false, {4, 5, 6, 7}};
  base::Problems problems;
  config.check(problems);
  ASSERT_TRUE(problems.list().empty()) << problems.list().front().message;
  int numalinks = 0;
  const Wiring wiring = wire(config);
  for (const auto& edge : wiring.topology.edges()) {
    numalinks += edge.place == transport::Topology::EdgePlace::kBetweenChassis ? 1 : 0;
  }
  EXPECT_EQ(numalinks, 2);
}

TEST(Hosts, WithoutAPoolReachTheirSockets) {
  MachineConfig config = two_hosts();
  config.pool.count = 0;
  config.extents.clear();
  const auto map = make_host_map(config);
  EXPECT_TRUE(map->reaches(SocketId{3}, base::LineAddress::of(NodeId{2}, 1000)));
  EXPECT_FALSE(map->reaches(SocketId{3}, base::LineAddress::of(NodeId{1}, 1000)));
}

class Zones : public ::testing::Test {
 protected:
  static std::string refused(const HostZones::Wanted& wanted) {
    const MachineConfig config = two_hosts();
    const auto memory = make_memory(config);
    try {
      HostZones(config, *memory).place_of(wanted);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Zones, OfOneHostAreItsOwnExtentsOrTheOneItNames) {
  const MachineConfig config = two_hosts();
  const auto memory = make_memory(config);
  const HostZones zones(config, *memory);
  const auto frame = [&](int host, const std::string& extent) {
    const auto place = zones.place_of({"", {host}, extent});
    EXPECT_FALSE(place.pages);
    return memory->next(place.space.zones[4]).first_line.in_node() / base::kLinesPerPage;
  };
  constexpr std::uint64_t kGiB = (std::uint64_t{1} << 30) / base::kPageBytes;
  EXPECT_EQ(frame(0, ""), 0U);
  EXPECT_EQ(frame(1, ""), 32 * kGiB);
  EXPECT_EQ(frame(0, "plain"), 80 * kGiB);
  EXPECT_EQ(frame(1, "shared"), 64 * kGiB);
}

TEST_F(Zones, OfSeveralHostsAreWhatTheyShareAndABarrierNeedsCoherence) {
  const MachineConfig config = two_hosts();
  const auto memory = make_memory(config);
  const HostZones zones(config, *memory);
  const auto shared = zones.place_of({"", {0, 1}, ""});
  EXPECT_EQ(shared.pages, shared.barrier);
  EXPECT_EQ(shared.space.table_sockets.size(), 2U);
  EXPECT_EQ(shared.space.table_of_socket, (std::vector<int>{0, 0, 1, 1}));
  const auto plain = zones.place_of({"", {0, 1}, "plain"});
  EXPECT_NE(plain.pages, plain.barrier);
  EXPECT_EQ(plain.barrier, shared.barrier);

  MachineConfig apart = two_hosts();
  apart.extents.erase(apart.extents.begin() + 2);
  const auto other = make_memory(apart);
  EXPECT_THROW(HostZones(apart, *other).place_of({"", {0, 1}, ""}), base::InputError);
}

TEST_F(Zones, HaveATableOnEachSocketWhereTheMachineSaysSo) {
  MachineConfig config = two_hosts();
  config.placement.page_tables = placement::PageTables::kEverySocket;
  const auto memory = make_memory(config);
  const auto shared = HostZones(config, *memory).place_of({"", {0, 1}, ""});
  EXPECT_EQ(shared.space.table_sockets.size(), 4U);
  EXPECT_EQ(shared.space.table_of_socket, (std::vector<int>{0, 1, 2, 3}));
  const auto other = make_memory(config);
  const auto right = HostZones(config, *other).place_of({"", {1}, ""});
  EXPECT_EQ(right.space.table_sockets,
            (std::vector<std::vector<base::NodeId>>{{base::NodeId{2}}, {base::NodeId{3}}}));
  EXPECT_EQ(right.space.table_of_socket, (std::vector<int>{0, 0, 0, 1}));
}

TEST_F(Zones, ThatAreNotThereAreNamed) {
  EXPECT_EQ(refused({"x: ", {0}, "palin"}), "x: unknown extent \"palin\", did you mean \"plain\"?");
  EXPECT_EQ(refused({"", {0}, "right_own"}), "extent right_own is not of host left");
}

TEST_F(Zones, ThatAreTooSmallAreNamedWithTheSizes) {
  MachineConfig config = two_hosts();
  config.extents[0].size = base::Bytes(8192);
  const auto memory = make_memory(config);
  const HostZones zones(config, *memory);
  const NodeId zone = zones.place_of({"", {0}, ""}).space.zones[4];
  memory->take(zone);
  memory->take(zone);
  EXPECT_NO_THROW(zones.check_capacity(*memory));
  memory->take(zone);
  try {
    zones.check_capacity(*memory);
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "the exclusive extents of left hold 8 KiB, programs place 12 KiB there");
  }
}

}  // namespace
}  // namespace starnuma::assembly
