// SPDX-License-Identifier: Apache-2.0
// Posts and awaits: order of threads that wake each other.
#include <gtest/gtest.h>

#include "tests/module/core/core_bench.h"

namespace starnuma::core::posts_test {
namespace {

using namespace base::literals;
using base::Time;

constexpr Time kDelay = 100_ns;
constexpr Time kQuantum = 200_ns;
constexpr int kMicrosecond = 9600;  ///< One microsecond in instructions.

TEST(Posts, AThreadContinuesAfterAllPostsBelowItsNumber) {
  CoreBench bench(3, kDelay, kQuantum);
  Time on;
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) {
      thread.await(2);
      thread.synchronise();
      on = kernel_time();
    } else {
      thread.work(thread.index() * kMicrosecond);
      thread.post(static_cast<std::uint64_t>(2 - thread.index()));  // thread 2 is late with post 0
    }
  });
  EXPECT_EQ(on, 2000_ns);
  EXPECT_NEAR(bench.statistic("barrier_time", 0), 2000, 0.001);
  EXPECT_EQ(bench.statistic("barrier_time", 1), 0);
}

TEST(Posts, APostAboveTheNumberWakesNoThread) {
  CoreBench bench(2, kDelay, kQuantum);
  Time on;
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) {
      thread.await(1);
      on = kernel_time();
    } else {
      thread.post(1);
      thread.work(kMicrosecond);
      thread.post(0);
    }
  });
  EXPECT_EQ(on, 1000_ns);
}

TEST(Posts, AnAwaitOfEarlierPostsReturnsAtOnce) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    thread.post(0);
    thread.work(48 * 4);
    thread.await(0);
    thread.await(1);
    EXPECT_EQ(thread.time(), 20_ns);
    EXPECT_EQ(kernel_time(), 20_ns) << "others have caught up";
  });
  EXPECT_EQ(bench.statistic("barrier_time"), 0);
}

TEST(Posts, APostWaitsForEarlierStores) {
  CoreBench bench(2, kDelay, kQuantum);
  const auto words = bench.allocate(8);
  Time on;
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) {
      thread.await(1);
      on = kernel_time();
    } else {
      thread.store(words, 0, std::uint64_t{1});
      thread.post(0);
    }
  });
  EXPECT_EQ(on, bench.issued(1)[0] + kDelay);
}

TEST(Posts, ManyThreadsTakeTurns) {
  constexpr int kThreads = 16;
  constexpr int kTurns = 20;
  CoreBench bench(kThreads, kDelay, kQuantum);
  std::vector<int> order;
  bench.run([&](Thread& thread) {
    for (int turn = 0; turn < kTurns; ++turn) {
      const auto number = static_cast<std::uint64_t>(turn * kThreads + thread.index());
      thread.await(number);
      order.push_back(static_cast<int>(number));
      thread.work(100);
      thread.post(number);
    }
  });
  ASSERT_EQ(order.size(), static_cast<std::size_t>(kThreads * kTurns));
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], static_cast<int>(i));
}

}  // namespace
}  // namespace starnuma::core::posts_test
