// SPDX-License-Identifier: Apache-2.0
// Poison from memory to cores, and the state of lines whose owner was disconnected.
#include <gtest/gtest.h>

#include "tests/module/faults/fault_bench.h"

namespace starnuma::test {
namespace {

using protocol::AccessKind;
using ras::What;
using Result = FaultBench::Result;

constexpr base::NodeId kHome{2};
constexpr int kFault = 3;
constexpr int kFar = 30;  ///< A core of the last socket.

void poison_is_an_error(base::NodeId home) {
  FaultBench bench("bench", small_machine());
  bench.run([&] {
    bench.warm_up();
    bench.access(0, home, 1, AccessKind::kStore);
    bench.access(0, home, 1, AccessKind::kFlush);
    bench.breakage->spoil(bench.line(home, 1), kFault, kernel_time());
    EXPECT_EQ(bench.access(0, home, 1, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(1, home, 1, AccessKind::kLoad),
              Result::kPoison);  // from the socket's copy
    EXPECT_EQ(bench.access(kFar, home, 1, AccessKind::kAtomic), Result::kPoison);
    EXPECT_EQ(bench.access(kFar, home, 1, AccessKind::kStore), Result::kPoison);
    EXPECT_EQ(bench.access(0, home, 1, AccessKind::kLoad), Result::kPoison);  // written back
    EXPECT_EQ(bench.access(0, home, 2, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(5, home, 1, AccessKind::kStore, true), Result::kDone);
    EXPECT_EQ(bench.access(0, home, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(5, home, 1, AccessKind::kFlush), Result::kDone);
    EXPECT_EQ(bench.access(kFar, home, 1, AccessKind::kLoad), Result::kDone);
  });
  EXPECT_FALSE(bench.damage.poisoned(bench.line(home, 1)));
  EXPECT_EQ(bench.count(What::kConsumed), 5);
  EXPECT_EQ(bench.count(What::kOverwritten), 1);
  EXPECT_EQ(bench.count(What::kRestored), 1);
  for (const ras::Event& event : bench.damage.events()) EXPECT_EQ(event.fault, kFault);
}

TEST(Poison, OfTheMemoryOfASocketIsAnErrorUntilTheLineIsWrittenAsAWhole) {
  poison_is_an_error(kHome);
}
TEST(Poison, OfAPoolIsAnErrorUntilTheLineIsWrittenAsAWhole) {
  poison_is_an_error(base::NodeId{16});
}

TEST(Poison, LeavesCopiesThatAreGood) {
  FaultBench bench("bench", small_machine());
  const base::NodeId pool = bench.pool();
  bench.run([&] {
    bench.warm_up();
    bench.access(0, pool, 1, AccessKind::kStore);
    bench.breakage->spoil(bench.line(pool, 1), kFault, kernel_time());
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 1, AccessKind::kLoad), Result::kDone);  // written back first
  });
  EXPECT_EQ(bench.count(What::kRestored), 1);
  EXPECT_EQ(bench.count(What::kConsumed), 0);
}

TEST(Poison, OfTwoWrongBitsAndOneIsCorrectedForATime) {
  FaultBench bench("bench", small_machine());
  bench.damage.set_correction(base::Time(100'000));
  bench.run([&] {
    bench.warm_up();
    bench.breakage->flip(bench.line(kHome, 1), kFault, kernel_time());
    EXPECT_EQ(bench.access(0, kHome, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.damage.counts().corrected, 1);
    for (int i = 0; i < 2; ++i) bench.breakage->flip(bench.line(kHome, 2), kFault, kernel_time());
    EXPECT_EQ(bench.access(0, kHome, 2, AccessKind::kLoad), Result::kPoison);
    bench.breakage->flip(bench.line(kHome, 3), kFault, kernel_time());
    const accounting::MemoryTraffic before = bench.machine().memory_traffic(kHome);
    bench.machine().scrub(bench.line(kHome, 3), kernel_time());
    const accounting::MemoryTraffic after = bench.machine().memory_traffic(kHome);
    EXPECT_EQ(after.reads - before.reads, 1);
    EXPECT_EQ(after.writes - before.writes, 1);
    EXPECT_EQ(bench.damage.counts().scrubbed, 1);
  });
}

TEST(Head, RemovedWhileItOwnsLinesLosesThoseThatAreWritten) {
  FaultBench bench("bench", small_machine());
  const base::NodeId pool = bench.pool();
  bench.run([&] {
    bench.warm_up();
    bench.access(0, pool, 1, AccessKind::kStore);  // written
    bench.access(0, pool, 2, AccessKind::kLoad);   // owned, because it is the only sharer
    bench.access(0, pool, 3, AccessKind::kLoad);   // shared by two
    bench.access(kFar, pool, 3, AccessKind::kLoad);
    bench.access(kFar, pool, 4, AccessKind::kStore);  // owned by another socket
    bench.breakage->remove_head(bench.edge_named("cxl.socket0_pool"), kFault, kernel_time());
    EXPECT_EQ(bench.count(What::kLost), 1);
    EXPECT_EQ(bench.count(What::kPoisoned), 2);  // the device cannot distinguish them
    for (const int number : {1, 2, 3, 4, 5}) {
      EXPECT_EQ(bench.access(0, pool, number, AccessKind::kLoad), Result::kNoAnswer);
    }
    EXPECT_EQ(bench.access(kFar, pool, 1, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(kFar, pool, 2, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(kFar, pool, 3, AccessKind::kStore), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 4, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(0, kHome, 1, AccessKind::kStore), Result::kDone);
    bench.breakage->return_head(bench.edge_named("cxl.socket0_pool"), kernel_time());
    EXPECT_EQ(bench.access(0, pool, 3, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kStore, true), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 1, AccessKind::kLoad), Result::kDone);
  });
  EXPECT_EQ(bench.count(What::kRefused), 5);
  EXPECT_EQ(bench.count(What::kLost), 1);
}

TEST(Link, ThatIsDownIsGoneRoundAndWhereThereIsNoWayAccessesTimeOut) {
  FaultBench bench("bench", small_machine());
  const base::Time timeout(10'000'000);
  bench.run([&] {
    bench.warm_up();
    bench.access(0, base::NodeId{1}, 1, AccessKind::kStore);
    bench.breakage->take_link_down(bench.edge_named("upi.socket0_socket1"), kFault, timeout,
                                   kernel_time());
    EXPECT_EQ(bench.access(0, base::NodeId{1}, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(2, base::NodeId{1}, 1, AccessKind::kStore), Result::kDone);
    EXPECT_EQ(bench.access(0, base::NodeId{1}, 1, AccessKind::kStore), Result::kDone);
    for (const int other : {2, 3}) {
      bench.breakage->take_link_down(bench.edge_named("upi.socket0_socket" + std::to_string(other)),
                                     kFault, timeout, kernel_time());
    }
    EXPECT_EQ(bench.access(0, base::NodeId{1}, 1, AccessKind::kStore), Result::kDone);
    EXPECT_EQ(bench.count(What::kLost), 0);
    bench.breakage->take_link_down(bench.edge_named("upi.socket0_asic0"), kFault, timeout,
                                   kernel_time());
    EXPECT_EQ(bench.count(What::kLost), 1);
    EXPECT_EQ(bench.access(0, base::NodeId{1}, 1, AccessKind::kLoad), Result::kNoAnswer);
    EXPECT_GT(bench.told, kernel_time() + timeout);
    EXPECT_EQ(bench.access(2, base::NodeId{1}, 1, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(2, base::NodeId{0}, 1, AccessKind::kLoad), Result::kNoAnswer);
    EXPECT_EQ(bench.access(0, bench.pool(), 1, AccessKind::kLoad), Result::kDone);
    bench.breakage->bring_link_up(bench.edge_named("upi.socket0_socket1"), kernel_time());
    EXPECT_EQ(bench.access(0, base::NodeId{1}, 2, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(0, base::NodeId{9}, 2, AccessKind::kStore), Result::kDone);
  });
  EXPECT_EQ(bench.count(What::kTimedOut), 2);
}

TEST(Device, ThatIsSilentIsIsolatedSocketBySocket) {
  FaultBench bench("bench", small_machine());
  const base::NodeId pool = bench.pool();
  bench.run([&] {
    bench.warm_up();
    bench.access(0, pool, 1, AccessKind::kStore);
    bench.access(kFar, pool, 2, AccessKind::kStore);
    bench.breakage->silence(pool, kFault, base::Time(10'000'000), kernel_time());
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kStore), Result::kDone);  // its cache has it
    EXPECT_EQ(bench.access(0, pool, 3, AccessKind::kLoad), Result::kNoAnswer);
    EXPECT_GT(bench.told, kernel_time() + base::Time(10'000'000));
    EXPECT_EQ(bench.count(What::kLost), 1);
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kLoad), Result::kNoAnswer);
    EXPECT_EQ(bench.access(kFar, pool, 2, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 2, AccessKind::kFlush), Result::kNoAnswer);
    EXPECT_EQ(bench.count(What::kLost), 2);
    bench.breakage->reset(pool, bench.lines_of(pool), kFault, kernel_time());
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kStore, true), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 1, AccessKind::kLoad), Result::kDone);
  });
  EXPECT_EQ(bench.count(What::kTimedOut), 2);
}

TEST(Device, ThatIsViralGivesPoisonAndTakesNothing) {
  FaultBench bench("bench", small_machine());
  const base::NodeId pool = bench.pool();
  bench.run([&] {
    bench.warm_up();
    bench.access(0, pool, 1, AccessKind::kStore);
    bench.breakage->make_viral(pool, kFault);
    EXPECT_EQ(bench.access(0, pool, 1, AccessKind::kLoad), Result::kDone);
    EXPECT_EQ(bench.access(kFar, pool, 2, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.access(kFar, pool, 1, AccessKind::kLoad), Result::kPoison);
    EXPECT_EQ(bench.count(What::kLost), 1);
  });
}

}  // namespace
}  // namespace starnuma::test
