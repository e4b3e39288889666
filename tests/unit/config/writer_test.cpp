// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/writer.h"

#include <gtest/gtest.h>

#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

sample::Machine sample_machine() {
  return read<sample::Machine>(load_text(sample::kGood, "m.yaml"));
}

std::string again(const std::string& yaml) {
  return to_yaml(read<sample::Machine>(load_text(yaml, "m.yaml")));
}

TEST(Writer, WritesBlocksWithUnits) {
  EXPECT_EQ(to_yaml(sample_machine()),
            "title: \"a machine\"\n"
            "policy: oracle\n"
            "memory: 48 GiB\n"
            "clock: 2.4 GHz\n"
            "lookup: 14 cycles\n"
            "ways: 16\n"
            "seed: 7\n"
            "share: 0.2\n"
            "pool:\n"
            "  devices: 1\n"
            "  link:\n"
            "    latency: 25 ns\n"
            "    bandwidth: 6 GB/s\n"
            "links:\n"
            "  - latency: 25 ns\n"
            "    bandwidth: 3 GB/s\n");
}

TEST(Writer, ReadingBackGivesTheSameText) {
  auto machine = sample_machine();
  machine.links.push_back({base::Time(16'670), base::Bandwidth(38'400'000'001)});
  machine.share = 0.1 + 0.2;
  const std::string yaml = to_yaml(machine);
  EXPECT_EQ(again(yaml), yaml);
  const auto back = read<sample::Machine>(load_text(yaml, "m.yaml"));
  EXPECT_EQ(back.share, machine.share);
  EXPECT_EQ(back.links[1].latency, machine.links[1].latency);
  EXPECT_EQ(back.links[1].bandwidth, machine.links[1].bandwidth);
}

TEST(Writer, AnAbsentGroupAndAnEmptyListReadBack) {
  auto machine = sample_machine();
  machine.pool.reset();
  machine.links.clear();
  const std::string yaml = to_yaml(machine);
  EXPECT_NE(yaml.find("pool: none\nlinks: []\n"), std::string::npos);
  EXPECT_EQ(again(yaml), yaml);
}

TEST(Writer, AnyTextReadsBackUnchanged) {
  auto machine = sample_machine();
  for (const std::string title : {"",
                                  "plain",
                                  "007",
                                  "1e3",
                                  "null",
                                  "none",
                                  "~",
                                  "yes",
                                  "two words",
                                  " padded ",
                                  "a: b",
                                  "# no comment",
                                  "say \"hi\" \\ there",
                                  "line\nbreak\ttab",
                                  "\x01\x7f",
                                  "größe",
                                  "*alias",
                                  "[list]",
                                  "- dash",
                                  "bfs:scale=20,trials=2"}) {
    machine.title = title;
    const auto back = read<sample::Machine>(load_text(to_yaml(machine), "m.yaml"));
    EXPECT_EQ(back.title, title);
  }
}

TEST(Writer, AnIndentShiftsEveryLine) {
  const std::string yaml = "machine:\n" + to_yaml(sample_machine(), 2);
  const Node tree = load_text(yaml, "m.yaml");
  EXPECT_EQ(to_yaml(read<sample::Machine>(*tree.find("machine"))), to_yaml(sample_machine()));
}

}  // namespace
}  // namespace starnuma::config
