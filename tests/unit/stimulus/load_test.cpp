// SPDX-License-Identifier: Apache-2.0
// Order in which generators and probes access their lines.
#include <gtest/gtest.h>

#include <set>

#include "stimulus/synthetic/line_order.h"
#include "stimulus/synthetic/probe_chain.h"

namespace starnuma::stimulus {
namespace {

constexpr std::uint64_t kLines = 2 * LineOrder::kBlock;

TEST(LineOrder, EveryPatternTakesEachLineOnceATurn) {
  for (const Pattern pattern : {Pattern::kSequential, Pattern::kRandom, Pattern::kStride}) {
    const LineOrder order(pattern, kLines, 7);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < kLines; ++i) seen.insert(order.line(i));
    EXPECT_EQ(seen.size(), kLines);
    EXPECT_EQ(*seen.rbegin(), kLines - 1);
    EXPECT_EQ(order.line(kLines + 5), order.line(5));
  }
}

TEST(LineOrder, SequentialAndStrideAreWhatTheyAreCalled) {
  EXPECT_EQ(LineOrder(Pattern::kSequential, kLines, 7).line(3), 3u);
  const LineOrder stride(Pattern::kStride, kLines, 7);
  EXPECT_EQ(stride.line(3) - stride.line(2), LineOrder::kStride);
}

TEST(LineOrder, RandomStaysInItsBlockAndHasNoStep) {
  const LineOrder order(Pattern::kRandom, kLines, 7);
  std::set<std::int64_t> steps;
  for (std::uint64_t i = 0; i + 1 < LineOrder::kBlock; ++i) {
    EXPECT_LT(order.line(i), LineOrder::kBlock);
    steps.insert(static_cast<std::int64_t>(order.line(i + 1)) -
                 static_cast<std::int64_t>(order.line(i)));
  }
  EXPECT_GT(steps.size(), LineOrder::kBlock / 4);
}

/// Walks chains and records the loaded words.
struct Walker {
  struct Ready {};
  struct Value {
    std::uint64_t value;
    Ready ready;
  };
  Value load(const base::SimArray<std::uint64_t>& array, std::uint64_t i, Ready = {}) {
    words.push_back(i);
    return {array.data[i], {}};
  }
  void work(int) {}
  std::vector<std::uint64_t> words;
};

TEST(ProbeChains, EachLoadsItsLinesOnceAndSharesNoneWithTheOthers) {
  base::Arena arena(1);
  ProbeChains chains;
  constexpr int kLinesOfAChain = 60;
  constexpr int kPages = 20;
  chains.build(arena, base::NodeId(0), 3, kLinesOfAChain, kPages, 7);
  std::set<std::uint64_t> lines;
  for (int chain = 0; chain < 3; ++chain) {
    Walker walker;
    chains.walk(walker, chain, Walker::Ready{}, [](auto ready) { return ready; });
    EXPECT_EQ(walker.words.size(), static_cast<std::size_t>(kLinesOfAChain));
    std::set<std::uint64_t> pages;
    for (const std::uint64_t word : walker.words) {
      EXPECT_TRUE(lines.insert(word / 8).second);
      pages.insert(word / 8 / base::kLinesPerPage);
    }
    EXPECT_EQ(pages.size(), static_cast<std::size_t>(kPages));
    Walker warm;
    chains.warm(warm, chain);
    for (const std::uint64_t word : warm.words) {
      EXPECT_EQ(pages.count(word / 8 / base::kLinesPerPage), 1u);
      EXPECT_EQ(lines.count(word / 8), 0u);
    }
  }
}

}  // namespace
}  // namespace starnuma::stimulus
