// SPDX-License-Identifier: Apache-2.0
// The concurrent tree and the key-value store on it.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <thread>
#include <utility>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/programs/kv/kv.h"

namespace starnuma::stimulus {
namespace {

TEST(Tree, WhatWasLoadedIsThereInOrderAtEverySize) {
  for (const std::uint64_t count : {0u, 1u, 9u, 10u, 11u, 100u, 101u, 1000u, 12345u}) {
    base::Arena arena(1);
    TreeItems items;
    for (std::uint64_t i = 0; i < count; ++i) items.emplace_back(3 * i + 1, i);
    const Tree tree = bulk_load(make_trees(arena, "t", tree_nodes(count, 0)), items, 1);
    EXPECT_EQ(items_of(tree), items);
    EXPECT_EQ(tree_fault(tree), "");
  }
}

TEST(Tree, AgreesWithAMapOverManyInsertsUpdatesAndFinds) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    base::Arena arena(1);
    const Tree tree = bulk_load(make_trees(arena, "t", tree_nodes(0, 20000)), {}, seed);
    std::map<std::uint64_t, std::uint64_t> map;
    NativeTeam team(1);
    NativeThread thread(team);
    base::Random random(seed);
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const std::uint64_t key = random.below(seed % 2 == 0 ? 500 : 1 << 20);
      if (i % 3 == 0) {
        ASSERT_EQ(tree_update(thread, tree, key, i), map.count(key) > 0);
        if (map.count(key) > 0) map[key] = i;
      } else {
        ASSERT_EQ(tree_insert(thread, tree, key, i), map.count(key) == 0);
        map[key] = i;
      }
      const std::uint64_t asked = random.below(500);
      const auto found = tree_find(thread, tree, asked);
      ASSERT_EQ(found.has_value(), map.count(asked) > 0);
      ASSERT_EQ(found ? found->value : 0, found ? map[asked] : 0);
    }
    EXPECT_EQ(items_of(tree), TreeItems(map.begin(), map.end()));
    EXPECT_EQ(tree_fault(tree), "");
  }
}

TEST(Tree, InsertsOfManyThreadsIntoTheSameLeavesAreAllThere) {
  constexpr std::uint64_t kThreads = 4;
  constexpr std::uint64_t kEach = 20000;
  base::Arena arena(1);
  const Tree tree = bulk_load(make_trees(arena, "t", tree_nodes(0, kThreads * kEach)), {}, 1);
  NativeTeam team(kThreads);
  std::vector<std::thread> workers;
  for (std::uint64_t t = 0; t < kThreads; ++t) {
    workers.emplace_back([&, t] {
      ConcurrentThread thread(team, static_cast<int>(t));
      for (std::uint64_t i = 0; i < kEach; ++i) tree_insert(thread, tree, i * kThreads + t, t);
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(tree_fault(tree), "");
  const TreeItems items = items_of(tree);
  ASSERT_EQ(items.size(), kThreads * kEach);
  for (std::uint64_t key = 0; key < items.size(); ++key) {
    ASSERT_EQ(items[key], TreeItems::value_type(key, key % kThreads));
  }
}

TEST(Tree, EachFaultIsNamed) {
  base::Arena arena(1);
  TreeItems items;
  for (std::uint64_t i = 0; i < 25; ++i) items.emplace_back(10 * i + 10, i);
  const Tree tree = bulk_load(make_trees(arena, "t", tree_nodes(25, 0)), items, 1);
  const auto fault_with = [&](std::uint64_t word, std::uint64_t value) {
    std::uint64_t& changed = tree.words.data[tree.root * TreeNode::kWords + word];
    const std::uint64_t before = std::exchange(changed, value);
    std::string fault = tree_fault(tree);
    changed = before;
    return fault;
  };
  const std::string root = "node " + std::to_string(tree.root);
  EXPECT_EQ(fault_with(TreeNode::kVersion, 1), root + " is locked");
  EXPECT_EQ(fault_with(TreeNode::kCount, 16), root + " is overfull");
  EXPECT_EQ(fault_with(TreeNode::kKeys + 2, 5), root + " has keys out of order");
  EXPECT_NE(fault_with(TreeNode::kKeys + 1, 115).find("key outside its range"), std::string::npos);
}

TEST(Zipf, TheFirstRanksAreAsFrequentAsTheLawSays) {
  const Zipf zipf(1000);
  base::Random random(1);
  std::array<int, 1000> counts{};
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) ++counts.at(zipf.rank(random));
  double sum = 0;
  for (int i = 1; i <= 1000; ++i) sum += std::pow(i, -0.99);
  EXPECT_NEAR(counts[0], kDraws / sum, 0.05 * kDraws / sum);
  EXPECT_NEAR(counts[1], kDraws * std::pow(2, -0.99) / sum, 0.05 * kDraws / sum);
  int top = 0;
  double expected = 0;
  for (int i = 0; i < 100; ++i) {
    top += counts.at(static_cast<std::size_t>(i));
    expected += kDraws * std::pow(i + 1, -0.99) / sum;
  }
  EXPECT_NEAR(top, expected, 0.03 * expected);
}

std::vector<std::string> lines_of_kv(const Kv::Parameters& parameters, int threads) {
  base::Arena arena(threads);
  Kv kv(parameters, 3);
  kv.build(arena);
  run_threaded(kv, threads);
  return kv.check();
}

TEST(Kv, HoldsWhatThreadsWroteInEveryMix) {
  for (const bool zipf : {false, true}) {
    for (const int threads : {1, 2, 8, 64}) {
      for (const std::uint64_t inserts : {0u, 30u}) {
        EXPECT_EQ(lines_of_kv({8, 20000, 50, inserts, zipf}, threads), std::vector<std::string>{})
            << threads << " threads, " << inserts << " % inserts";
      }
    }
  }
  EXPECT_EQ(lines_of_kv({8, 30000, 0, 100, false}, 8), std::vector<std::string>{});
}

TEST(Kv, ALostUpdateAndALostItemAreNamed) {
  base::Arena arena(1);
  Kv kv({8, 1000, 0, 0, false}, 1);
  kv.build(arena);
  EXPECT_EQ(kv.check(), std::vector<std::string>{"kv: not all threads ran"});
  run_natively(kv);
  EXPECT_EQ(kv.check(), std::vector<std::string>{});
  NativeTeam team(1);
  NativeThread thread(team);
  tree_update(thread, kv.data(), 1, kv_value(1, 12345678));
  EXPECT_EQ(kv.check(),
            std::vector<std::string>{"key 1 does not have the last value of any thread"});
  tree_insert(thread, kv.data(), 2, kv_value(2, 1));
  EXPECT_EQ(kv.check().back(), "key 2 is unexpected");
}

}  // namespace
}  // namespace starnuma::stimulus
