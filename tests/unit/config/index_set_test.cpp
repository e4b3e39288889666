// SPDX-License-Identifier: Apache-2.0
// A field that is a list of indices or all of them.
#include "models/base/index_set.h"

#include <gtest/gtest.h>

#include "platforms/config/list_fields.h"
#include "platforms/config/load.h"
#include "platforms/config/reader.h"
#include "platforms/config/schema.h"
#include "platforms/config/writer.h"
#include "tests/unit/config/platforms_folder.h"

namespace starnuma::config::index_set_test {
namespace {

struct Box {
  base::IndexSet sockets;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sockets", sockets, "that have a link");
  }
};

std::vector<int> chosen(const std::string& text, int count) {
  return read<Box>(load_text(text, "m.yaml")).sockets.of(count);
}

/// Returns the message about a wrong value, without the expectation.
std::string problem(const std::string& value) {
  Diagnostics diagnostics;
  read<Box>(load_text("sockets: " + value + "\n", "m.yaml"), diagnostics);
  const std::string expected = "expected all or a list of indices such as [0, 4, 8]";
  EXPECT_EQ(diagnostics.lines().size(), 1u);
  std::string line = diagnostics.lines().at(0);
  const std::size_t at = line.find(expected);
  EXPECT_NE(at, std::string::npos) << line;
  return line.erase(at, expected.size());
}

TEST(IndexSetField, IsAllOrAListInAnyOrder) {
  EXPECT_EQ(chosen("sockets: all\n", 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(chosen("sockets: [8, 0, 4]\n", 16), (std::vector<int>{0, 4, 8}));
  EXPECT_EQ(chosen("sockets:\n  - 5\n", 16), (std::vector<int>{5}));
}

TEST(IndexSetField, IsWrittenAsItReadsBack) {
  for (const std::string text : {"sockets: all\n", "sockets: [8, 0, 4]\n"}) {
    EXPECT_EQ(to_yaml(read<Box>(load_text(text, "m.yaml"))), text);
  }
  EXPECT_EQ(list_fields(Box{{false, {3, 1}}}).at(0).value, "[3, 1]");
  EXPECT_EQ(list_fields(Box{}).at(0).type, "list");
}

TEST(IndexSetField, RefusesNonsenseInOneLine) {
  const std::string place = "m.yaml:1:10: machine.sockets: ";
  EXPECT_EQ(problem("[]"), place + ", found an empty list");
  EXPECT_EQ(problem("3"), place + ", found \"3\"");
  EXPECT_EQ(problem("{0: 1}"), place + ", found a mapping");
  EXPECT_EQ(problem("[0, 4, 0]"), place + "0 is listed twice, ");
  EXPECT_EQ(problem("[0, -1]"), place + "\"-1\" is not an index, ");
  EXPECT_EQ(problem("[0, 1.5]"), place + "\"1.5\" is not an index, ");
  EXPECT_EQ(problem("[[0]]"), place + "a list is not an index, ");
}

TEST(IndexSetField, IsSetFromTheCommandLine) {
  sample::PlatformsFolder platforms;
  platforms.machine("m", "sockets: all\n");
  const Node tree = platforms.open("m", {"sockets=[2, 7]"}).machine.tree;
  EXPECT_EQ(read<Box>(tree).sockets, (base::IndexSet{false, {2, 7}}));
}

TEST(IndexSetField, HasASchema) {
  const std::string schema = json_schema<Box>();
  EXPECT_NE(schema.find(R"({"const": "all"})"), std::string::npos) << schema;
  EXPECT_NE(schema.find(R"("uniqueItems": true)"), std::string::npos);
}

}  // namespace
}  // namespace starnuma::config::index_set_test
