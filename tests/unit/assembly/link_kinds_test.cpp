// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/link_kinds.h"

#include <gtest/gtest.h>

#include "platforms/assembly/wiring/wiring.h"
#include "tests/support/kinds.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

using transport::Topology;

std::vector<std::string> names(const MachineConfig& config) {
  std::vector<std::string> all;
  const accounting::LatencyKinds kinds = latency_kinds(config);
  for (const accounting::LinkRow& row : kinds.links()) all.push_back(row.name);
  return all;
}

MachineConfig shipped(const char* machine) { return test::shipped<MachineConfig>(machine, {}); }

TEST(LinkKinds, WhereLinksLieSaysOfWhichKindTheyAre) {
  const std::vector<std::string> usual{"upi", "numalink", "cxl"};
  for (const char* machine : {"single_socket", "baseline16", "starnuma16", "starnuma16_switched"}) {
    EXPECT_EQ(names(shipped(machine)), usual) << machine;
  }
  const auto kinds = latency_kinds(shipped("starnuma16"));
  EXPECT_EQ(kinds.link("upi"), test::kUpi);
  EXPECT_EQ(kinds.link("numalink"), test::kNumalink);
  EXPECT_EQ(kinds.link("cxl"), test::kCxl);
}

TEST(LinkKinds, LinksToMemoryNodesAreNoUpi) {
  MachineConfig config = shipped("baseline16");
  config.memory_node.count = 1;
  config.memory_node.each = {0, 1, config.upi, config.socket.each.home, config.socket.each.memory};
  EXPECT_EQ(names(config), (std::vector<std::string>{"upi", "numalink", "cxl", "memory_node"}));
  const Wiring wiring = wire(config);
  for (std::size_t e = 0; e < wiring.topology.edges().size(); ++e) {
    const bool memory = wiring.topology.edges()[e].place == Topology::EdgePlace::kMemoryNode;
    EXPECT_EQ(wiring.kinds.link(wiring.kind_of_edge[e]).name == "memory_node", memory);
  }
}

TEST(LinkKinds, LinksMayNameAKindOfTheirOwnOrOneThatIsThere) {
  MachineConfig config = shipped("starnuma16_switched");
  config.upi.kind = {"ualink", "UALink"};
  config.pool.each.cxl_switch->device_link.kind = {"ualink", "UALink"};
  config.numalink.kind = {"cxl", "CXL"};
  EXPECT_EQ(names(config), (std::vector<std::string>{"ualink", "cxl"}));
  EXPECT_EQ(latency_kinds(config).links()[0].flight, "flight over UALink links");
  EXPECT_EQ(latency_kinds(config).links()[1].flight,
            "CXL ports, flight, retimers and the pool device's fabric");
  base::Problems problems;
  check_link_kinds(config, problems);
  EXPECT_TRUE(problems.list().empty());
}

TEST(LinkKinds, WhatALedgerCannotHoldIsRefusedWhereItIsWritten) {
  MachineConfig config = shipped("starnuma16");
  config.memory_node.count = 5;
  config.memory_node.each = {0, 1, config.upi, config.socket.each.home, config.socket.each.memory};
  for (int m = 0; m < 5; ++m) {
    config.memory_node.overrides[m] = config.memory_node.each;
    const std::string name(1, static_cast<char>('a' + m));
    config.memory_node.overrides[m].link.kind = {name, name};
  }
  base::Problems problems;
  check_link_kinds(config, problems);
  ASSERT_EQ(problems.list().size(), 1u);
  EXPECT_EQ(problems.list()[0].paths.front(), "memory_node.overrides.4.link.link_kind.name");
  EXPECT_NE(problems.list()[0].message.find("7"), std::string::npos);
}

}  // namespace
}  // namespace starnuma::assembly
