// SPDX-License-Identifier: Apache-2.0
// Miss registers of a core in queued delivery, against a reference: they limit the outstanding
// misses, each one is free when its line arrives, and accesses to a line in flight wait for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"
#include "models/cache/private_caches.h"
#include "models/kernel/now.h"

namespace starnuma::test::private_caches_in_time_test {
namespace {

using namespace base::literals;
using base::Time;
using protocol::Access;
using protocol::AccessKind;

constexpr Time kL1 = 4_ns;
constexpr Time kL2 = 18_ns;  // both look-ups
constexpr int kLines = 12;

/// Answers a line after a time of its own.
class AgentInTime : public sc_core::sc_module {
 public:
  AgentInTime(const sc_core::sc_module_name& name, kernel::QueuedDispatcher& dispatcher)
      : sc_module(name), dispatcher_(dispatcher) {}
  static Time delay(base::LineAddress line) {
    return 100_ns + Time(static_cast<std::int64_t>(line.value * 7'919 % 50'000));
  }

 private:
  void access(Access& access) {
    if (access.kind == AccessKind::kWriteback) return;
    seen.push_back(access);
    ++outstanding;
    most = std::max(most, outstanding);
    access.time += delay(access.line);
    dispatcher_.wait_until(access.time);
    --outstanding;
    access.writable = true;
  }
  kernel::QueuedDispatcher& dispatcher_;

 public:
  kernel::Target<&AgentInTime::access, cache::PrivateSnoop> cpu_side{"cpu_side", *this};
  std::vector<Access> seen;
  int outstanding = 0;
  int most = 0;
};

/// Caches that hold all lines, with `mshrs` miss registers, at 1 GHz.
class Parts : public sc_core::sc_module {
 public:
  Parts(const sc_core::sc_module_name& name, int mshrs)
      : sc_module(name),
        caches("caches",
               {base::Bytes(4096), 16, base::Cycles(4), base::Bytes(8192), 16, base::Cycles(14),
                mshrs},
               base::Frequency(1'000'000'000)) {
    core.bind(caches.cpu_side);
    caches.mem_side.bind(agent.cpu_side);
    caches.deliver_in(dispatcher);
  }
  void access(Time at, std::uint64_t line, Access& access, AccessKind kind = AccessKind::kLoad) {
    dispatcher.spawn([this, at, line, kind, &access] {
      dispatcher.wait_until(at);
      access.line = {line};
      access.issued = access.time = at;
      access.kind = kind;
      core.send(access);
    });
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  kernel::Initiator<Access> core{"core"};
  cache::PrivateCaches caches;
  AgentInTime agent{"agent", dispatcher};
};

/// Parts after elaboration.
class Bench : public Parts {
 public:
  explicit Bench(int mshrs) : Parts("bench", mshrs) { sc_core::sc_start(sc_core::SC_ZERO_TIME); }
};

class MissRegistersInTime : public testing::TestWithParam<int> {};

TEST_P(MissRegistersInTime, MissesFillThemAndNoMore) {
  const int mshrs = GetParam();
  Bench bench(mshrs);
  std::vector<Access> accesses(kLines);
  for (std::size_t i = 0; i < kLines; ++i) bench.access(Time(0), i, accesses[i]);
  sc_core::sc_start();
  EXPECT_EQ(bench.agent.most, std::min(mshrs, kLines));
  // Reference: each miss takes the register that is free first.
  std::vector<Time> free(static_cast<std::size_t>(mshrs), Time(0));
  for (const Access& access : accesses) {
    const auto first = std::min_element(free.begin(), free.end());
    const Time start = std::max(kL2, *first);
    EXPECT_EQ(access.mshr_queue, start - kL2);
    EXPECT_EQ(access.time, start + AgentInTime::delay(access.line));
    *first = access.time;
  }
  EXPECT_EQ(bench.dispatcher.pending_fibers(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Registers, MissRegistersInTime, testing::Values(1, 2, 3, 5, 16));

TEST(MissRegisters, AnAccessToALineInFlightWaitsForItAndTakesNoRegister) {
  Bench bench(1);
  std::vector<Access> accesses(3);
  bench.access(0_ns, 3, accesses[0]);
  bench.access(10_ns, 3, accesses[1]);
  bench.access(11_ns, 3, accesses[2], AccessKind::kStore);
  sc_core::sc_start();
  EXPECT_EQ(bench.agent.seen.size(), 1U);
  for (const Access& access : accesses) EXPECT_EQ(access.time, kL2 + AgentInTime::delay({3}));
  EXPECT_EQ(accesses[1].mshr_queue, 0_ns);
}

TEST(MissRegisters, AnAccessThatNeedsNoneAnyMorePassesItsRegisterOn) {
  Bench bench(1);
  std::vector<Access> accesses(4);
  bench.access(0_ns, 1, accesses[0]);
  bench.access(1_ns, 2, accesses[1]);  // waits for the register
  bench.access(2_ns, 2, accesses[2]);  // waits too, and finds the line in flight or present
  bench.access(3_ns, 4, accesses[3]);
  sc_core::sc_start();
  EXPECT_EQ(bench.agent.seen.size(), 3U);
  EXPECT_EQ(bench.dispatcher.pending_fibers(), 0U);
  const Time first = kL2 + AgentInTime::delay({1});
  const Time second = first + AgentInTime::delay({2});
  EXPECT_EQ(accesses[0].time, first);
  EXPECT_EQ(accesses[1].time, second);
  EXPECT_EQ(accesses[2].time, second);
  EXPECT_EQ(accesses[3].time, second + AgentInTime::delay({4}));
}

TEST(MissRegisters, RandomAccessesAllEndAndKeepTheLimit) {
  constexpr int kRegisters = 3;
  Bench bench(kRegisters);
  base::Random random(7);
  std::vector<Access> accesses(400);
  for (Access& access : accesses) {
    bench.access(Time(static_cast<std::int64_t>(random.below(4'000'000))), random.below(40), access,
                 random.below(3) == 0 ? AccessKind::kStore : AccessKind::kLoad);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.dispatcher.pending_fibers(), 0U);
  EXPECT_EQ(bench.agent.outstanding, 0);
  EXPECT_EQ(bench.agent.most, kRegisters);
  EXPECT_EQ(bench.agent.seen.size(), 40U);  // each line is fetched once
  for (const Access& access : accesses) EXPECT_GE(access.time, access.issued + kL1);
}

}  // namespace
}  // namespace starnuma::test::private_caches_in_time_test
