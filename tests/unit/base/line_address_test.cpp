// SPDX-License-Identifier: Apache-2.0
// Layout of a line's address.
#include <gtest/gtest.h>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::base {
namespace {

constexpr std::uint64_t kLinesOfTiB = (std::uint64_t{1} << 40) / kLineBytes;
constexpr std::uint64_t kLinesOfNode =
    static_cast<std::uint64_t>(LineAddress::kMostNodeBytes) / kLineBytes;

TEST(LineAddress, NodeOf64TiBKeepsItsLinesApartFromTheOther63) {
  EXPECT_EQ(kLinesOfNode, 64 * kLinesOfTiB);
  EXPECT_EQ(LineAddress::kMostNodes, 64);
  for (int node = 0; node < LineAddress::kMostNodes; ++node) {
    const auto id = static_cast<NodeId>(node);
    for (const std::uint64_t line :
         {std::uint64_t{0}, kLinesOfTiB - 1, kLinesOfTiB, 2 * kLinesOfTiB - 1, 2 * kLinesOfTiB,
          kLinesOfNode - 1, LineAddress::kMostRanges * kLinesOfNode - 1}) {
      const LineAddress address = LineAddress::of(id, line);
      EXPECT_EQ(address.node(), id) << line;
      EXPECT_EQ(address.in_node(), line) << node;
      EXPECT_EQ(address.value >> LineAddress::kBits, 0U);
    }
  }
}

TEST(LineAddress, RandomLinesComeBackAndFollowEachOtherInAPage) {
  constexpr std::uint64_t kSeed = 27;
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (int i = 0; i < 100'000; ++i) {
    const auto node = static_cast<NodeId>(random.below(LineAddress::kMostNodes));
    const std::uint64_t page =
        random.below(LineAddress::kMostRanges * kLinesOfNode / kLinesPerPage) * kLinesPerPage;
    const std::uint64_t line = random.below(kLinesPerPage);
    const Frame frame{LineAddress::of(node, page)};
    EXPECT_EQ(frame.line_at(line * kLineBytes), LineAddress::of(node, page + line));
    EXPECT_EQ(LineAddress::of(node, page + line).in_node(), page + line);
  }
}

TEST(LineAddress, TheFirstTiBOfANodeIsReadAsNodeAndOffset) {
  EXPECT_EQ(address_text(LineAddress::of(NodeId{4}, 0x1a40 / kLineBytes)), "0x40000001a40");
  EXPECT_EQ(address_text(LineAddress::of(NodeId{4}, kLinesOfTiB)), "0x440000000000");
}

TEST(LineAddress, WhatTheLayoutHasNoRoomForIsRefused) {
  EXPECT_THROW(LineAddress::of(static_cast<NodeId>(LineAddress::kMostNodes), 0), InvariantError);
  EXPECT_THROW(LineAddress::of(NodeId{0}, LineAddress::kMostRanges * kLinesOfNode), InvariantError);
  EXPECT_THROW(LineAddress::of(NodeId{0}, ~std::uint64_t{0}), InvariantError);
}

}  // namespace
}  // namespace starnuma::base
