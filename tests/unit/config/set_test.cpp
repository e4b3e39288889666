// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "platforms/config/reader.h"
#include "tests/unit/config/platforms_folder.h"
#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

class Set : public ::testing::Test {
 protected:
  sample::PlatformsFolder platforms;
};

TEST_F(Set, ReplacesAValueWhereverItCameFrom) {
  platforms.part("ddr5", "channels: 6\n");
  platforms.machine("a", "memory: {part: ddr5}\nways: 1\n");
  platforms.machine("b", "extends: a\nseed: 1\n");
  EXPECT_EQ(platforms.tree("b", {"memory.channels=2", "seed=9"}),
            "{memory: {channels: 2}, ways: 1, seed: 9}");
}

TEST_F(Set, ReadsTheValueAsAYamlScalar) {
  platforms.machine("m", "title: x\n");
  EXPECT_EQ(platforms.tree("m", {"title=3 GB/s"}), "{title: 3 GB/s}");
  EXPECT_EQ(platforms.tree("m", {"title=\"3 GB/s\""}), "{title: 3 GB/s}");
  EXPECT_EQ(platforms.tree("m", {"title=a=b"}), "{title: a=b}");
  EXPECT_TRUE(platforms.open("m", {"title='1'"}).machine.tree.find("title")->quoted);
}

TEST_F(Set, TheLastOfTwoWins) {
  platforms.machine("m", "ways: 1\n");
  EXPECT_EQ(platforms.tree("m", {"ways=2", "ways=3"}), "{ways: 3}");
}

TEST_F(Set, CreatesMissingMappings) {
  platforms.machine("m", "pool: none\n");
  EXPECT_EQ(platforms.tree("m", {"pool.link.latency=5 ns", "a.b=1"}),
            "{pool: {link: {latency: 5 ns}}, a: {b: 1}}");
}

TEST_F(Set, RemovesAGroupWithNone) {
  platforms.machine("m", sample::kGood);
  const Node tree = platforms.open("m", {"pool=none"}).machine.tree;
  EXPECT_FALSE(read<sample::Machine>(tree).pool.has_value());
}

TEST_F(Set, SelectsAListEntryByNumber) {
  platforms.machine("m", "links: [{a: 1}, {a: 2}]\n");
  EXPECT_EQ(platforms.tree("m", {"links.1.a=7"}), "{links: [{a: 1}, {a: 7}]}");
  EXPECT_EQ(platforms.problem("m", {"links.2.a=7"}),
            "--set links.2.a: \"2\" is not an entry of this list of 2, the first is 0");
  EXPECT_EQ(platforms.problem("m", {"links.one.a=7"}),
            "--set links.one.a: \"one\" is not an entry of this list of 2, the first is 0");
}

TEST_F(Set, LaysAPartOverAMapping) {
  platforms.part("fast", "latency: 1 ns\n");
  platforms.machine("m", "link: {latency: 9 ns, width: 8}\n");
  EXPECT_EQ(platforms.tree("m", {"link.part=fast"}), "{link: {latency: 1 ns, width: 8}}");
  EXPECT_EQ(platforms.problem("m", {"link.part=fsat"}),
            "--set link.part: machine.link.part: unknown part \"fsat\", did you mean \"fast\"?");
}

TEST_F(Set, AnUnknownKeyIsReportedAtTheOption) {
  platforms.machine("m", sample::kGood);
  Diagnostics diagnostics;
  read<sample::Machine>(platforms.open("m", {"pool.devises=2"}).machine.tree, diagnostics);
  ASSERT_EQ(diagnostics.lines().size(), 1u);
  EXPECT_EQ(diagnostics.lines()[0],
            "--set pool.devises: machine.pool.devises: unknown key, did you mean \"devices\"?");
}

TEST_F(Set, AWrongValueIsReportedAtTheOption) {
  platforms.machine("m", sample::kGood);
  Diagnostics diagnostics;
  read<sample::Machine>(platforms.open("m", {"ways=65", "seed=", "share=[1]"}).machine.tree,
                        diagnostics);
  ASSERT_EQ(diagnostics.lines().size(), 3u);
  EXPECT_EQ(diagnostics.lines()[0],
            "--set seed: machine.seed: no value, expected a whole number from 0 such as 16");
  EXPECT_EQ(diagnostics.lines()[1],
            "--set share: machine.share: expected a number such as 0.2, found a list");
  EXPECT_EQ(diagnostics.lines()[2],
            "--set ways: machine.ways: 65 is out of range, expected between 1 and 64");
}

TEST_F(Set, AMalformedOptionIsRefused) {
  platforms.machine("m", "ways: 1\n");
  EXPECT_EQ(platforms.problem("m", {"ways"}), "--set ways: expected path.to.key=VALUE");
  EXPECT_EQ(platforms.problem("m", {"a..b=1"}), "--set a..b: expected path.to.key=VALUE");
  EXPECT_EQ(platforms.problem("m", {"=1"}), "--set : expected path.to.key=VALUE");
  EXPECT_EQ(platforms.problem("m", {"ways={a: 1}"}),
            "--set ways: expected a value or a list of values, found a mapping");
  EXPECT_EQ(platforms.problem("m", {"ways=[[1]]"}),
            "--set ways: expected a value or a list of values, found a list");
  EXPECT_EQ(platforms.problem("m", {"ways=010"}),
            "--set ways:1:1: \"010\" has a leading zero, remove it or quote the text");
}

}  // namespace
}  // namespace starnuma::config
