// SPDX-License-Identifier: Apache-2.0
// Flushes and fences, and the end of a team after an access that no memory answers.
#include <gtest/gtest.h>

#include "tests/module/core/core_bench.h"

namespace starnuma::core {
namespace {

constexpr base::Time kAccessTime{100'000};
constexpr base::Time kShortQuantum{1'000};

TEST(Flush, IsAnAccessThatAFenceWaitsFor) {
  CoreBench bench(1, kAccessTime, kShortQuantum);
  const auto words = bench.allocate(16);
  base::Time before;
  base::Time behind;
  bench.run([&](Thread& thread) {
    thread.flush(words, 0);
    thread.flush(words, 8);
    before = thread.time();
    thread.fence();
    behind = thread.time();
  });
  ASSERT_EQ(bench.memory().seen.size(), 2U);
  EXPECT_EQ(bench.memory().seen[1].kind, protocol::AccessKind::kFlush);
  EXPECT_EQ(bench.memory().seen[1].address.value, words.address_of(8).value);
  EXPECT_LT(before, kAccessTime);  // they overlap with each other and with later accesses
  EXPECT_GT(behind, kAccessTime);  // both are done
  EXPECT_LT(behind, 2 * kAccessTime);
}

TEST(StoppedTeam, AllItsThreadsEndWhereverTheyWait) {
  constexpr int kStopped = 4;
  CoreBench bench(kStopped, kAccessTime, kShortQuantum);
  const auto words = bench.allocate(8);
  int past = 0;
  bench.memory(0).watch = [](const protocol::Access&) {
    throw protocol::AccessError("no agent answers");
  };
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) {
      thread.work(10'000);
      thread.load(words, 0);
      ++past;
    }
    if (thread.index() == 1) thread.barrier();
    if (thread.index() == 2) thread.await(1);
    while (thread.index() == 3) thread.work(100);
    ++past;
  });
  EXPECT_EQ(past, 0);
  for (int i = 0; i < kStopped; ++i) EXPECT_TRUE(bench.core(i).finished()) << i;
  EXPECT_EQ(bench.why_failed, "core0: no agent answers");
}

TEST(StoppedTeam, FailsByAccessesThatAreUnderWayAtItsEndToo) {
  CoreBench bench(1, kAccessTime, kShortQuantum);
  kernel::QueuedDispatcher dispatcher("dispatcher");
  bench.deliver_in(dispatcher);
  const auto words = bench.allocate(32);
  bench.memory(0).watch = [](const protocol::Access&) {
    throw protocol::AccessError("no agent answers");
  };
  bench.run([&](Thread& thread) {
    for (std::uint64_t line = 0; line < 4; ++line) thread.load(words, 8 * line);
  });
  EXPECT_TRUE(bench.core(0).finished());
  EXPECT_EQ(bench.why_failed, "core0: no agent answers");
}

TEST(StoppedTeam, AThreadThatIsOnItsWayIntoABarrierEndsToo) {
  CoreBench bench(2, kAccessTime, base::Time(1'000'000));
  kernel::QueuedDispatcher dispatcher("dispatcher");
  bench.deliver_in(dispatcher);
  const auto words = bench.allocate(8);
  bench.memory(0).watch = [](const protocol::Access&) {
    throw protocol::AccessError("no agent answers");
  };
  // In simulated time it has read the generation and waits to count itself when the team stops.
  bench.memory(1).watch = [&](const protocol::Access& access) {
    dispatcher.wait_until(access.time + kAccessTime);
  };
  bool past = false;
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) {
      thread.pause_until(kAccessTime / 2);
      thread.load(words, 0);
      return;
    }
    thread.barrier();
    past = true;
  });
  EXPECT_FALSE(past);
  EXPECT_TRUE(bench.core(1).finished());
  EXPECT_EQ(bench.why_failed, "core0: no agent answers");
}

}  // namespace
}  // namespace starnuma::core
