// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"
#include "tests/module/core/core_bench.h"

namespace starnuma::core {
namespace {

using namespace base::literals;
using base::Time;

constexpr int kThreads = 64;
constexpr int kRounds = 50;
constexpr Time kDelay = 100_ns;
constexpr Time kQuantum = 200_ns;

/// Threads that reach each barrier at different times, with their arrival and departure times.
struct Rounds {
  Rounds(std::uint64_t s, int most_work) : seed(s), bench(kThreads, kDelay, kQuantum) {
    bench.run([this, most_work](Thread& thread) {
      base::Random random(seed * 1000 + static_cast<std::uint64_t>(thread.index()));
      for (int round = 0; round < kRounds; ++round) {
        thread.work(static_cast<int>(random.below(static_cast<std::uint64_t>(most_work))));
        thread.synchronise();
        last_in[round] = std::max(last_in[round], kernel_time());
        ++in[round];
        thread.barrier();
        EXPECT_EQ(in[round], kThreads) << "left before the last one came";
        first_out[round] = std::min(first_out[round], kernel_time());
      }
    });
  }

  std::uint64_t seed;
  std::vector<int> in = std::vector<int>(kRounds, 0);
  std::vector<Time> last_in = std::vector<Time>(kRounds);
  std::vector<Time> first_out = std::vector<Time>(kRounds, Time(INT64_MAX));
  CoreBench bench;
};

void expect_all_passed(const Rounds& run) {
  SCOPED_TRACE(testing::Message() << "seed " << run.seed);
  for (int i = 0; i < kThreads; ++i) EXPECT_TRUE(run.bench.core(i).finished()) << "thread " << i;
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_EQ(run.in[round], kThreads);
    EXPECT_GE(run.first_out[round], run.last_in[round]) << "round " << round;
  }
}

TEST(Barrier, NobodyLeavesBeforeTheLastArrives) { expect_all_passed(Rounds(1, 96'000)); }

TEST(Barrier, NoWakeUpIsLostWhenArrivalsCrowd) { expect_all_passed(Rounds(2, 100)); }

TEST(Barrier, NoWakeUpIsLostWhenEverybodyArrivesTogether) { expect_all_passed(Rounds(3, 1)); }

TEST(Barrier, NoWakeUpIsLostWhenArrivalsSpreadOverAQuantum) { expect_all_passed(Rounds(4, 1920)); }

TEST(Barrier, OneThreadPassesAlone) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([](Thread& thread) {
    for (int i = 0; i < 10; ++i) thread.barrier();
  });
  EXPECT_TRUE(bench.core().finished());
}

TEST(Barrier, ArrivingAndLeavingTouchTheBarriersLines) {
  CoreBench bench(2, kDelay, kQuantum);
  bench.run([](Thread& thread) {
    thread.work(thread.index() * 100'000);  // thread 1 is the last
    thread.barrier();
  });
  using protocol::AccessKind;
  const auto kinds = [&](int core) {
    std::vector<AccessKind> list;
    for (const protocol::Access& access : bench.memory(core).seen) list.push_back(access.kind);
    return list;
  };
  EXPECT_EQ(kinds(0),
            (std::vector<AccessKind>{AccessKind::kLoad, AccessKind::kAtomic, AccessKind::kLoad}));
  EXPECT_EQ(kinds(1), (std::vector<AccessKind>{AccessKind::kLoad, AccessKind::kAtomic,
                                               AccessKind::kStore, AccessKind::kStore}));
}

TEST(Barrier, AWaitingThreadLeavesAfterTheLastOnesReleaseIsVisible) {
  CoreBench bench(2, kDelay, kQuantum);
  Time early;
  Time late;
  bench.run([&](Thread& thread) {
    thread.work(thread.index() * 100'000);
    thread.barrier();
    thread.synchronise();
    (thread.index() == 0 ? early : late) = kernel_time();
  });
  EXPECT_GE(early, late + kDelay);  // it has to load the generation again
}

// Thread 1 works 96,000 slots (10 us) longer than the others before the only barrier.
TEST(Barrier, WaitingForASlowThreadIsTheOthersBarrierTimeAndNotItsOwn) {
  CoreBench bench(4, kDelay, kQuantum);
  bench.run([](Thread& thread) {
    thread.work(thread.index() == 1 ? 96'000 : 0);
    thread.barrier();
    thread.work(9600);
  });
  const double own = bench.statistic("barrier_time", 1);
  EXPECT_GT(own, 2 * kDelay.ns());  // it counts and releases
  EXPECT_LT(own, 6 * kDelay.ns());
  for (const int waiting : {0, 2, 3}) {
    const double time = bench.statistic("barrier_time", waiting);
    // They arrive 10 us earlier, and leave after one more load and a misprediction (7.1 ns).
    EXPECT_NEAR(time, 10'000 + own + kDelay.ns() + 7.1, 0.2) << waiting;
    EXPECT_EQ(bench.statistic("time_after_end", waiting), 0) << waiting;
  }
  EXPECT_NEAR(bench.statistic("time_after_end", 1), kDelay.ns() + 7.1, 0.2);
}

// The generation load, locked add and store of the thread: the first overlaps with the store before
// the barrier.
TEST(Barrier, AThreadWaitsForItsOwnMissesOutsideTheBarrier) {
  CoreBench bench(1, kDelay, kQuantum);
  const auto data = bench.allocate(8);
  bench.run([&](Thread& thread) {
    thread.store(data, 0, std::uint64_t{1});
    thread.barrier();
  });
  EXPECT_NEAR(bench.statistic("barrier_time"), 2 * kDelay.ns(), 1);
}

TEST(Barrier, AProgramOfBarriersAloneSpendsAllItsTimeInThem) {
  CoreBench bench(4, kDelay, kQuantum);
  bench.run([](Thread& thread) {
    for (int i = 0; i < 20; ++i) thread.barrier();
  });
  for (int i = 0; i < 4; ++i) {
    const double in = bench.statistic("barrier_time", i);
    EXPECT_GT(in, 0.95 * kernel_time().ns()) << i;
    EXPECT_NEAR(in + bench.statistic("time_after_end", i), kernel_time().ns(), 0.01) << i;
  }
}

TEST(Barrier, TimeAfterTheEndIsNoBarrierTime) {
  CoreBench bench(2, kDelay, kQuantum);
  bench.run([](Thread& thread) { thread.work(thread.index() * 96'000); });
  EXPECT_NEAR(bench.statistic("time_after_end", 0), 10'000, 0.001);
  EXPECT_EQ(bench.statistic("time_after_end", 1), 0);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(bench.statistic("barrier_time", i), 0) << i;
}

TEST(Barrier, AWindowThatOpensWhileTheOthersWaitCutsTheirWaitOff) {
  CoreBench bench(2, kDelay, kQuantum);
  Time opened;
  Time end;
  bench.on_begin_measurement([&] { opened = kernel_time(); });
  bench.run([&](Thread& thread) {
    if (thread.index() == 0) thread.begin_measurement();
    if (thread.index() == 0) thread.work(96'000);
    thread.barrier();
    thread.synchronise();
    end = std::max(end, kernel_time());
  });
  EXPECT_NEAR(bench.statistic("barrier_time", 1), (end - opened).ns(), 0.001);
  EXPECT_NEAR((end - opened).ns(), 10'000 + bench.statistic("barrier_time", 0) + kDelay.ns() + 7.1,
              0.2);
}

}  // namespace
}  // namespace starnuma::core
