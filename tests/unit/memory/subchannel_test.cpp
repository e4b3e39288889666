// SPDX-License-Identifier: Apache-2.0
// Answers of a sub-channel to reads whose bank is idle, that are speculative, or that meet a
// refresh, and to writes out of order that find one entry free, or none. A burst takes four clocks.
#include "models/memory/subchannel.h"

#include <gtest/gtest.h>

#include "models/base/random.h"
#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory::subchannel_test {
namespace {

using base::Time;

constexpr std::int64_t kBurst = 4;

timing::DramTimings timings() {
  timing::DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(kBurst);
  timings.t_refi = base::Cycles(20'000);
  timings.t_rfc = base::Cycles(900);
  return timings;
}

struct Bench {
  explicit Bench(Time speculative_wait = Time(0))
      : subchannel(kShape, rules, timing::DramPolicies{}, queues(speculative_wait), rules.refi) {}

  Subchannel::Served read(int bank, Time at, bool speculative = false) {
    return subchannel.read(line_++, {bank, 0, false}, at, at, speculative);
  }
  static QueueConfig queues(Time speculative_wait) {
    QueueConfig queues;
    queues.speculative_wait = speculative_wait;
    return queues;
  }

  timing::DramRules rules{timings(), kGigahertz};
  Subchannel subchannel;

 private:
  std::uint64_t line_ = 0;
};

TEST(Subchannel, DropsASpeculativeReadOnePicosecondBeyondItsLongestWait) {
  constexpr int kWaiting = 6;
  for (const Time too_short : {Time(0), Time(1)}) {
    Bench bench(kClock * kBurst * kWaiting - too_short);
    for (int bank = 0; bank < kWaiting; ++bank) bench.read(bank, kClock * 10);
    const auto served = bench.read(kWaiting, kClock * 10, true);
    EXPECT_EQ(served.from == Subchannel::Served::From::kNowhere, too_short > Time(0));
  }
}

TEST(Subchannel, AReadThatMeetsNoOtherDoesNotWait) {
  Bench bench;
  base::Random random(5);
  for (int i = 0; i < 3000; ++i) {  // random banks in storms
    bench.read(static_cast<int>(random.below(32)), kClock * (100 + i / 60 * 300));
  }
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(bench.read(i % 32, kClock * (21'000 + 100 * i)).wait, Time(0)) << i;
  }
}

TEST(Subchannel, AReadInALongQueueContainsTheRefreshThatComesBeforeItsTurn) {
  Bench bench;
  const Time due = bench.rules.refi;
  const Time at = due - kClock * 100;
  Time wait;
  for (int i = 0; i < 60; ++i) wait = bench.read(i % 16, at).wait;
  EXPECT_GE(at + wait, due + bench.rules.rfc);
}

// The bus serves the second of two batches in less time than the forecast expects by the distances
// in the first one, which had a single bank. The forecast must not delay a write that finds a free
// entry.
TEST(Subchannel, AWriteOutOfOrderWaitsIfNoEntryOfTheBufferIsFreeAndNotBefore) {
  constexpr int kEntries = 8;
  timing::DramTimings slow_bank = timings();
  slow_bank.t_rc = base::Cycles(800);
  const timing::DramRules rules(slow_bank, kGigahertz);
  QueueConfig queues;
  queues.write_buffer = kEntries;
  Subchannel subchannel(kShape, rules, {timing::PagePolicy::kClosed, timing::RefreshPolicy::kNone},
                        queues, rules.refi);
  std::uint64_t line = 0;
  const auto write = [&](int bank, Time at, Time horizon) {
    return subchannel.write(line++, {bank, 0, true}, at, horizon);
  };
  for (int i = 0; i < kEntries; ++i) write(0, Time(0), Time(0));
  const Time second = kClock * 20'000;
  for (int bank = 0; bank < kEntries; ++bank) write(bank, second, second);
  const Time served = second + kClock * 100;
  const Time at = served + kClock * 10;
  for (int i = 0; i < kEntries; ++i) {
    EXPECT_EQ(write(8 + i, at, served), at) << i << " entries are taken";
  }
  EXPECT_GT(write(16, at, served), at);
}

}  // namespace
}  // namespace starnuma::memory::subchannel_test
