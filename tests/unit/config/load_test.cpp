// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/load.h"

#include <gtest/gtest.h>

#include "platforms/config/diagnostics.h"

namespace starnuma::config {
namespace {

std::string problem_in(const std::string& text) {
  try {
    load_text(text, "f.yaml");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Load, KeysKeepTheirOrderAndEveryValueItsPlace) {
  const Node tree = load_text("zeta: 1\nalpha:\n  - x\n  - {y: 'two'}\n", "f.yaml");
  ASSERT_EQ(tree.entries.size(), 2u);
  EXPECT_EQ(tree.entries[0].key, "zeta");
  EXPECT_EQ(to_string(tree.entries[1].origin), "f.yaml:2:1");
  const Node& two = *tree.find("alpha")->items.at(1).find("y");
  EXPECT_EQ(to_string(two.origin), "f.yaml:4:9");
  EXPECT_EQ(two.text, "two");
  EXPECT_TRUE(two.quoted);
  EXPECT_FALSE(tree.find("zeta")->quoted);
}

TEST(Load, AnEmptyValueIsNull) {
  EXPECT_EQ(load_text("a:\n", "f").find("a")->kind, YamlKind::kNull);
  EXPECT_EQ(load_text("a: ~\n", "f").find("a")->kind, YamlKind::kNull);
  EXPECT_EQ(to_string(load_text("a:\nb: 1\n", "f").find("a")->origin), "f:1:1");
  EXPECT_EQ(to_string(load_text("a:\n  -\nb: 1\n", "f").find("a")->items.at(0).origin), "f:2:3");
  EXPECT_EQ(load_text("a: ''\n", "f").find("a")->kind, YamlKind::kScalar);
}

TEST(Load, ADuplicateKeyIsRefusedWhereItStands) {
  EXPECT_EQ(problem_in("a: 1\nb:\n  c: 1\n  c: 2\n"),
            "f.yaml:4:3: duplicate key \"c\", first written in line 3");
}

TEST(Load, AnchorAndAliasAreRefusedAtTheirOwnPlace) {
  EXPECT_EQ(problem_in("a: &x 1\nb: *x\n"),
            "f.yaml:1:4: anchors are not allowed: &x\n"
            "f.yaml:2:4: aliases are not allowed, write the value again");
}

TEST(Load, AMergeKeyIsRefused) {
  EXPECT_EQ(problem_in("a:\n  <<: {b: 1}\n"),
            "f.yaml:2:3: merge keys are not allowed, use extends: or part:");
}

TEST(Load, ATagIsRefused) {
  EXPECT_EQ(problem_in("a: !!int 1\n"), "f.yaml:1:4: tags are not allowed: tag:yaml.org,2002:int");
}

TEST(Load, ANumberWithALeadingZeroIsRefusedUnlessQuoted) {
  const std::string reason = " has a leading zero, remove it or quote the text";
  EXPECT_EQ(problem_in("a: 010\n"), "f.yaml:1:4: \"010\"" + reason);
  EXPECT_EQ(problem_in("a: -007\n"), "f.yaml:1:4: \"-007\"" + reason);
  EXPECT_EQ(problem_in("a: 010 ns\n"), "f.yaml:1:4: \"010 ns\"" + reason);
  EXPECT_EQ(problem_in("a: '010'\nb: 0\nc: 0.5\nd: 0x10\ne: 007-film\n"), "");
}

TEST(Load, AKeyMustBeText) {
  EXPECT_EQ(problem_in("? [a, b]\n: 1\n"), "f.yaml:1:3: a key must be text, found a list");
  EXPECT_EQ(problem_in("~: 1\n"), "f.yaml:1:1: a key must be text, found nothing");
}

TEST(Load, ASecondDocumentIsRefused) {
  EXPECT_EQ(problem_in("a: 1\n---\nb: 2\n"),
            "f.yaml:2:1: a second document starts here, a file holds one");
}

TEST(Load, AnEmptyFileIsRefused) {
  EXPECT_EQ(problem_in(""), "f.yaml:1:1: empty file");
  EXPECT_EQ(problem_in("# only a comment\n"), "f.yaml:1:1: empty file");
}

TEST(Load, ASyntaxErrorNamesItsPlace) {
  EXPECT_EQ(problem_in("a: 1\nb: [1, 2\nc: 3\n"), "f.yaml:3:2: end of sequence flow not found");
  EXPECT_EQ(problem_in("a: 1\n  b: 2\n"), "f.yaml:2:4: illegal map value");
}

TEST(Load, AControlCharacterIsRefused) {
  EXPECT_EQ(problem_in("a: 1\nb: \x04\nc: 2\n"),
            "f.yaml:2:4: control character, expected UTF-8 text");
}

TEST(Load, ByteOrderMarkAndCarriageReturnsAreTaken) {
  const Node tree = load_text("\xef\xbb\xbfkind: 'part'\r\nb: 2\r\n", "f");
  EXPECT_EQ(tree.entries.at(0).key, "kind");
  EXPECT_EQ(to_string(tree.find("b")->origin), "f:2:4");
}

TEST(Load, WhatIsNoUtf8IsRefused) {
  for (const std::string bytes :
       {"\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf5\x80\x80\x80"}) {
    EXPECT_EQ(problem_in("a: " + bytes), "f.yaml:1:4: invalid byte, expected UTF-8 text");
  }
  EXPECT_EQ(problem_in("a: größe 漢 😀\n"), "");
}

TEST(Load, AQuoteThatNeverClosesIsRefused) {
  EXPECT_EQ(problem_in("a: 1\nb: \"two\nc: 3\n"), "f.yaml:2:4: this quote is never closed");
  EXPECT_EQ(problem_in("a: 'it''s\n"), "f.yaml:1:4: this quote is never closed");
  EXPECT_EQ(problem_in(R"(a: "\")"), "f.yaml:1:7: illegal EOF in scalar");
  EXPECT_EQ(problem_in("a: 'it''s'\nb: \"say \\\"hi\\\"\"\n'c': \"two\n  lines\"\n"), "");
}

TEST(Load, ATabInTheIndentationIsRefused) {
  EXPECT_EQ(problem_in("a:\n \tb: 1\n"), "f.yaml:2:2: tab in the indentation, expected blanks");
  EXPECT_EQ(problem_in("a:\t1\n"), "");
}

TEST(Load, ALargeFileIsRefused) {
  EXPECT_EQ(problem_in("a: 1\n" + std::string(1 << 20, '#')),
            "f.yaml:1:1: larger than 1 MiB, which is not a configuration");
}

TEST(Load, DeepNestingIsASyntaxErrorNotACrash) {
  EXPECT_NE(problem_in(std::string(100'000, '[')), "");
}

TEST(Load, AllProblemsOfAFileAreListedInItsOrder) {
  EXPECT_EQ(problem_in("a: 01\na: *y\n"),
            "f.yaml:1:4: \"01\" has a leading zero, remove it or quote the text\n"
            "f.yaml:2:1: duplicate key \"a\", first written in line 1\n"
            "f.yaml:2:4: the referenced anchor is not defined");
}

TEST(Load, AFolderOrAMissingFileIsNamed) {
  EXPECT_THROW(load_file("/nowhere/at/all.yaml"), ConfigError);
  try {
    load_file("/tmp");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "/tmp: is a folder, expected a YAML file");
  }
}

}  // namespace
}  // namespace starnuma::config
