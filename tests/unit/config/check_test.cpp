// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/check.h"

#include <gtest/gtest.h>

#include "tests/unit/config/platforms_folder.h"

namespace starnuma::config {
namespace {

struct Cache {
  int size = 0;
  int ways = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("size", size, "lines", base::between(1, 1000));
    v.field("ways", ways, "associativity", base::between(1, 8));
  }
  void check(base::Problems& problems) const {
    if (size % ways != 0) problems.add_misfit({"size", "ways"}, "not a whole number of sets");
  }
};

struct Box {
  Cache cache;
  base::Repeated<Cache> slice;
  std::optional<Cache> spare;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("cache", cache, "its cache");
    v.repeated("slice", slice, base::between(0, 8), "its slices");
    v.optional_group("spare", spare, "a spare one");
  }
  void check(base::Problems& problems) const {
    if (cache.size > 500) problems.add("cache.size", "too large for the box");
    if (slice.count > 1 && slice[1].size == 2) {
      problems.add("slice.overrides.1.size", "too small a slice");
    }
  }
};

class Check : public ::testing::Test {
 protected:
  /// Returns the problems of checking these files in order, with paths relative to the folder.
  std::string problems(const std::vector<std::string>& files) const {
    const Catalog catalog(platforms.root());
    Diagnostics diagnostics;
    for (const std::string& file : files) check_file<Box>(file, catalog, diagnostics);
    return platforms.shown(diagnostics);
  }
  std::string machine(const std::string& body) const {
    return problems({platforms.machine("m", body)});
  }
  sample::PlatformsFolder platforms;
};

TEST_F(Check, AStructsOwnCheckIsPrintedAtTheKey) {
  EXPECT_EQ(machine("cache: {size: 9, ways: 2}\n"),
            "machines/m.yaml:2:15: machine.cache.size: not a whole number of sets");
  EXPECT_EQ(machine("cache: {size: 600, ways: 2}\n"),
            "machines/m.yaml:2:15: machine.cache.size: too large for the box");
}

TEST_F(Check, OfKeysThatDoNotFitTheOneOfTheOwnFileIsNamed) {
  platforms.part("small", "of: cache\nsize: 9\nways: 3\n");
  EXPECT_EQ(machine("cache: {part: small, ways: 2}\n"),
            "machines/m.yaml:2:28: machine.cache.ways: not a whole number of sets");
}

TEST_F(Check, AProblemInAPartStandsInThePartsFile) {
  platforms.part("odd", "of: cache\nsize: 9\nways: 2\n");
  EXPECT_EQ(machine("cache: {part: odd}\n"),
            "parts/odd.yaml:3:7: machine.cache.size: not a whole number of sets");
}

TEST_F(Check, AnElementsOwnCheckIsPrintedAtItsOverride) {
  const std::string shared =
      "cache: {size: 8, ways: 2}\nslice:\n  count: 4\n  size: 8\n  ways: 2\n";
  EXPECT_EQ(machine(shared + "  overrides: {2: {size: 9}}\n"),
            "machines/m.yaml:7:25: machine.slice.overrides.2.size: not a whole number of sets");
  EXPECT_EQ(machine(shared + "  overrides: {0-1: {size: 2}}\n"),
            "machines/m.yaml:7:27: machine.slice.overrides.1.size: too small a slice");
}

TEST_F(Check, AStructIsNotCheckedWhenItsFieldsAreWrong) {
  EXPECT_EQ(machine("cache: {size: 9}\n"),
            "machines/m.yaml:2:8: machine.cache.ways: missing (associativity), expected a whole "
            "number such as 16");
}

TEST_F(Check, WhatAnUnknownPartMayHaveHeldIsNotMissing) {
  EXPECT_EQ(
      machine("cache: {part: larg, size: 8}\nspare: {part: larg}\n"),
      "machines/m.yaml:2:15: machine.cache.part: unknown part \"larg\", no value is valid here\n"
      "machines/m.yaml:3:15: machine.spare.part: unknown part \"larg\", no value is valid here");
}

TEST_F(Check, WhatAnUnknownMachineMayHaveHeldIsNotMissingAndTheRestIsRead) {
  platforms.machine("box", "cache: {size: 8, ways: 2}\n");
  EXPECT_EQ(
      machine("extends: bxo\ncache: {size: 0}\n"),
      "machines/m.yaml:2:10: machine.extends: unknown machine \"bxo\", did you mean \"box\"?\n"
      "machines/m.yaml:3:15: machine.cache.size: 0 is out of range, expected between 1 and "
      "1000");
}

TEST_F(Check, WhatYamlReadersMisreadDoesNotHideOtherMistakes) {
  EXPECT_EQ(
      machine("cache: &c {size: 08, ways: 9}\nspare: *c\nslice: {<<: {}, cont: 1}\n"),
      "machines/m.yaml:2:8: anchors are not allowed: &c\n"
      "machines/m.yaml:2:18: \"08\" has a leading zero, remove it or quote the text\n"
      "machines/m.yaml:2:28: machine.cache.ways: 9 is out of range, expected between 1 and 8\n"
      "machines/m.yaml:3:8: aliases are not allowed, write the value again\n"
      "machines/m.yaml:4:9: merge keys are not allowed, use extends: or part:\n"
      "machines/m.yaml:4:17: machine.slice.cont: unknown key, did you mean \"count\"?");
}

TEST_F(Check, AMistakeInAPartIsListedOnceForAllFilesThatUseIt) {
  const std::string part = platforms.part("wide", "of: cache\nsize: 8\nwasy: 2\n");
  const std::string a = platforms.machine("a", "cache: {part: wide, ways: 2}\n");
  const std::string b = platforms.machine("b", "cache: {part: wide, ways: 4}\n");
  EXPECT_EQ(problems({a, b, part}),
            "parts/wide.yaml:4:1: machine.cache.wasy: unknown key, did you mean \"ways\"?");
}

TEST_F(Check, APartIsReadAsTheGroupThatItNames) {
  EXPECT_EQ(problems({platforms.part("a", "of: cache\nsize: 8\n")}), "");
  EXPECT_EQ(problems({platforms.part("b", "of: slice\ncount: 9\n")}),
            "parts/b.yaml:3:8: machine.slice.count: 9 is out of range, expected between 0 and 8");
  EXPECT_EQ(problems({platforms.part("c", "of: spare\nways: [1]\n")}),
            "parts/c.yaml:3:7: machine.spare.ways: expected a whole number such as 16, found a "
            "list");
  EXPECT_EQ(problems({platforms.part("d", "of: spar\n")}),
            "parts/d.yaml:2:5: of: unknown group \"spar\", did you mean \"spare\"?");
  EXPECT_EQ(problems({platforms.part("e", "size: 8\n")}),
            "parts/e.yaml:1:1: of: missing, expected the group of a machine that this is a "
            "part of, such as pool.link");
}

TEST_F(Check, APartThatDoesNotFitIsOneMistake) {
  platforms.part("other", "of: cache\ncolour: red\nsource: {colour: paint}\n");
  EXPECT_EQ(machine("cache: {part: other, size: 8, ways: 2}\n"),
            "machines/m.yaml:2:15: machine.cache.part: part \"other\" does not fit here, none of "
            "its keys is known; valid are size, ways");
}

TEST_F(Check, ACycleOfPartsIsShown) {
  platforms.part("a", "of: cache\nx: {part: b}\n");
  platforms.part("b", "of: cache\nx: {part: a}\n");
  EXPECT_NE(machine("cache: {part: a, size: 8, ways: 2}\n")
                .find("parts/b.yaml:3:11: machine.cache.x.x.part: cycle: a -> b -> a"),
            std::string::npos);
}

TEST_F(Check, PartsThatNamePartsWithoutEndAreStopped) {
  for (int i = 0; i < 12; ++i) {
    const std::string next = std::to_string(i + 1);
    platforms.part("p" + std::to_string(i),
                   "of: cache\na: {part: p" + next + "}\nb: {part: p" + next + "}\n");
  }
  platforms.part("p12", "of: cache\nsize: 1\n");
  EXPECT_NE(machine("cache: {part: p0}\n").find("a machine of more than 1000 parts"),
            std::string::npos);
}

TEST_F(Check, AReferenceNeedsOnlyToBeYaml) {
  EXPECT_EQ(problems({platforms.write("r.yaml", "kind: reference\nanything: [1, 2]\n")}), "");
  EXPECT_EQ(problems({platforms.write("r.yaml", "kind: reference\na: 1\na: 2\n")}),
            "r.yaml:3:1: duplicate key \"a\", first written in line 2");
}

TEST_F(Check, AFileOfAnotherKindCannotStandForAMachine) {
  platforms.write("e.yaml", "kind: experiment\nmachine: m\n");
  EXPECT_EQ(
      machine("extends: ../e.yaml\n"),
      "machines/m.yaml:2:10: machine.extends: \"../e.yaml\" is not of kind machine, its file says "
      "kind: experiment");
}

TEST_F(Check, AMachinesNameInAnExperimentIsAFileName) {
  const std::string expected =
      "e.yaml:2:17: machine.name: expected a name of letters, digits, \"_\", \"-\" and \".\", "
      "found ";
  for (const std::string name : {"../x", "a/b", ".hidden", "a b"}) {
    const std::string body = "machine: {name: '" + name + "', cache: {size: 8, ways: 2}}\n";
    EXPECT_EQ(problems({platforms.write("e.yaml", "kind: experiment\n" + body)}),
              expected + "\"" + name + "\"");
  }
}

}  // namespace
}  // namespace starnuma::config
