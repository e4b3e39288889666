// SPDX-License-Identifier: Apache-2.0
// Private memory of a server that grows from the pool and shrinks again.
#include "models/os/private_memory.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "models/base/random.h"

namespace starnuma::os::private_memory_test {
namespace {

/// Zone of node 0: four frames of its own, and ranges from the pool. The host runs nothing.
struct Bench {
  explicit Bench(std::vector<paging::FrameRange> grown = {})
      : memory(1),
        zone(memory.add_zone(base::NodeId{0}, ranges(grown))),
        own(nullptr, memory, {base::NodeId{0}, zone, {}}, grown) {}
  static std::vector<paging::FrameRange> ranges(std::vector<paging::FrameRange> grown) {
    grown.insert(grown.begin(), {0, 4});
    return grown;
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    own.report(writer);
    for (const accounting::Stat& stat : all) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }

  paging::FramePool memory;
  base::NodeId zone;
  PrivateMemory own;
};

TEST(PrivateMemory, CountsPagesAndNotRanges) {
  Bench bench;
  bench.own.grow({{10, 3}, {20, 5}});
  EXPECT_EQ(bench.own.pages(), 12U);
  EXPECT_EQ(bench.stat("grown"), 8);
  bench.own.shrink(1);
  EXPECT_EQ(bench.own.pages(), 7U);
  EXPECT_EQ(bench.stat("shrunk"), 5);
  bench.own.shrink(1);
  EXPECT_EQ(bench.stat("shrunk"), 8);
  EXPECT_EQ(bench.stat("refused"), 0);
  EXPECT_TRUE(bench.own.idle());
}

TEST(PrivateMemory, ARangeInUseStaysAndOpensAgain) {
  Bench bench({{10, 2}});
  for (int i = 0; i < 5; ++i) bench.memory.take(bench.zone);
  bench.own.shrink(1);
  EXPECT_EQ(bench.stat("refused"), 1);
  EXPECT_EQ(bench.stat("shrunk"), 0);
  EXPECT_EQ(bench.own.pages(), 6U);
  EXPECT_EQ(bench.memory.free_on(bench.zone), 1U);
  bench.memory.take(bench.zone);
  EXPECT_EQ(bench.own.used(), 6U);
}

/// Pages grown less pages shrunk are the pages that the zone has more, after any sequence.
TEST(PrivateMemory, IsBalancedAfterRandomSequences) {
  Bench bench;
  base::Random random(3);
  std::vector<base::Frame> taken;
  std::vector<std::uint64_t> sizes;  // reference: sizes of the ranges, oldest first
  std::uint64_t next = 100;
  for (int step = 0; step < 2000; ++step) {
    switch (random.below(4)) {
      case 0:
        sizes.push_back(1 + random.below(4));
        bench.own.grow({{next, sizes.back()}});
        next += sizes.back() + 1;
        break;
      case 1:
        if (sizes.empty()) break;
        {
          const auto before = bench.stat("refused");
          bench.own.shrink(1);
          if (bench.stat("refused") == before) sizes.pop_back();
        }
        break;
      case 2:
        if (bench.memory.free_on(bench.zone) > 0) taken.push_back(bench.memory.take(bench.zone));
        break;
      default:
        if (taken.empty()) break;
        bench.memory.free_frame(taken.back());
        taken.pop_back();
    }
    std::uint64_t pages = 4;
    for (const std::uint64_t size : sizes) pages += size;
    ASSERT_EQ(bench.own.pages(), pages) << step;
    ASSERT_EQ(bench.own.used(), taken.size()) << step;
    ASSERT_EQ(bench.memory.free_on(bench.zone), pages - taken.size()) << step;
    ASSERT_EQ(bench.stat("grown") - bench.stat("shrunk"), static_cast<double>(pages - 4)) << step;
  }
  EXPECT_GT(bench.stat("refused"), 0);
  EXPECT_GT(bench.stat("shrunk"), 0);
}

}  // namespace
}  // namespace starnuma::os::private_memory_test
