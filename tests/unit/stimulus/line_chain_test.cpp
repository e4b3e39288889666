// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/line_chain.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "stimulus/calibration/native_thread.h"

namespace starnuma::stimulus::line_chain_test {
namespace {

constexpr auto kNode = static_cast<base::NodeId>(3);

struct Built {
  explicit Built(int lines, std::uint64_t seed = 1) { chain.build(arena, kNode, lines, seed); }
  base::Arena arena{4};
  LineChain chain;
};

TEST(LineChain, VisitsEveryLineOnceAndNoWarmLine) {
  for (const int lines : {1, 2, 7, 8, 128, 256, LineChain::kMaxLines}) {
    const Built built(lines);
    const std::vector<std::uint64_t> visited = built.chain.lines();
    const std::set<std::uint64_t> distinct(visited.begin(), visited.end());
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(lines));
    for (const std::uint64_t line : distinct) {
      const std::uint64_t page = line / base::kLinesPerPage;
      EXPECT_LT(page, static_cast<std::uint64_t>(LineChain::kPages));
      EXPECT_NE(line % base::kLinesPerPage, LineChain::warm_line(page));
    }
  }
}

TEST(LineChain, AWalkLoadsAsManyLinesAsTheChainHas) {
  NativeTeam team(1);
  NativeThread thread(team);
  for (const int lines : {1, 2, 128, LineChain::kMaxLines}) {
    const Built built(lines);
    EXPECT_EQ(built.chain.walk(thread), static_cast<std::uint64_t>(lines));
  }
}

TEST(LineChain, StoringToEveryLineKeepsTheChain) {
  NativeTeam team(1);
  NativeThread thread(team);
  const Built built(128);
  built.chain.store_all(thread);
  EXPECT_EQ(built.chain.walk(thread), 128u);
}

TEST(LineChain, OrderFollowsTheSeed) {
  EXPECT_EQ(Built(128, 1).chain.lines(), Built(128, 1).chain.lines());
  EXPECT_NE(Built(128, 1).chain.lines(), Built(128, 2).chain.lines());
}

TEST(LineChain, PagesAreBoundToTheHome) {
  const Built built(8);
  ASSERT_EQ(built.arena.pages(), static_cast<std::uint64_t>(LineChain::kPages));
  for (const base::PageOrigin& origin : built.arena.origins()) {
    EXPECT_TRUE(origin.bound);
    EXPECT_EQ(origin.id, base::index_of(kNode));
  }
}

TEST(LineChain, CacheSetsFillEvenly) {
  for (const int lines : {128, 256}) {
    const Built built(lines);
    for (const std::uint64_t sets : {4, 8, 16, 32, 64}) {
      std::map<std::uint64_t, std::uint64_t> load;
      for (const std::uint64_t line : built.chain.lines()) ++load[line % sets];
      for (const auto& [set, count] : load) {
        EXPECT_EQ(count, static_cast<std::uint64_t>(lines) / sets)
            << "set " << set << " of " << sets;
      }
    }
  }
}

}  // namespace
}  // namespace starnuma::stimulus::line_chain_test
