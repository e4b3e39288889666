// SPDX-License-Identifier: Apache-2.0
#include "models/memory/write_buffer.h"

#include <gtest/gtest.h>

namespace starnuma::memory {
namespace {

using namespace base::literals;
using base::Time;

Time accept(WriteBuffer& buffer, std::uint64_t line, Time at, Time horizon = 0_ns) {
  return buffer.accept({line, {0, 0, true}, 0, 0, at, at}, horizon);
}

TEST(WriteBuffer, AcceptsAtOnceWhereThereIsRoom) {
  WriteBuffer buffer(2);
  EXPECT_EQ(accept(buffer, 1, 10_ns), 10_ns);
  EXPECT_EQ(accept(buffer, 2, 5_ns), 5_ns);
}

TEST(WriteBuffer, AWriteOnItsWayOutHoldsItsPlaceUntilItsCommand) {
  WriteBuffer buffer(2);
  accept(buffer, 1, 0_ns);
  accept(buffer, 2, 0_ns);
  buffer.take(0);
  buffer.leaves_at(100_ns);
  EXPECT_EQ(accept(buffer, 3, 99_ns), 100_ns);
}

TEST(WriteBuffer, AWriteThatComesWhenAnotherHasLeftDoesNotWait) {
  WriteBuffer buffer(2);
  accept(buffer, 1, 0_ns);
  accept(buffer, 2, 0_ns);
  buffer.take(0);
  buffer.leaves_at(100_ns);
  EXPECT_EQ(accept(buffer, 3, 100_ns), 100_ns);
  buffer.take(0);
  buffer.leaves_at(101_ns);
  EXPECT_EQ(accept(buffer, 4, 102_ns), 102_ns);
}

TEST(WriteBuffer, WritesLeaveInOrderOfTimeWhateverTheOrderInWhichTheyAreTaken) {
  WriteBuffer buffer(2);
  accept(buffer, 1, 0_ns);
  accept(buffer, 2, 0_ns);
  buffer.take(0);
  buffer.leaves_at(200_ns);
  buffer.take(0);
  buffer.leaves_at(100_ns);
  EXPECT_EQ(accept(buffer, 3, 0_ns), 100_ns);
  EXPECT_EQ(accept(buffer, 4, 0_ns), 200_ns);
}

TEST(WriteBuffer, HoldsALineUntilItIsTaken) {
  WriteBuffer buffer(8);
  accept(buffer, 1, 0_ns);
  EXPECT_TRUE(buffer.holds(1));
  EXPECT_FALSE(buffer.holds(2));
  EXPECT_EQ(buffer.take(0).line, 1u);
  EXPECT_FALSE(buffer.holds(1));
}

TEST(WriteBuffer, TellsLinesOfOneHashApart) {
  WriteBuffer buffer(8);
  accept(buffer, 0, 0_ns);
  for (std::uint64_t line = 1; line < 100'000; ++line) EXPECT_FALSE(buffer.holds(line));
}

}  // namespace
}  // namespace starnuma::memory
