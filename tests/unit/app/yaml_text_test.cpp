// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/yaml_text.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace starnuma::app {
namespace {

std::string yaml_of(const char* json) { return yaml_text(boost::json::parse(json).as_object()); }

TEST(YamlText, KeysKeepTheirOrder) {
  EXPECT_EQ(yaml_of(R"({"b": 1, "a": true})"), "b: 1\na: true\n");
}

TEST(YamlText, QuantitiesAndWordsStandPlain) {
  EXPECT_EQ(yaml_of(R"({"a": "80.5 ns", "b": "first touch", "c": "100 %", "d": "x86_64"})"),
            "a: 80.5 ns\nb: first touch\nc: 100 %\nd: x86_64\n");
}

TEST(YamlText, WhatYamlWouldTakeForSomethingElseIsQuoted) {
  for (const char* text :
       {"",    "0",  "0-1", "6.1.0", "1e3",        "yes",   "No", "NULL", "a: b", "#",
        "- a", "a ", " a",  "[1]",   "2026-11-23", "12:30", ".5", "%",    "*a",   "say \\\""}) {
    const std::string quoted = '"' + std::string(text) + '"';
    EXPECT_EQ(yaml_of(("{\"a\": " + quoted + "}").c_str()), "a: " + quoted + "\n");
  }
}

TEST(YamlText, WhatFitsStandsOnOneLine) {
  EXPECT_EQ(yaml_of(R"({"a": {"b": "1 ns", "c": [1, {}]}, "d": []})"),
            "a: {b: 1 ns, c: [1, {}]}\nd: []\n");
}

TEST(YamlText, WhatDoesNotFitIsInBlocks) {
  const std::string word(60, 'x');
  const std::string pair = "{\"b\": \"" + word + "\", \"c\": [1, {\"d\": \"" + word + "\"}]}";
  EXPECT_EQ(yaml_of(("{\"a\": [" + pair + ", 2, \"e\"]}").c_str()),
            "a:\n  - b: " + word + "\n    c: [1, {d: " + word + "}]\n  - 2\n  - e\n");
}

TEST(YamlText, ALineMayHaveAHundredColumns) {
  const std::string fits(100 - std::string("a: [1, ]").size(), 'x');
  EXPECT_EQ(yaml_of(("{\"a\": [1, \"" + fits + "\"]}").c_str()), "a: [1, " + fits + "]\n");
  EXPECT_EQ(yaml_of(("{\"a\": [1, \"" + fits + "x\"]}").c_str()), "a:\n  - 1\n  - " + fits + "x\n");
}

}  // namespace
}  // namespace starnuma::app
