// SPDX-License-Identifier: Apache-2.0
// A core may run ahead of the others by at most a quantum and one access.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/module/core/core_bench.h"

namespace starnuma::core::quantum_test {
namespace {

using namespace base::literals;
using base::Time;

constexpr Time kDelay = 100_ns;
constexpr Time kQuantum = 200_ns;

/// Maximum lead of a core's accesses over the current kernel time.
class Lead {
 public:
  explicit Lead(CoreBench& bench, int cores) {
    for (int i = 0; i < cores; ++i) {
      bench.memory(i).watch = [this](const protocol::Access& access) {
        most_ = std::max(most_, access.issued - kernel_time());
        EXPECT_GE(access.issued, kernel_time()) << "an access in the past";
      };
    }
  }
  Time most() const { return most_; }

 private:
  Time most_;
};

TEST(Quantum, ACoreThatOnlyLocksStaysWithinAQuantumAndAnAccess) {
  CoreBench bench(1, kDelay, kQuantum);
  const auto words = bench.allocate(8);
  const Lead lead(bench, 1);
  bench.run([&](Thread& thread) {
    for (int i = 0; i < 1000; ++i) thread.fetch_add(words, 0, std::uint64_t{1});
  });
  EXPECT_LE(lead.most(), kQuantum + kDelay);
  EXPECT_GT(lead.most(), kQuantum / 2);  // it uses the quantum
}

TEST(Quantum, ACoreWithIndependentMissesStaysWithinAQuantumAndAnAccess) {
  CoreBench bench(1, kDelay, kQuantum);
  const auto words = bench.allocate(1 << 16);
  const Lead lead(bench, 1);
  bench.run([&](Thread& thread) {
    for (std::uint64_t i = 0; i < 8000; ++i) {
      thread.load(words, 8 * i);
      thread.store(words, 8 * i, std::uint64_t{1});
      thread.work(20);
    }
  });
  EXPECT_LE(lead.most(), kQuantum + kDelay);
}

TEST(Quantum, CoresStayTogetherWhateverEachOfThemDoes) {
  CoreBench bench(8, kDelay, kQuantum);
  const auto words = bench.allocate(1 << 16);
  const Lead lead(bench, 8);
  bench.run([&](Thread& thread) {
    for (std::uint64_t i = 0; i < 500; ++i) {
      if (thread.index() % 2 == 0) thread.load(words, 8 * i);
      if (thread.index() % 3 == 0) thread.fetch_add(words, 0, std::uint64_t{1});
      thread.work(10 * thread.index());
      thread.branch(0, i % 3 == 0);
    }
  });
  EXPECT_LE(lead.most(), kQuantum + kDelay);
}

TEST(Quantum, LongWorkBetweenAccessesDoesNotRunAway) {
  CoreBench bench(1, kDelay, kQuantum);
  const auto words = bench.allocate(1 << 10);
  const Lead lead(bench, 1);
  bench.run([&](Thread& thread) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      thread.work(96'000);  // 10 us
      thread.load(words, 8 * i);
    }
  });
  EXPECT_LE(lead.most(), kQuantum + kDelay);
}

TEST(Quantum, AfterSynchronisingKernelTimeIsTheCoresOwn) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    thread.work(4 * 48);  // 20 ns
    EXPECT_EQ(kernel_time(), 0_ns);
    thread.synchronise();
    EXPECT_EQ(kernel_time(), 20_ns);
    thread.synchronise();
    EXPECT_EQ(kernel_time(), 20_ns);
  });
}

TEST(Quantum, ACoresTimeDoesNotDriftFromItsClock) {
  CoreBench bench(1, kDelay, kQuantum);
  bench.run([&](Thread& thread) {
    for (int i = 0; i < 1000; ++i) {
      thread.work(7);  // 729.17 ps
      thread.synchronise();
    }
    thread.work(200);  // 7200 slots are 1800 cycles of 2.4 GHz
    thread.synchronise();
    EXPECT_EQ(kernel_time(), 750_ns);
  });
}

TEST(Quantum, TheEndOfTheProgramIsTheCoresLastInstruction) {
  CoreBench bench(2, kDelay, kQuantum);
  bench.run([&](Thread& thread) { thread.work(thread.index() == 0 ? 4 * 48 : 4 * 4800); });
  EXPECT_EQ(kernel_time(), 2000_ns);
  EXPECT_TRUE(bench.core(0).finished() && bench.core(1).finished());
}

}  // namespace
}  // namespace starnuma::core::quantum_test
