// SPDX-License-Identifier: Apache-2.0
#include "models/base/filter_size.h"

#include <gtest/gtest.h>

namespace starnuma::base {
namespace {

using Unit = FilterSize::Unit;

TEST(FilterSize, IsMemoryEntriesOrMultiplesOfTheCaches) {
  EXPECT_EQ(parse_filter_size("8 MiB"), (FilterSize{Unit::kBytes, 8 << 20}));
  EXPECT_EQ(parse_filter_size("1024 entries"), (FilterSize{Unit::kEntries, 1024}));
  EXPECT_EQ(parse_filter_size("0.25 x caches"), (FilterSize{Unit::kTimesCaches, 0.25}));
  EXPECT_EQ(parse_filter_size("2x caches"), (FilterSize{Unit::kTimesCaches, 2}));
}

TEST(FilterSize, ReadsBackAsItIsPrinted) {
  for (const std::string text :
       {"8 MiB", "512 KiB", "0 B", "100000000 entries", "0.03125 x caches"}) {
    EXPECT_EQ(to_string(parse_filter_size(text).value()), text);
  }
}

TEST(FilterSize, IsNothingElse) {
  for (const std::string text :
       {"", "8", "2 x", "-1 entries", "1.5 entries", "1e9 entries", "nan x caches", "inf x caches",
        "8 MB", "0x8 entries", "99999999999999999999 entries", "4 entries 2"}) {
    EXPECT_FALSE(parse_filter_size(text)) << text;
  }
}

}  // namespace
}  // namespace starnuma::base
