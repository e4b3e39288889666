// SPDX-License-Identifier: Apache-2.0
#include "models/memory/write_buffer.h"

#include <gtest/gtest.h>

#include <set>

#include "models/base/random.h"

namespace starnuma::memory {
namespace {

TEST(WriteBuffer, HoldsALineFromItsAdditionToItsRemoval) {
  WriteBuffer buffer;
  EXPECT_FALSE(buffer.holds(7));
  buffer.add(7);
  buffer.add(8);
  EXPECT_TRUE(buffer.holds(7));
  EXPECT_EQ(buffer.size(), 2u);
  buffer.remove(7);
  EXPECT_FALSE(buffer.holds(7));
  EXPECT_TRUE(buffer.holds(8));
  EXPECT_EQ(buffer.size(), 1u);
}

TEST(WriteBuffer, DistinguishesLinesOfEqualHash) {
  constexpr std::uint64_t kFirst = 3;
  WriteBuffer buffer;
  buffer.add(kFirst);
  int held = 0;
  for (std::uint64_t line = 0; line < 100'000; ++line) held += buffer.holds(line);
  EXPECT_EQ(held, 1);
  // More lines than hashes: some share one with the first.
  for (std::uint64_t line = 1000; line < 3000; ++line) buffer.add(line);
  for (std::uint64_t line = 1000; line < 3000; ++line) buffer.remove(line);
  EXPECT_TRUE(buffer.holds(kFirst));
}

TEST(WriteBuffer, AgreesWithASetOverRandomAdditionsAndRemovals) {
  WriteBuffer buffer;
  std::set<std::uint64_t> expected;
  base::Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t line = random.below(2000) * 257;
    ASSERT_EQ(buffer.holds(line), expected.count(line) == 1) << i;
    if (expected.erase(line) == 1) {
      buffer.remove(line);
    } else if (expected.size() < 64) {
      expected.insert(line);
      buffer.add(line);
    } else {
      buffer.remove(*expected.begin());
      expected.erase(expected.begin());
    }
    ASSERT_EQ(buffer.size(), expected.size());
  }
}

}  // namespace
}  // namespace starnuma::memory
