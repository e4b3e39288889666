// SPDX-License-Identifier: Apache-2.0
// Resets of one head and of all heads of the pool device: their entries are gone, modified lines of
// their sockets are poison, written back or zero, accesses wait for the return to service, and
// other sockets use clean lines.
#include <gtest/gtest.h>

#include "tests/module/faults/fault_bench.h"

namespace starnuma::test {
namespace {

using base::Time;
using protocol::AccessKind;
using ras::What;
using Result = FaultBench::Result;

constexpr int kUsed = 6;
constexpr Time kReset{50'000'000};

class HeadReset : public testing::Test {
 protected:
  HeadReset()
      : bench("bench", small_machine()),
        own(3 * bench.config().cores_per_socket()),
        other(7 * bench.config().cores_per_socket()) {}

  bool holds(int socket, int line) {
    const auto* entry =
        bench.machine().pools()[0]->device().entry_of(bench.line(bench.pool(), line));
    return entry != nullptr && (entry->sharers >> socket & 1U) != 0;
  }
  /// Socket 3 writes the even lines and reads the odd ones, which socket 7 reads too.
  void fill() {
    bench.warm_up();
    for (int i = 0; i < kUsed; ++i) {
      const bool write = i % 2 == 0;
      bench.access(own, bench.pool(), i, write ? AccessKind::kStore : AccessKind::kLoad);
      if (!write) bench.access(other, bench.pool(), i, AccessKind::kLoad);
    }
    ASSERT_TRUE(holds(3, 0) && holds(3, 1) && holds(7, 1));
  }
  Time reset() {
    const Time until = kernel_time() + kReset;
    bench.breakage->reset_head(bench.edge_named("cxl.socket3_pool"), 0, {until, false},
                               kernel_time());
    return until;
  }

  FaultBench bench;
  int own;
  int other;
};

TEST_F(HeadReset, ItsEntriesAreGoneAndItsModifiedLinesArePoison) {
  bench.run([&] {
    fill();
    reset();
    for (int i = 0; i < kUsed; ++i) {
      EXPECT_FALSE(holds(3, i)) << i;
      EXPECT_EQ(bench.damage.poisoned(bench.line(bench.pool(), i)), i % 2 == 0) << i;
    }
    EXPECT_EQ(bench.count(What::kLost), kUsed / 2);
    EXPECT_EQ(bench.access(other, bench.pool(), 0, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(other, bench.pool(), 1, AccessKind::kStore), Result::kDone);
  });
}

TEST_F(HeadReset, AccessesWaitUntilItReturnsToService) {
  bench.run([&] {
    fill();
    const Time until = reset();
    EXPECT_EQ(bench.access(own, bench.pool(), 1, AccessKind::kLoad), Result::kDone);
    EXPECT_GE(bench.done, until);
    EXPECT_LT(bench.done, until + Time(1'000'000));
    EXPECT_EQ(bench.count(What::kHeld), 1);
    EXPECT_EQ(bench.access(other, bench.pool(), 3, AccessKind::kLoad), Result::kDone);
    EXPECT_LT(bench.done, until);
    EXPECT_EQ(bench.access(own, base::NodeId{4}, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_LT(bench.done, until) << "another home is reached during the reset";
    EXPECT_EQ(bench.count(What::kHeld), 1);
  });
}

TEST_F(HeadReset, AfterAFlushNothingIsLost) {
  bench.run([&] {
    fill();
    const Time until = kernel_time() + kReset;
    bench.breakage->reset_head(bench.edge_named("cxl.socket3_pool"), 0, {until, true},
                               kernel_time());
    for (int i = 0; i < kUsed; ++i) EXPECT_FALSE(holds(3, i)) << i;
    EXPECT_EQ(bench.count(What::kFlushed), kUsed / 2);
    EXPECT_EQ(bench.count(What::kLost) + bench.count(What::kPoisoned), 0);
    EXPECT_EQ(bench.access(other, bench.pool(), 0, AccessKind::kLoad), Result::kDone);
    EXPECT_LT(bench.done, until);
  });
}

TEST_F(HeadReset, OfAllHeadsMakesAllSocketsWaitAndEmptiesTheDirectory) {
  bench.run([&] {
    fill();
    const Time until = kernel_time() + kReset;
    bench.breakage->reset_heads(bench.pool(), 0, {until, false}, kernel_time());
    EXPECT_EQ(bench.machine().pools()[0]->device().filter_occupancy(), 0U);
    EXPECT_EQ(bench.count(What::kLost), kUsed / 2);
    EXPECT_EQ(bench.count(What::kPoisoned), kUsed / 2);
    for (const int core : {own, other}) {
      EXPECT_EQ(bench.access(core, bench.pool(), 1, AccessKind::kLoad), Result::kDone);
      EXPECT_GE(bench.done, until);
    }
    EXPECT_EQ(bench.access(other, bench.pool(), 0, AccessKind::kLoad), Result::kPoison);
  });
}

TEST_F(HeadReset, HostsReadZerosOfAClearedMemory) {
  bench.run([&] {
    fill();
    bench.breakage->reset_heads(bench.pool(), 0, {kernel_time() + kReset, false}, kernel_time());
    for (const base::LineAddress line : bench.lines_of(bench.pool())) {
      bench.breakage->clear(line, 0, kernel_time());
    }
    wait(sc_core::sc_time(60, sc_core::SC_US));
    bench.breakage->return_heads(bench.pool(), kernel_time());
    for (const base::LineAddress line : bench.lines_of(bench.pool())) {
      EXPECT_FALSE(bench.damage.poisoned(line)) << line.value;
    }
    EXPECT_EQ(bench.count(What::kCleared), base::kLinesPerPage);
    for (int i = 0; i < kUsed; ++i) {  // the checker compares with the version of the zeros
      EXPECT_EQ(bench.access(other, bench.pool(), i, AccessKind::kLoad), Result::kDone) << i;
    }
    EXPECT_EQ(bench.access(own, bench.pool(), 0, AccessKind::kStore), Result::kDone);
  });
}

TEST_F(HeadReset, ItCachesLinesAgainAfterItsReturn) {
  bench.run([&] {
    fill();
    reset();
    wait(sc_core::sc_time(60, sc_core::SC_US));
    bench.breakage->return_head(bench.edge_named("cxl.socket3_pool"), kernel_time());
    EXPECT_EQ(bench.access(own, bench.pool(), 1, AccessKind::kStore), Result::kDone);
    EXPECT_TRUE(holds(3, 1));
    EXPECT_FALSE(holds(7, 1));
    EXPECT_EQ(bench.access(own, bench.pool(), 0, AccessKind::kStore, true), Result::kDone);
    EXPECT_EQ(bench.access(other, bench.pool(), 0, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.count(What::kHeld), 0);
  });
}

}  // namespace
}  // namespace starnuma::test
