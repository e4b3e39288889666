// SPDX-License-Identifier: Apache-2.0
// Accesses of repeated string instructions, and handlers that interrupt them.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "stimulus/trace/capture/plugin/string_accesses.h"
#include "stimulus/trace/capture/plugin/string_turns.h"

namespace starnuma::capture::string_test {
namespace {

using Parts = std::vector<std::pair<std::uint64_t, int>>;

/// Returns address and bytes of the parts of a store of elements of eight bytes.
Parts parts_of(const std::vector<std::uint64_t>& elements) {
  StringAccesses accesses;
  for (const std::uint64_t element : elements) {
    accesses.begin_iteration(1);
    accesses.add(element, 8, true);
  }
  accesses.end();
  Parts parts;
  while (const auto part = accesses.take()) parts.push_back({part->address, part->bytes});
  return parts;
}

TEST(StringAccesses, ElementsOfALineThatTouchAreOnePartInBothDirections) {
  EXPECT_EQ(parts_of({0x1000, 0x1008, 0x1010}), (Parts{{0x1000, 24}}));
  EXPECT_EQ(parts_of({0x1010, 0x1008, 0x1000}), (Parts{{0x1000, 24}}));
}

TEST(StringAccesses, ElementsApartAreTwoParts) {
  EXPECT_EQ(parts_of({0x1000, 0x1010}), (Parts{{0x1000, 8}, {0x1010, 8}}));
}

TEST(StringAccesses, AnElementFromTheBeginOfALineIsOnePartAndOneAcrossItTwo) {
  EXPECT_EQ(parts_of({0x1040}), (Parts{{0x1040, 8}}));
  EXPECT_EQ(parts_of({0x103c}), (Parts{{0x103c, 4}, {0x1040, 4}}));
  EXPECT_EQ(parts_of({0x1044, 0x103c}), (Parts{{0x1040, 12}, {0x103c, 4}}));
}

TEST(StringAccesses, AnElementThatIsAccessedAgainCountsOnce) {
  EXPECT_EQ(parts_of({0x1000, 0x1000, 0x1008, 0x1008}), (Parts{{0x1000, 16}}));
}

Block block_at(std::uint64_t address, bool repeats = true) {
  Block block;
  block.address = block.last = address;
  block.end = address + 4;
  block.streams = repeats ? 1 : 0;
  return block;
}

/// Starts the instruction at `address` and is interrupted by a handler at `handler`.
void interrupt(StringTurns& turns, std::uint64_t address, std::uint64_t handler) {
  EXPECT_FALSE(turns.continues(block_at(address)));
  EXPECT_FALSE(turns.continues(block_at(handler, false)));
}

/// Returns whether a block at `address` continues an instruction after a handler has returned.
bool resumes(StringTurns& turns, std::uint64_t address) {
  turns.handler_returns();
  return turns.continues(block_at(address));
}

TEST(StringTurns, AnInstructionIsContinuedOnceAfterItsHandler) {
  StringTurns turns;
  interrupt(turns, 0x1000, 0x9000);
  EXPECT_TRUE(resumes(turns, 0x1000));
  EXPECT_FALSE(turns.continues(block_at(0x1004, false)));
  EXPECT_FALSE(resumes(turns, 0x1000));
}

TEST(StringTurns, ACompleteInstructionIsNotInterrupted) {
  StringTurns turns;
  EXPECT_FALSE(turns.continues(block_at(0x1000)));
  EXPECT_FALSE(turns.continues(block_at(0x1004, false)));
  EXPECT_FALSE(resumes(turns, 0x1000));
}

TEST(StringTurns, AnInstructionThatTheHandlerHasCompletedIsNotContinuedLater) {
  StringTurns turns;
  interrupt(turns, 0x1000, 0x9000);
  EXPECT_FALSE(resumes(turns, 0x1004));
  EXPECT_FALSE(turns.continues(block_at(0x1008, false)));
  EXPECT_FALSE(resumes(turns, 0x1000));
}

TEST(StringTurns, SixteenHandlersThatDoNotReturnAreRemembered) {
  for (const std::uint64_t handlers : {16U, 17U}) {
    StringTurns turns;
    for (std::uint64_t i = 0; i < handlers; ++i) interrupt(turns, 0x1000 * (i + 1), 0x90000);
    EXPECT_EQ(resumes(turns, 0x1000), handlers == 16);
  }
}

}  // namespace
}  // namespace starnuma::capture::string_test
