// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/json.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace starnuma::config {
namespace {

namespace json = boost::json;

TEST(JsonText, DenseIsOneLineWithoutBlanks) {
  EXPECT_EQ(json_text(json::object{{"b", json::array{1, 2.5, "x"}}, {"a", nullptr}}),
            "{\"b\":[1,2.5E0,\"x\"],\"a\":null}\n");
}

TEST(JsonText, RowsHoldAMemberEachWithTheShortestNumbers) {
  const json::array stats{json::object{{"path", "p"}, {"value", 0.1}},
                          json::object{{"path", "q"}, {"value", 5.0}}};
  EXPECT_EQ(json_text(stats, JsonLayout::kRows),
            "[\n{\"path\": \"p\", \"value\": 0.1},\n{\"path\": \"q\", \"value\": 5}\n]\n");
  EXPECT_EQ(json_text(json::object{{"a", 1e300}, {"b", "c"}}, JsonLayout::kRows),
            "{\n\"a\": 1e+300,\n\"b\": \"c\"\n}\n");
  EXPECT_EQ(json_text(json::array{}, JsonLayout::kRows), "[\n]\n");
}

TEST(JsonText, InnerRowsHoldADenseItemEach) {
  const json::object worst{{"begin", 7},
                           {"worst", json::array{json::object{{"a", 1}, {"b", 2}}, json::array{}}}};
  EXPECT_EQ(json_text(worst, JsonLayout::kInnerRows),
            "{\"begin\": 7, \"worst\": [\n{\"a\":1,\"b\":2},\n[]\n]}\n");
  EXPECT_EQ(json_text(json::object{{"worst", json::array{}}}, JsonLayout::kInnerRows),
            "{\"worst\": [\n]}\n");
}

TEST(JsonText, ColumnsBreakWhatIsLongerThanALine) {
  EXPECT_EQ(json_text(json::object{{"a", json::array{1, 2}}}, JsonLayout::kColumns),
            "{\"a\": [1, 2]}\n");
  const std::string x(60, 'x');
  const std::string y(60, 'y');
  EXPECT_EQ(json_text(json::object{{"a", x}, {"b", json::object{{"c", y}}}}, JsonLayout::kColumns),
            "{\n  \"a\": \"" + x + "\",\n  \"b\": {\"c\": \"" + y + "\"}\n}\n");
  EXPECT_EQ(json_text(json::object{}, JsonLayout::kColumns), "{}\n");
}

TEST(JsonText, EscapesKeysAndTexts) {
  for (const JsonLayout layout : {JsonLayout::kDense, JsonLayout::kRows, JsonLayout::kColumns}) {
    EXPECT_NE(json_text(json::object{{"\"", "a \\ \n"}}, layout).find(R"(a \\ \n")"),
              std::string::npos);
    EXPECT_NE(json_text(json::object{{"\"", 0}}, layout).find(R"("\"")"), std::string::npos);
  }
}

}  // namespace
}  // namespace starnuma::config
