// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema.h"

#include <gtest/gtest.h>

#include "platforms/config/load.h"
#include "platforms/config/node_path.h"
#include "platforms/config/parameters.h"
#include "tests/unit/config/platforms_folder.h"
#include "tests/unit/config/sample_config.h"

namespace starnuma::config {
namespace {

TEST(Schema, EachFieldHasItsTypeRangeAndSentence) {
  const std::string schema = json_schema<sample::Machine>();
  const auto has = [&](const char* text) {
    EXPECT_NE(schema.find(text), std::string::npos) << text;
  };
  has(R"("ways": {"type": "integer", "minimum": 1, "maximum": 64, "description": "associativity"})");
  has(R"("enum": ["first_touch", "oracle", "none"])");
  has(R"("share": {"type": "number", "minimum": 0, "maximum": 1)");
  has(R"((\\.[0-9]*)?|\\.[0-9]+) *(cycles?)$)");
  has(R"(one-way latency; a time such as \"80 ns\", between 1 ns and 5 us)");
  has(R"("anyOf": [{"const": "none"}, {"$ref": "#/definitions/pool"}])");
  has(R"("part of pool.link")");
}

TEST(Schema, IsReadByAnyYamlReader) {
  EXPECT_NO_THROW(load_text(json_schema<sample::Machine>(), "schema.json"));
}

TEST(NodePath, AnIndexIsFoundUnderItsRange) {
  const Node tree =
      load_text("pool:\n  size: 1\n  overrides:\n    0-3: {size: 2}\n    2: {way: 3}\n", "f");
  EXPECT_EQ(find_path(tree, "pool.overrides.1.size")->text, "2");
  EXPECT_EQ(find_path(tree, "pool.overrides.2.size")->text, "2");
  EXPECT_EQ(find_path(tree, "pool.overrides.2.way")->text, "3");
  EXPECT_EQ(find_path(tree, "pool.overrides.4.size"), nullptr);
  EXPECT_EQ(to_string(nearest_origin(tree, "pool.overrides.5.size")), "f:2:9");
  EXPECT_EQ(to_string(nearest_origin(tree, "pool.other.deep")), "f:2:3");
  EXPECT_EQ(to_string(nearest_origin(tree, "nothing")), "f:1:1");
}

TEST(Parameters, ARowHasValueAndSourceOfTheFirstMachineThatHasTheField) {
  sample::PlatformsFolder platforms;
  platforms.part("ram", "memory: 48 GiB\nsource: {memory: data sheet}\n");
  platforms.machine("small", "clock: 2 GHz\nsource: assumed\n");
  platforms.machine("large", "part: ram\nclock: 3 GHz\n");
  const std::string page =
      parameters_page(all_fields<sample::Machine>(),
                      {platforms.open("small").machine, platforms.open("large").machine});
  const auto has = [&](const char* row) { EXPECT_NE(page.find(row), std::string::npos) << row; };
  has("| `clock` | frequency | between 100 MHz and 1000 GHz | of the cores | `2 GHz` | assumed "
      "|\n");
  has("| `memory` | size | between 0 B and 1024 TiB | per socket | `48 GiB` (large) | data sheet "
      "|");
  has("| `pool.link.latency` | time | between 1 ns and 5 us | one-way latency | none |  |\n");
}

}  // namespace
}  // namespace starnuma::config
