// SPDX-License-Identifier: Apache-2.0
#include "models/cache/core_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace starnuma::cache {
namespace {

std::vector<int> cores_of(const CoreSets& sets, std::uint32_t set, int but = CoreSets::kNone) {
  std::vector<int> cores;
  sets.each_but(set, but, [&](int core) { cores.push_back(core); });
  std::sort(cores.begin(), cores.end());
  return cores;
}

/// Number of cores of a socket: the widest mask, the smallest list, the largest socket.
class CoreSetsOf : public testing::TestWithParam<int> {};

TEST_P(CoreSetsOf, HoldTheSameCoresAsASetOfNumbers) {
  const int cores = GetParam();
  constexpr int kLines = 8;
  CoreSets sets(cores);
  std::vector<std::uint32_t> values(kLines, 0);
  std::vector<std::set<int>> wanted(kLines);
  std::mt19937 random(1);
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t line = random() % kLines;
    const int core = static_cast<int>(random()) & 0x7fffffff;
    const int chosen = core % std::min(cores, 12 + static_cast<int>(line) * 16);
    std::uint32_t& value = values[line];
    std::set<int>& known = wanted[line];
    const auto action = random() % 32;
    const bool shrinks = step / 200 % 2 == 1;
    if (action == 0) {
      sets.keep_only(value, chosen);
      known = known.count(chosen) != 0 ? std::set<int>{chosen} : std::set<int>{};
    } else if ((action < 8) != shrinks) {
      sets.erase(value, chosen);
      known.erase(chosen);
    } else {
      sets.insert(value, chosen);
      known.insert(chosen);
    }
    ASSERT_EQ(cores_of(sets, value), std::vector<int>(known.begin(), known.end())) << step;
    ASSERT_EQ(value == 0, known.empty());
    ASSERT_EQ(sets.contains(value, chosen), known.count(chosen) != 0);
    ASSERT_EQ(sets.is_only(value, chosen), known == std::set<int>{chosen});
    known.erase(chosen);
    ASSERT_EQ(sets.has_other(value, chosen), !known.empty());
    ASSERT_EQ(cores_of(sets, value, chosen), std::vector<int>(known.begin(), known.end()));
    if (sets.contains(value, chosen)) known.insert(chosen);
  }
}

TEST_P(CoreSetsOf, AreEmptyAfterAllCoresAreRemoved) {
  CoreSets sets(GetParam());
  for (int round = 0; round < 3; ++round) {
    std::uint32_t value = 0;
    for (int core = 0; core < GetParam(); ++core) sets.insert(value, core);
    EXPECT_EQ(cores_of(sets, value).size(), static_cast<std::size_t>(GetParam()));
    sets.keep_only(value, CoreSets::kNone);
    EXPECT_EQ(value, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Sockets, CoreSetsOf, testing::Values(4, 32, 33, 256));

}  // namespace
}  // namespace starnuma::cache
