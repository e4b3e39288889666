// SPDX-License-Identifier: Apache-2.0
#include "models/base/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace starnuma::base {
namespace {

constexpr std::uint64_t kWordsPerPage = kPageBytes / sizeof(std::uint64_t);

std::vector<int> ids_of(const Arena& arena) {
  std::vector<int> ids;
  for (const PageOrigin& origin : arena.origins()) ids.push_back(origin.id);
  return ids;
}

TEST(Arena, AddressesFollowOnlyFromOrderAndSize) {
  Arena one(4);
  Arena two(4);
  const auto unrelated = std::make_unique<std::byte[]>(100'000);  // moves host addresses
  for (const std::uint64_t count : {1, 1000, 512, 513}) {
    EXPECT_EQ(one.allocate<std::uint64_t>("a", count).base.value,
              two.allocate<std::uint64_t>("b", count).base.value);
  }
  EXPECT_NE(unrelated, nullptr);
}

TEST(Arena, ArraysStartOnPagesOfTheirOwnInOrder) {
  Arena arena(1);
  EXPECT_EQ(arena.allocate<std::uint8_t>("a", 1).base.page(), 0u);
  EXPECT_EQ(arena.allocate<std::uint8_t>("b", kPageBytes).base.page(), 1u);
  EXPECT_EQ(arena.allocate<std::uint8_t>("c", kPageBytes + 1).base.page(), 2u);
  const auto last = arena.allocate<std::uint8_t>("d", 1);
  EXPECT_EQ(last.base.page(), 4u);
  EXPECT_EQ(last.base.page_offset(), 0u);
  EXPECT_EQ(arena.pages(), 5u);
}

TEST(Arena, AnElementLiesItsIndexTimesItsSizeBehindTheBase) {
  Arena arena(1);
  arena.allocate<std::uint8_t>("first", 1);
  const auto words = arena.allocate<std::uint32_t>("words", 3000);
  EXPECT_EQ(words.address_of(0).value, words.base.value);
  EXPECT_EQ(words.address_of(1025).value, words.base.value + 4100);
  EXPECT_EQ(words.address_of(1025).page(), words.base.page() + 1);
  EXPECT_EQ(words.address_of(1025).page_offset(), 4u);
}

TEST(Arena, NewMemoryIsZeroAndPageAligned) {
  Arena arena(1);
  const auto words = arena.allocate<std::uint64_t>("words", 10'000);
  EXPECT_EQ(std::count(words.begin(), words.end(), 0u), 10'000);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(words.data) % kPageBytes, 0u);
}

TEST(Arena, ALineThatIsClearedIsZeroAndItsNeighboursAreNot) {
  Arena arena(1);
  arena.map("trace", {{}});
  const auto first = arena.allocate<std::uint64_t>("first", 512);
  const auto second = arena.allocate<std::uint64_t>("second", 512);
  for (const auto& array : {first, second}) std::fill(array.begin(), array.end(), 1);
  arena.clear_line(second.address_of(8));
  EXPECT_EQ(std::count(first.begin(), first.end(), 1), 512);
  for (int i = 0; i < 512; ++i) EXPECT_EQ(second.data[i], i < 8 || i >= 16 ? 1 : 0) << i;
  arena.clear_line({0});  // no host memory
}

TEST(Arena, AnEmptyArrayTakesNoPages) {
  Arena arena(1);
  EXPECT_EQ(arena.allocate<std::uint64_t>("none", 0).size, 0u);
  EXPECT_EQ(arena.pages(), 0u);
  EXPECT_EQ(arena.allocate<std::uint64_t>("one", 1).base.page(), 0u);
}

TEST(Arena, DealtPagesGoRoundTheThreads) {
  Arena arena(3);
  arena.allocate<std::uint64_t>("words", 5 * kWordsPerPage);
  EXPECT_EQ(ids_of(arena), (std::vector<int>{0, 1, 2, 0, 1}));
}

TEST(Arena, EachAllocationIsDealtFromThreadZero) {
  Arena arena(3);
  arena.allocate<std::uint64_t>("a", kWordsPerPage);
  arena.allocate<std::uint64_t>("b", 2 * kWordsPerPage);
  EXPECT_EQ(ids_of(arena), (std::vector<int>{0, 0, 1}));
}

TEST(Arena, BlockedPagesLieInOneRunPerThread) {
  Arena arena(3);
  arena.allocate<std::uint64_t>("words", 6 * kWordsPerPage, Touch::blocked());
  EXPECT_EQ(ids_of(arena), (std::vector<int>{0, 0, 1, 1, 2, 2}));
}

TEST(Arena, BlocksOfFewerPagesThanThreadsSpreadOverThem) {
  Arena arena(8);
  arena.allocate<std::uint64_t>("words", 4 * kWordsPerPage, Touch::blocked());
  EXPECT_EQ(ids_of(arena), (std::vector<int>{0, 2, 4, 6}));
}

TEST(Arena, PagesBoundToANodeSaySo) {
  Arena arena(4);
  arena.allocate<std::uint64_t>("words", 2 * kWordsPerPage, Touch::on_node(NodeId{16}));
  EXPECT_EQ(ids_of(arena), (std::vector<int>{16, 16}));
  EXPECT_TRUE(arena.origins()[0].bound);
}

TEST(Arena, WithoutThreadsThereIsNobodyToTouchAPage) { EXPECT_THROW(Arena(0), InvariantError); }

TEST(Arena, AnAddressIsNamedByItsArray) {
  Arena arena(2);
  arena.allocate<std::uint64_t>("first", 600);  // two pages
  const auto second = arena.allocate<std::uint64_t>("second", 4);
  EXPECT_EQ(arena.place_of({8}), "first + 0x8");
  EXPECT_EQ(arena.place_of(second.address_of(2)), "second + 0x10");
  EXPECT_EQ(arena.place_of({second.base.value + kPageBytes}), "");
}

}  // namespace
}  // namespace starnuma::base
