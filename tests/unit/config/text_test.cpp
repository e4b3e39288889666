// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/text.h"

#include <gtest/gtest.h>

namespace starnuma::config {
namespace {

TEST(Text, OneLineHasNoControlCharactersAndIsUtf8) {
  EXPECT_EQ(one_line("a\nb\x1b[2J\x7f\xc2\x85z"), "a?b?[2J??z");
  EXPECT_EQ(one_line("gr\xc3\xb6\xc3"), "gr\xc3\xb6?");
  EXPECT_EQ(one_line("\xff\xed\xa0\x80"), "????");
  EXPECT_EQ(one_line(""), "");
}

TEST(Text, APrintableTextIsShortenedBetweenCharacters) {
  EXPECT_EQ(printable(std::string(61, 'a')), std::string(60, 'a') + "...");
  EXPECT_EQ(printable(std::string(59, 'a') + "\xc3\xb6"), std::string(59, 'a') + "...");
  EXPECT_EQ(in_quotes("a\nb"), "\"a?b\"");
}

TEST(Text, ANameIsGoodForAFileAFolderAndAKey) {
  for (const char* name : {"starnuma16", "A_b-c.d", "3", "none"})
    EXPECT_TRUE(is_name(name)) << name;
  EXPECT_TRUE(is_name(std::string(100, 'a')));
  for (const char* name : {"", ".", "..", ".hidden", "a b", "a/b", "a\nb", "<b>", "gr\xc3\xb6",
                           "a:b", "a\"b", "a\\b", "$(id)"}) {
    EXPECT_FALSE(is_name(name)) << name;
  }
  EXPECT_FALSE(is_name(std::string(101, 'a')));
}

}  // namespace
}  // namespace starnuma::config
