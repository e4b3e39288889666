// SPDX-License-Identifier: Apache-2.0
#include "models/core/thread.h"

#include <gtest/gtest.h>

#include "tests/module/core/core_bench.h"

namespace starnuma::core::hart_test {
namespace {

using namespace base::literals;
using base::Time;
using Words = base::SimArray<std::uint64_t>;

constexpr Time kDelay = 100_ns;
constexpr Time kQuantum = 200_ns;

struct OneCore : CoreBench {
  explicit OneCore(const CoreConfig& config = test::core_config())
      : CoreBench(1, kDelay, kQuantum, config), words(allocate(1 << 16)) {}
  Words words;
};

/// Returns the time at which the core has finished.
Time finish(OneCore& bench, CoreBench::Body body) {
  bench.run(std::move(body));
  EXPECT_TRUE(bench.core().finished());
  return kernel_time();
}

TEST(Thread, ValuesComeFromHostMemoryAtOnce) {
  OneCore bench;
  bench.words.data[5] = 42;
  bench.run([&](Thread& thread) {
    EXPECT_EQ(thread.load(bench.words, 5).value, 42u);
    thread.store(bench.words, 6, std::uint64_t{7});
    EXPECT_EQ(bench.words.data[6], 7u);
    EXPECT_EQ(thread.fetch_add(bench.words, 6, std::uint64_t{3}), 7u);
    EXPECT_EQ(thread.fetch_or(bench.words, 6, std::uint64_t{5}), 10u);
    EXPECT_EQ(bench.words.data[6], 15u);
    EXPECT_FALSE(thread.compare_exchange(bench.words, 6, std::uint64_t{1}, std::uint64_t{2}));
    EXPECT_TRUE(thread.compare_exchange(bench.words, 6, std::uint64_t{15}, std::uint64_t{2}));
    EXPECT_EQ(bench.words.data[6], 2u);
  });
}

TEST(Thread, AccessesSayWhatTheyAre) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    thread.load(bench.words, 8);
    thread.store(bench.words, 16, std::uint64_t{1});
    thread.fetch_add(bench.words, 24, std::uint64_t{1});
  });
  const auto& seen = bench.memory().seen;
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].kind, protocol::AccessKind::kLoad);
  EXPECT_EQ(seen[1].kind, protocol::AccessKind::kStore);
  EXPECT_EQ(seen[2].kind, protocol::AccessKind::kAtomic);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(seen[i].address.value, bench.words.address_of(8 * (i + 1)).value);
    EXPECT_EQ(seen[i].issued, seen[i].time);
    EXPECT_EQ(seen[i].core, base::CoreId{0});
  }
}

TEST(Thread, TheClockIsReadWhenAValueHasArrived) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    const auto first = thread.load(bench.words, 0);
    EXPECT_LT(thread.time(), kDelay);
    const Time arrived = thread.time(first.ready);
    const auto second = thread.load(bench.words, 8, first.ready);
    EXPECT_EQ(thread.time(second.ready) - arrived, kDelay);
  });
}

TEST(Thread, APauseEndsAtItsTimeInKernelTimeToo) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    thread.pause_until(1234_ns);
    EXPECT_EQ(thread.time(), 1234_ns);
    EXPECT_EQ(kernel_time(), 1234_ns);
    thread.pause_until(1000_ns);
    EXPECT_EQ(thread.time(), 1234_ns);
    thread.load(bench.words, 0);
  });
  EXPECT_GE(bench.memory().seen.back().issued, 1234_ns);
  EXPECT_LT(bench.memory().seen.back().issued, 1235_ns);
}

TEST(Thread, IndependentLoadsOverlap) {
  OneCore bench;
  Ready last;
  const Time end = finish(bench, [&](Thread& thread) {
    for (std::uint64_t i = 0; i < 48; ++i)
      last = latest(last, thread.load(bench.words, 8 * i).ready);
    thread.branch(0, true, last);  // waits for them all
  });
  // 49 issue slots are 5.1 ns; a misprediction of 17 cycles is 7.1 ns.
  EXPECT_GT(end, kDelay);
  EXPECT_LT(end, kDelay + 13_ns);
}

TEST(Thread, DependentLoadsSerialise) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    Ready pointer;
    for (std::uint64_t i = 0; i < 20; ++i) pointer = thread.load(bench.words, 8 * i, pointer).ready;
  });
  const std::vector<Time> issued = bench.issued();
  for (std::size_t i = 1; i < issued.size(); ++i) EXPECT_EQ(issued[i] - issued[i - 1], kDelay);
}

TEST(Thread, ALoadThatDependsOnTwoWaitsForTheLaterOne) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    const Ready early = thread.load(bench.words, 0).ready;
    const Ready late = thread.load(bench.words, 8, early).ready;
    thread.load(bench.words, 16, latest(late, early));
    thread.load(bench.words, 24, latest(early, late));
  });
  const std::vector<Time> issued = bench.issued();
  EXPECT_EQ(issued[2], issued[0] + kDelay * 2);
  EXPECT_EQ(issued[3], issued[2]);
}

TEST(Thread, ALockedOperationWaitsForLoadsAndStores) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    const Ready ready = thread.load(bench.words, 0).ready;
    thread.store(bench.words, 8, std::uint64_t{1}, ready);
    thread.fetch_add(bench.words, 16, std::uint64_t{1});
    thread.load(bench.words, 24);
  });
  const std::vector<Time> issued = bench.issued();
  EXPECT_EQ(issued[1], issued[0] + kDelay);
  EXPECT_EQ(issued[2], issued[1] + kDelay);              // after the store
  EXPECT_GE(issued[3], issued[2] + kDelay);              // no younger instruction starts before it
  EXPECT_LE(issued[3], issued[2] + kDelay + Time(105));  // one issue slot
}

TEST(Thread, AnOverlappingLockedOperationWaitsForNothingOlderAndHoldsNothingYounger) {
  CoreConfig config = test::core_config();
  config.locked_operations = LockedOperations::kOverlap;
  OneCore bench(config);
  bench.run([&](Thread& thread) {
    thread.load(bench.words, 0);
    thread.fetch_add(bench.words, 8, std::uint64_t{1});
    thread.load(bench.words, 16);
  });
  EXPECT_EQ(bench.words.data[8], 1u);
  EXPECT_LT(bench.issued()[1], 1_ns);
  EXPECT_LT(bench.issued()[2], 1_ns);
}

TEST(Thread, EveryAccessBranchAndUnitOfWorkIsAnInstruction) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    thread.load(bench.words, 0);
    thread.store(bench.words, 0, std::uint64_t{1});
    thread.fetch_add(bench.words, 0, std::uint64_t{1});
    thread.branch(0, false);
    thread.work(100);
  });
  EXPECT_EQ(bench.core().instructions(), 104);
}

TEST(Thread, MeasurementStartsCountersFromZero) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    thread.work(100);
    thread.branch(0, true);
    thread.reset_statistics();
    thread.work(11);
    EXPECT_EQ(thread.instructions(), 11);
    EXPECT_EQ(thread.mispredictions(), 0);
  });
}

TEST(Branch, AWrongGuessStallsUntilTheValueIsThereAndForThePenalty) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    const Ready ready = thread.load(bench.words, 0).ready;
    thread.branch(0, true, ready);
    thread.load(bench.words, 8);
  });
  const std::vector<Time> issued = bench.issued();
  const Time after = issued[1] - issued[0] - kDelay;  // 17 cycles and a slot
  EXPECT_GE(after, Time(7083 + 104));
  EXPECT_LE(after, Time(7083 + 106));
}

TEST(Branch, ARightGuessDoesNotWaitForTheValue) {
  OneCore bench;
  bench.run([&](Thread& thread) {
    const Ready ready = thread.load(bench.words, 0).ready;
    thread.branch(0, false, ready);
    thread.load(bench.words, 8);
  });
  EXPECT_LT(bench.issued()[1], 1_ns);
  EXPECT_EQ(bench.statistic("mispredictions"), 0);
}

TEST(Branch, PerfectPredictionNeverWaits) {
  CoreConfig config = test::core_config();
  config.branch_prediction = BranchPrediction::kPerfect;
  OneCore bench(config);
  bench.run([&](Thread& thread) {
    const Ready ready = thread.load(bench.words, 0).ready;
    for (int i = 0; i < 10; ++i) thread.branch(0, i % 2 == 0, ready);
    thread.load(bench.words, 8);
  });
  EXPECT_LT(bench.issued()[1], 2_ns);
  EXPECT_EQ(bench.statistic("mispredictions"), 0);
}

/// Returns the mispredictions of one branch with this history ('T' taken, 'n' not taken).
double mispredictions(const std::string& history, std::uint32_t site = 0) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    for (const char way : history) thread.branch(site, way == 'T');
  });
  return bench.statistic("mispredictions");
}

TEST(Branch, StartsAsNotTaken) { EXPECT_EQ(mispredictions("nnnn"), 0); }

TEST(Branch, LearnsTakenInTwoSteps) { EXPECT_EQ(mispredictions("TTTTTTTT"), 2); }

TEST(Branch, ALoopExitCostsOneWrongGuessAndIsForgottenAtOnce) {
  EXPECT_EQ(mispredictions("TTTTnTTTTnTTTT"), 2 + 2);
}

TEST(Branch, ChangesItsMindAfterTwoSurprises) { EXPECT_EQ(mispredictions("TTTTnnnnn"), 2 + 2); }

TEST(Branch, SitesAreLearntApart) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    for (int i = 0; i < 100; ++i) {
      thread.branch(0, true);
      thread.branch(1, false);
    }
  });
  EXPECT_EQ(bench.statistic("mispredictions"), 2);
}

}  // namespace
}  // namespace starnuma::core::hart_test
