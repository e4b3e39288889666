// SPDX-License-Identifier: Apache-2.0
#include "models/base/weights.h"

#include <gtest/gtest.h>

namespace starnuma::base {
namespace {

TEST(Weights, AreNumbersInOrderSeparatedByColons) {
  EXPECT_EQ(parse_weights("3:1"), (Weights{{3, 1}}));
  EXPECT_EQ(parse_weights("1:0:255"), (Weights{{1, 0, 255}}));
  EXPECT_EQ(parse_weights("7"), (Weights{{7}}));
}

TEST(Weights, ReadBackAsTheyArePrinted) {
  for (const std::string text : {"3:1", "0:1", "2:2:1:1"}) {
    EXPECT_EQ(to_string(parse_weights(text).value()), text);
  }
}

TEST(Weights, AreNothingElse) {
  for (const std::string text : {"", ":", "3:", ":1", "3::1", "-1:1", "256:1", "1.5:1", "3: 1",
                                 "3,1", "0:0", "0", "99999999999:1", "3:1x"}) {
    EXPECT_FALSE(parse_weights(text)) << text;
  }
}

}  // namespace
}  // namespace starnuma::base
