// SPDX-License-Identifier: Apache-2.0
#include "models/pool/block_snoops.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "models/base/random.h"

namespace starnuma::pool {
namespace {

struct Sent {
  int host;
  std::uint64_t line;
  int lines;
  friend bool operator==(const Sent& a, const Sent& b) {
    return a.host == b.host && a.line == b.line && a.lines == b.lines;
  }
};

std::vector<Sent> sent(const BlockSnoops& snoops) {
  std::vector<Sent> all;
  snoops.each([&](base::SocketId host, base::LineAddress line, int lines) {
    all.push_back({base::index_of(host), line.value, lines});
  });
  return all;
}

TEST(BlockSnoops, AlignedLinesOfAHostShareAMessage) {
  BlockSnoops snoops({36});
  for (const std::uint64_t line : {32, 33, 34, 35, 38, 39}) snoops.add({line}, 0b10);
  EXPECT_EQ(sent(snoops), (std::vector<Sent>{{1, 32, 4}, {1, 38, 2}}));
}

TEST(BlockSnoops, LinesAcrossABoundaryDoNot) {
  BlockSnoops snoops({32});
  for (const std::uint64_t line : {33, 34, 35, 36}) snoops.add({line}, 0b1);
  EXPECT_EQ(sent(snoops), (std::vector<Sent>{{0, 33, 1}, {0, 34, 2}, {0, 36, 1}}));
}

TEST(BlockSnoops, EachHostIsSnoopedForItsOwnLines) {
  BlockSnoops snoops({0});
  snoops.add({0}, 0b101);
  snoops.add({1}, 0b100);
  EXPECT_EQ(sent(snoops), (std::vector<Sent>{{0, 0, 1}, {2, 0, 2}}));
  EXPECT_EQ(snoops.hosts(), 2);
}

TEST(BlockSnoops, CoverEachLineOfEachHolderOnce) {
  base::Random random(7);
  std::printf("seed 7\n");
  for (int run = 0; run < 1000; ++run) {
    const std::uint64_t first = random.below(64) * kMostSectorLines;
    BlockSnoops snoops({first + random.below(kMostSectorLines)});
    std::map<std::pair<int, std::uint64_t>, int> expected;
    for (std::uint64_t line = first; line < first + kMostSectorLines; ++line) {
      const auto hosts = static_cast<std::uint32_t>(random.next() & random.next());
      snoops.add({line}, hosts);
      for (int h = 0; h < 32; ++h) {
        if ((hosts >> h & 1U) != 0) expected[{h, line}] = 1;
      }
    }
    std::map<std::pair<int, std::uint64_t>, int> covered;
    for (const Sent& message : sent(snoops)) {
      EXPECT_EQ(message.line % static_cast<std::uint64_t>(message.lines), 0u);
      for (int i = 0; i < message.lines; ++i) {
        ++covered[{message.host, message.line + static_cast<std::uint64_t>(i)}];
      }
    }
    EXPECT_EQ(covered, expected);
  }
}

}  // namespace
}  // namespace starnuma::pool
