// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/resolve.h"

#include <gtest/gtest.h>

#include "platforms/config/writer.h"
#include "tests/unit/config/platforms_folder.h"
#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

class Resolve : public ::testing::Test {
 protected:
  sample::PlatformsFolder platforms;
};

TEST_F(Resolve, AMachineIsNamedByFileOrByPath) {
  const std::string path = platforms.machine("box", "summary: a box\nways: 1\n");
  EXPECT_EQ(platforms.open("box").machine.name, "box");
  EXPECT_EQ(platforms.open(path).machine.name, "box");
  EXPECT_EQ(platforms.tree("box"), "{ways: 1}");
  EXPECT_FALSE(platforms.open("box").has_workload);
  EXPECT_FALSE(platforms.open("box").has_seed);
}

TEST_F(Resolve, AnUnknownMachineNamesTheNearestOrAll) {
  platforms.machine("starnuma16", "a: 1\n");
  EXPECT_EQ(platforms.problem("starnuma61"),
            "unknown machine \"starnuma61\", did you mean \"starnuma16\"?");
  EXPECT_EQ(platforms.problem("laptop"), "unknown machine \"laptop\", valid is starnuma16");
  EXPECT_EQ(platforms.problem("no/such.yaml"), "no/such.yaml: no such file");
}

TEST_F(Resolve, AChildOverridesKeyByKeyThroughAChain) {
  platforms.machine("a", "core: {rob: 256, clock: 2 GHz}\nlinks: [1, 2]\nseed: 1\n");
  platforms.machine("b", "extends: a\ncore: {clock: 3 GHz}\nextra: 5\n");
  platforms.machine("c", "extends: b\nsummary: third\nlinks: [3]\nseed: {deep: 2}\n");
  EXPECT_EQ(platforms.tree("c"),
            "{core: {rob: 256, clock: 3 GHz}, links: [3], seed: {deep: 2}, extra: 5}");
}

TEST_F(Resolve, AMergedMappingStandsWhereTheChildWroteIt) {
  const std::string parent = platforms.machine("a", "core:\n  rob: 1\n");
  const std::string child = platforms.machine("b", "extends: a\ncore:\n  lq: 2\n");
  const Node tree = platforms.open("b").machine.tree;
  EXPECT_EQ(to_string(tree.origin), child + ":1:1");
  EXPECT_EQ(to_string(tree.find("core")->find("rob")->origin), parent + ":3:8");
  EXPECT_EQ(to_string(tree.find("core")->find("lq")->origin), child + ":4:7");
}

TEST_F(Resolve, ExtendsMayBeAPathRelativeToItsFile) {
  platforms.machine("a", "ways: 1\n");
  const std::string own = platforms.write("own.yaml", "kind: machine\nextends: machines/a.yaml\n");
  EXPECT_EQ(platforms.tree(own), "{ways: 1}");
}

TEST_F(Resolve, AWrongExtendsPointsAtItself) {
  platforms.machine("base", "a: 1\n");
  platforms.machine("near", "extends: bsae\n");
  platforms.machine("path", "extends: ../gone.yaml\n");
  platforms.machine("list", "extends: [base]\n");
  EXPECT_EQ(platforms.problem("near"),
            "machines/near.yaml:2:10: machine.extends: unknown machine \"bsae\", did you mean "
            "\"base\"?");
  EXPECT_EQ(platforms.problem("path"),
            "machines/path.yaml:2:10: machine.extends: no such file: \"gone.yaml\"");
  EXPECT_EQ(platforms.problem("list"),
            "machines/list.yaml:2:10: machine.extends: expected a machine's name or path, found a "
            "list");
}

TEST_F(Resolve, ACycleOfExtendsIsShown) {
  platforms.machine("a", "extends: b\n");
  platforms.machine("b", "extends: c\n");
  platforms.machine("c", "extends: b\n");
  platforms.machine("self", "extends: self\n");
  EXPECT_EQ(platforms.problem("a"), "machines/c.yaml:2:10: machine.extends: cycle: b -> c -> b");
  EXPECT_EQ(platforms.problem("self"),
            "machines/self.yaml:2:10: machine.extends: cycle: self -> self");
}

TEST_F(Resolve, APartLiesBeneathTheKeysWrittenBesideIt) {
  platforms.part("ddr5",
                 "summary: memory\nsource: data sheet\nchannels: 6\ntiming: {cl: 40, rp: 39}\n");
  platforms.machine("m", "memory:\n  part: ddr5\n  timing: {cl: 36}\nlist:\n  - {part: ddr5}\n");
  EXPECT_EQ(platforms.tree("m"),
            "{memory: {source: data sheet, channels: 6, timing: {cl: 36, rp: 39}}, "
            "list: [{source: data sheet, channels: 6, timing: {cl: 40, rp: 39}}]}");
  EXPECT_EQ(platforms.open("m").machine.tree.find("memory")->find("channels")->source,
            "data sheet");
}

TEST_F(Resolve, PartsMayNameParts) {
  platforms.part("outer", "inner: {part: inner, x: 2}\ny: 3\n");
  platforms.part("inner", "x: 1\nz: 1\n");
  platforms.machine("m", "part: outer\ny: 4\n");
  EXPECT_EQ(platforms.tree("m"), "{inner: {x: 2, z: 1}, y: 4}");
}

TEST_F(Resolve, AnotherPartInAChildWinsOverTheParent) {
  platforms.part("slow", "latency: 9 ns\nwidth: 8\n");
  platforms.part("fast", "latency: 1 ns\n");
  platforms.machine("a", "link: {part: slow, lanes: 4}\n");
  platforms.machine("b", "extends: a\nlink: {part: fast}\n");
  EXPECT_EQ(platforms.tree("b"), "{link: {latency: 1 ns, width: 8, lanes: 4}}");
}

TEST_F(Resolve, AWrongPartPointsAtItself) {
  platforms.part("ddr5", "a: 1\n");
  platforms.part("loop", "x: {part: loop}\n");
  platforms.write("parts/odd.yaml", "kind: machine\n");
  platforms.machine("near", "memory:\n  part: ddr4\n");
  platforms.machine("list", "memory: {part: [ddr5]}\n");
  platforms.machine("cycle", "memory: {part: loop}\n");
  platforms.machine("kind", "memory: {part: odd}\n");
  platforms.machine("climb", "memory: {part: ../machines/near}\n");
  EXPECT_EQ(platforms.problem("near"),
            "machines/near.yaml:3:9: machine.memory.part: unknown part \"ddr4\", did you mean "
            "\"ddr5\"?");
  EXPECT_EQ(platforms.problem("list"),
            "machines/list.yaml:2:16: machine.memory.part: expected the name of a part, found a "
            "list");
  EXPECT_EQ(platforms.problem("cycle"),
            "parts/loop.yaml:2:11: machine.memory.x.part: cycle: loop -> loop");
  EXPECT_EQ(platforms.problem("kind"),
            "machines/kind.yaml:2:16: machine.memory.part: \"odd\" is not of kind part, its file "
            "says kind: "
            "machine");
  EXPECT_EQ(platforms.problem("climb"),
            "machines/climb.yaml:2:16: machine.memory.part: unknown part \"../machines/near\", "
            "valid are ddr5, loop, odd");
}

TEST_F(Resolve, NoneRemovesAnInheritedGroup) {
  platforms.machine("a", sample::kGood);
  platforms.machine("b", "extends: a\npool: none\n");
  EXPECT_TRUE(read<sample::Machine>(platforms.open("a").machine.tree).pool.has_value());
  EXPECT_FALSE(read<sample::Machine>(platforms.open("b").machine.tree).pool.has_value());
}

TEST_F(Resolve, EachFileMustSayItsKind) {
  platforms.write("machines/none.yaml", "a: 1\n");
  platforms.write("machines/text.yaml", "text\n");
  platforms.write("machines/part.yaml", "kind: part\n");
  EXPECT_EQ(platforms.problem("none"),
            "machines/none.yaml:1:1: kind: missing, expected machine or experiment or scenario");
  EXPECT_EQ(platforms.problem("text"),
            "machines/text.yaml:1:1: expected a mapping with kind: machine or experiment or "
            "scenario, found \"text\"");
  EXPECT_EQ(
      platforms.problem("part"),
      "machines/part.yaml:1:7: kind: expected machine or experiment or scenario, found \"part\"");
}

TEST_F(Resolve, AnExperimentNamesMachineWorkloadAndSeed) {
  platforms.machine("box", "ways: 1\n");
  const std::string path = platforms.write(
      "e.yaml", "kind: experiment\nmachine: box\nworkload: bfs:scale=20,trials=2\nseed: 7\n");
  const Experiment experiment = platforms.open(path);
  EXPECT_EQ(experiment.machine.name, "box");
  EXPECT_EQ(experiment.workload, "bfs:scale=20,trials=2");
  EXPECT_TRUE(experiment.has_workload);
  EXPECT_EQ(experiment.seed, 7u);
  EXPECT_TRUE(experiment.has_seed);
}

TEST_F(Resolve, AnInlineMachineMaySayItsNameAndExtend) {
  platforms.machine("box", "ways: 1\nseed: 1\n");
  const std::string named = platforms.write(
      "e.yaml", "kind: experiment\nmachine:\n  name: tall\n  extends: box\n  ways: 2\n");
  const std::string bare = platforms.write("f.yaml", "kind: experiment\nmachine: {ways: 3}\n");
  EXPECT_EQ(platforms.open(named).machine.name, "tall");
  EXPECT_EQ(platforms.tree(named), "{ways: 2, seed: 1}");
  EXPECT_EQ(platforms.open(bare).machine.name, "f");
}

TEST_F(Resolve, AllProblemsOfAnExperimentAreListed) {
  const std::string path =
      platforms.write("e.yaml", "kind: experiment\nworkload: [bfs]\nseed: -1\nmachin: box\n");
  EXPECT_EQ(platforms.problem(path),
            "e.yaml:1:1: experiment.machine: missing, expected a machine's name or mapping\n"
            "e.yaml:2:11: experiment.workload: expected text, found a list\n"
            "e.yaml:3:7: experiment.seed: expected a whole number from 0 such as 16, found \"-1\"\n"
            "e.yaml:4:1: experiment.machin: unknown key, did you mean \"machine\"?");
}

TEST_F(Resolve, AnUnknownMachineInAnExperimentPointsAtItself) {
  platforms.machine("box", "a: 1\n");
  const std::string path = platforms.write("e.yaml", "kind: experiment\nmachine: bix\n");
  EXPECT_EQ(platforms.problem(path),
            "e.yaml:2:10: experiment.machine: unknown machine \"bix\", did you mean \"box\"?");
}

TEST_F(Resolve, AWrittenMachineRunsAgainAsAnInlineExperiment) {
  platforms.machine("box", sample::kGood);
  const auto machine = read<sample::Machine>(platforms.open("box").machine.tree);
  const std::string path = platforms.write(
      "effective.yaml", "kind: experiment\nworkload: " + yaml_scalar("bfs:scale=20") +
                            "\nseed: 7\nmachine:\n  name: box\n" + to_yaml(machine, 2));
  const Experiment again = platforms.open(path);
  EXPECT_EQ(again.machine.name, "box");
  EXPECT_EQ(again.workload, "bfs:scale=20");
  EXPECT_EQ(to_yaml(read<sample::Machine>(again.machine.tree)), to_yaml(machine));
}

TEST_F(Resolve, MachinesAreListedByNameWithTheirSummary) {
  platforms.machine("zeta", "summary: the last\n");
  platforms.machine("alpha", "summary: the first\n");
  platforms.write("machines/notes.txt", "not a machine");
  const auto machines = list_machines(platforms.root());
  ASSERT_EQ(machines.size(), 2u);
  EXPECT_EQ(machines[0].name, "alpha");
  EXPECT_EQ(machines[0].summary, "the first");
  EXPECT_EQ(machines[1].name, "zeta");
}

}  // namespace
}  // namespace starnuma::config
