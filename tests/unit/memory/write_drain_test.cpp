// SPDX-License-Identifier: Apache-2.0
// Writes and reads on one data bus: when waiting writes are drained before reads, and when they are
// served on an idle bus.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramPolicies;
using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;

/// A drain begins when six writes wait and ends when two do.
constexpr DramPolicies kPolicies{PagePolicy::kClosed, RefreshPolicy::kNone, 6, 2};

/// A read activates every 10 clocks and follows 20 clocks later.
DramTimings slow_activates() {
  DramTimings timings = shortest_timings();
  timings.t_rrd_s = timings.t_rrd_l = timings.burst = base::Cycles(10);
  timings.t_rcd = base::Cycles(20);
  return timings;
}

class WriteDrain : public testing::Test {
 protected:
  void add_reads(int count, std::int64_t arrival) {
    for (int i = 0; i < count; ++i) bench_.add(read_of(0, i % 4, i / 4), arrival);
  }
  void add_writes(int count, std::int64_t arrival) {
    for (int i = 0; i < count; ++i) bench_.add(write_of(0, i % 4, 2 + i / 4), arrival);
  }
  /// Returns one letter for each column command, in order.
  std::string order() {
    served_ = bench_.run();
    std::string letters;
    for (const auto& one : served_) letters += one.access.write ? 'W' : 'R';
    return letters;
  }

  DramBench bench_{slow_activates(), kPolicies};
  std::vector<DramBench::Served> served_;
};

TEST_F(WriteDrain, DoesNotBeginOneWriteBelowItsThreshold) {
  add_reads(8, 0);
  add_writes(5, 0);
  EXPECT_EQ(order(), "RRRRRRRRWWWWW");
  EXPECT_EQ(bench_.dram.drains(), 0);
}

TEST_F(WriteDrain, BeginsBeforeReadsThatWaitAndEndsAtItsLowThreshold) {
  add_reads(8, 0);
  add_writes(6, 0);
  EXPECT_EQ(order(), "WWWWRRRRRRRRWW");
  EXPECT_EQ(bench_.dram.drains(), 1);
}

TEST_F(WriteDrain, BeginsWhenItsLastWriteArrives) {
  add_reads(8, 0);
  add_writes(5, 0);
  add_writes(1, 45);  // five reads have been activated, the last one at 40
  EXPECT_EQ(order(), "RRRRRWWWWRRRWW");
  EXPECT_EQ(served_[5].activate, kClock * 50);
  EXPECT_EQ(bench_.dram.drains(), 1);
}

TEST_F(WriteDrain, BeginsWhenItsLastWriteArrivesEvenIfNoWriteCanBeIssuedYet) {
  bench_.serve(read_of(1, 0, 0));
  add_reads(8, 100);
  for (int i = 0; i < 6; ++i) bench_.add(write_of(0, 0, 0), 105);  // bank busy from 100 to 122
  order();
  const auto write = std::find_if(served_.begin(), served_.end(),
                                  [](const auto& one) { return one.access.write; });
  EXPECT_EQ(write->activate, kClock * 122);
  EXPECT_EQ(write - served_.begin(), 1);  // no read activates from 105 on
}

TEST_F(WriteDrain, ServesReadsThatHaveBeenActivatedWithoutDelay) {
  add_reads(2, 0);
  add_writes(6, 15);
  EXPECT_EQ(order(), "RRWWWWWW");
  EXPECT_EQ(served_[0].column, kClock * 20);
  EXPECT_EQ(served_[1].column, kClock * 30);
}

TEST_F(WriteDrain, DelaysReadsThatArriveDuringIt) {
  add_writes(6, 0);
  const int read = bench_.add(read_of(0, 0, 0), 1);
  order();
  const auto found = std::find_if(served_.begin(), served_.end(),
                                  [&](const auto& one) { return one.tag == read; });
  EXPECT_EQ(found->activate, kClock * 40);  // behind those of four writes
}

TEST_F(WriteDrain, BeginsAgainWhenWritesHaveReachedItsThresholdAgain) {
  add_reads(8, 0);
  add_writes(6, 0);
  add_writes(4, 35);
  EXPECT_EQ(order(), "WWWWWWWWRRRRRRRRWW");
  EXPECT_EQ(bench_.dram.drains(), 2);
}

class IdleWrite : public WriteDrain {
 protected:
  bool is_served_by(std::int64_t clock) { return !bench_.run(kClock * clock).empty(); }
  std::int64_t settled() const { return bench_.dram.settled_after() / kClock; }
};

TEST_F(IdleWrite, IsIssuedOnceItCanDelayNoLaterAccess) {
  add_writes(1, 100);
  EXPECT_FALSE(is_served_by(100 + 20 + settled() - 1));
  EXPECT_TRUE(is_served_by(100 + 20 + settled()));
}

TEST_F(IdleWrite, WaitsUntilTheLastReadHasSettled) {
  add_reads(1, 100);  // served at 120
  add_writes(1, 110);
  EXPECT_EQ(bench_.run(kClock * 121).size(), 1u);
  const std::int64_t served = 120 + settled() + 20;
  EXPECT_FALSE(is_served_by(served + settled() - 1));
  EXPECT_TRUE(is_served_by(served + settled()));
}

TEST_F(IdleWrite, DelaysNoReadThatArrivesLater) {
  add_writes(5, 0);
  for (std::int64_t at = 50; at < 2000; at += 137) {
    EXPECT_EQ(bench_.column(read_of(1, 0, 0), at), at + 20) << at;
    bench_.run(kClock * at);
  }
  EXPECT_EQ(bench_.dram.waiting(), 0u);
}

}  // namespace
}  // namespace starnuma::memory
