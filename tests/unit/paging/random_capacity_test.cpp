// SPDX-License-Identifier: Apache-2.0
// Random requests for more memory, releases, forced releases, moves and touches of four hosts.
#include <gtest/gtest.h>

#include "models/base/random.h"
#include "tests/unit/paging/capacity_bench.h"

namespace starnuma::paging {
namespace {

constexpr std::uint64_t kPagesOfHost = 120;
constexpr std::uint64_t kSocketFrames = kPagesOfHost + PageMap::kLevels + 3;

class RandomCapacity : public CapacityBench {
 public:
  struct Done {
    int accepted = 0;
    int released = 0;
    int refused = 0;
    int moved_off = 0;
    int forced = 0;
    int lost = 0;
    int answered = 0;
    int ended = 0;
  };

  explicit RandomCapacity(std::uint64_t seed)
      : CapacityBench(kPagesOfHost, kSocketFrames), random_(seed) {}

  void step() {
    switch (random_.below(20)) {
      case 0:
      case 1:
        return ask();
      case 2:
        return release(below(kHosts), any_extent());
      case 3:
        return random_.below(12) == 0 ? force() : accept();
      default:
        return random_.below(3) == 0 ? move_some() : touch_some();
    }
  }
  void touch_all() {
    for (int host = 0; host < kHosts; ++host) {
      for (std::uint64_t page = 0; page < kPagesOfHost; ++page) {
        ASSERT_EQ(touch(host, page, false), !map(host).lost(page));
      }
    }
  }
  const Done& done() const { return done_; }

 private:
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  void refused(const std::vector<std::uint64_t>& before) {
    ++done_.refused;
    ASSERT_EQ(state(), before);
  }

  void ask() {
    const auto before = state();
    const auto offer = capacity->offer(device(below(kDevices)), random_.below(20), below(kHosts),
                                       random_.below(40));
    if (!offer) refused(before);
  }
  /// Accepts an open offer, if there is one.
  void accept() {
    const auto before = state();
    if (!capacity->accept(random_.below(40))) return refused(before);
    ++done_.accepted;
  }
  Extent any_extent() {
    const auto& extents = hosts().extents();
    if (extents.empty()) return {device(0), kRegion, kBlock, Sharing::kExclusive, 1};
    return extents[random_.below(extents.size())];
  }

  /// Releases an extent that may belong to another host. Other events occur before all pages have
  /// moved.
  void release(int host, const Extent& extent) {
    const auto before = state();
    if (!capacity->begin_release(host, extent.node, extent.first)) return refused(before);
    const auto moves = evictions_of(extent, host);
    if (!moves) {
      EXPECT_TRUE(capacity->cancel_release(host, extent.node, extent.first));
      return refused(before);
    }
    for (const Eviction& eviction : *moves) {
      EXPECT_FALSE(capacity->end_release(host, extent.node, extent.first));
      touch_some();
      move(host, eviction.page.number(), eviction.to);
      ++done_.moved_off;
    }
    EXPECT_TRUE(capacity->end_release(host, extent.node, extent.first));
    ++done_.released;
  }
  void force() {
    const Extent extent = any_extent();
    const auto before = state();
    const auto taken = capacity->force(extent.node, extent.first);
    if (!taken) return refused(before);
    int loser = 0;
    while (taken->hosts >> loser != 1) ++loser;
    for (const std::uint64_t page :
         map(loser).pages_in(taken->node, {taken->first, taken->frames})) {
      EXPECT_FALSE(touch(loser, page, true));  // before the host is notified of it
    }
    done_.lost += static_cast<int>(lose(*taken, loser).size());
    ++done_.forced;
    touch_all();
  }

  void move_some() {
    const int host = below(kHosts);
    const std::uint64_t page = random_.below(kPagesOfHost);
    const int to = below(kDevices + 1);
    const base::NodeId node = to == kDevices ? socket(host) : device(to);
    if (map(host).lost(page) || map(host).free_on(node) == 0) return;
    if (map(host).home_of(page) != node) move(host, page, node);
  }
  void touch_some() {
    const int host = below(kHosts);
    const std::uint64_t page = random_.below(kPagesOfHost);
    const bool answered = touch(host, page, random_.below(2) == 0);
    ASSERT_EQ(answered, !map(host).lost(page));
    ++(answered ? done_.answered : done_.ended);
  }

  base::Random random_;
  Done done_;
};

TEST(DynamicCapacity, LosesNoPageAndShowsNoneToTwoHosts) {
  RandomCapacity bench(1);
  for (int n = 0; n < 10'000 && !::testing::Test::HasFailure(); ++n) {
    SCOPED_TRACE("operation " + std::to_string(n));
    bench.step();
    if (n % 100 == 0) bench.touch_all();
  }
  bench.touch_all();
  const RandomCapacity::Done& done = bench.done();
  // Each kind of outcome must occur, else the test is void.
  for (const int often : {done.accepted, done.released, done.refused, done.moved_off, done.forced,
                          done.lost, done.answered, done.ended}) {
    EXPECT_GT(often, 20);
  }
}

}  // namespace
}  // namespace starnuma::paging
