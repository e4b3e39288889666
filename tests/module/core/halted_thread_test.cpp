// SPDX-License-Identifier: Apache-2.0
// Threads that the operating system halts in simulated time.
#include <gtest/gtest.h>

#include "tests/module/core/core_bench.h"

namespace starnuma::core {
namespace {

constexpr base::Time kMemoryTime{100'000};
constexpr base::Time kHaltAt{1'000'000};
constexpr base::Time kGoOnAt{5'000'000};

/// Halts a thread at one time and resumes it at another.
struct Halter : kernel::EventTarget {
  Halter(kernel::QueuedDispatcher& dispatcher, Thread& its_thread) : thread(its_thread) {
    dispatcher.call_at(kHaltAt, *this, 0);
    dispatcher.call_at(kGoOnAt, *this, 1);
  }
  void due(int tag, kernel::Envelope*) override {
    if (tag == 1) {
      at_end = thread.instructions();
      return thread.end_halt();
    }
    thread.halt([this] {
      halted = kernel_time();
      at_begin = thread.instructions();
    });
  }

  Thread& thread;
  base::Time halted;
  std::int64_t at_begin = 0;  ///< Instructions at the start of the halt.
  std::int64_t at_end = -1;
};

struct HaltedThread : testing::Test {
  HaltedThread() { bench.deliver_in(dispatcher); }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  CoreBench bench{2, kMemoryTime, base::Time(1'000)};
  std::unique_ptr<Halter> halter;
};

TEST_F(HaltedThread, StartsNothingFromWhereItNextLetsOthersCatchUpUntilItGoesOn) {
  const auto words = bench.allocate(8 * 4096);
  base::Time latest;
  base::Time end;
  bench.memory(0).watch = [&](const protocol::Access& access) {
    if (kernel_time() < kGoOnAt) latest = access.time;
  };
  bench.run([&](Thread& thread) {
    if (thread.index() == 1) return;
    halter = std::make_unique<Halter>(dispatcher, thread);
    for (std::uint64_t line = 0; line < 4096; ++line) thread.load(words, 8 * line);
    end = thread.time();
  });
  EXPECT_GE(halter->halted, kHaltAt);
  EXPECT_LE(halter->halted, kHaltAt + 2 * kMemoryTime) << "the core drains outstanding accesses";
  EXPECT_LE(latest, halter->halted);
  EXPECT_EQ(halter->at_begin, halter->at_end);
  EXPECT_GT(end, kGoOnAt);
}

TEST_F(HaltedThread, StandsStillAtOnceWhereItWaitsForItsTeam) {
  base::Time behind;
  bench.run([&](Thread& thread) {
    if (thread.index() == 1) {
      thread.pause_until(2 * kHaltAt);
    } else {
      halter = std::make_unique<Halter>(dispatcher, thread);
    }
    thread.barrier();
    if (thread.index() == 0) behind = thread.time();
  });
  EXPECT_EQ(halter->halted, kHaltAt);
  EXPECT_GE(behind, kGoOnAt) << "the barrier opened before";
}

TEST_F(HaltedThread, StandsStillAtOnceAtItsEnd) {
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) halter = std::make_unique<Halter>(dispatcher, thread);
  });
  EXPECT_EQ(halter->halted, kHaltAt);
  EXPECT_TRUE(bench.core(0).finished());
}

TEST_F(HaltedThread, ThatComesToItsEndFirstStandsStillThere) {
  const auto words = bench.allocate(8);
  bench.memory(0).watch = [&](const protocol::Access&) { dispatcher.wait_until(2 * kHaltAt); };
  bench.run([&](Thread& thread) {
    if (thread.index() == 1) return;
    halter = std::make_unique<Halter>(dispatcher, thread);
    thread.load(words, 0);
  });
  EXPECT_GE(halter->halted, 2 * kHaltAt);
  EXPECT_LT(halter->halted, 3 * kHaltAt);
  EXPECT_TRUE(bench.core(0).finished());
}

}  // namespace
}  // namespace starnuma::core
