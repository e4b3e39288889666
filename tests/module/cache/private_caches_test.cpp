// SPDX-License-Identifier: Apache-2.0
// Private caches between a mock core and a mock caching agent. Times at 2.4 GHz: 4 cycles are 1667
// ps, 18 cycles are 7500 ps.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/cache/private_caches.h"

namespace starnuma::test {
namespace {

using cache::PrivateSnoop;
using protocol::Access;
using protocol::AccessKind;
using protocol::ServedBy;

constexpr base::Time kL1{1'667};
constexpr base::Time kL2{7'500};
constexpr base::Time kBehind{100'000};
constexpr base::Time kPicosecond{1};

/// Answers every access after kBehind.
class MockAgent : public sc_core::sc_module {
 public:
  explicit MockAgent(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void access(Access& access) {
    seen.push_back(access);
    if (access.kind == AccessKind::kWriteback) return;
    access.time += kBehind;
    access.writable = writable;
    access.served_by = ServedBy::kMemory;
    access.place = ++place;
  }

 public:
  kernel::Target<&MockAgent::access, PrivateSnoop> cpu_side{"cpu_side", *this};
  std::vector<Access> seen;
  bool writable = true;
  std::uint8_t place = 0;
};

/// L1: 4 sets of 2 lines; L2: 4 sets of 4 lines; two miss registers.
class CachesParts : public sc_core::sc_module {
 public:
  explicit CachesParts(const sc_core::sc_module_name& name) : sc_module(name) {
    core.bind(caches.cpu_side);
    caches.mem_side.bind(agent.cpu_side);
  }
  Access access(base::Time time, std::uint64_t line, AccessKind kind = AccessKind::kLoad) {
    Access access;
    access.line = {line};
    access.issued = access.time = time;
    access.kind = kind;
    core.send(access);
    return access;
  }
  /// Makes the line present long before the test's accesses.
  void have(std::uint64_t line, AccessKind kind = AccessKind::kLoad) {
    clock_ += base::Time(10'000'000);
    access(clock_, line, kind);
  }
  base::Time later() { return clock_ += base::Time(10'000'000); }

  kernel::Initiator<Access> core{"core"};
  cache::PrivateCaches caches{
      "caches",
      {base::Bytes(512), 2, base::Cycles(4), base::Bytes(1024), 4, base::Cycles(14), 2},
      base::Frequency(2'400'000'000)};
  MockAgent agent{"agent"};

 private:
  base::Time clock_;
};

/// CachesParts after elaboration.
class CachesBench : public CachesParts {
 public:
  CachesBench() : CachesParts("bench") { sc_core::sc_start(sc_core::SC_ZERO_TIME); }
};

// Lines of one set, in L1 and L2 alike.
constexpr std::uint64_t kA = 0, kB = 4, kC = 8, kD = 12, kE = 16;

TEST(PrivateCaches, SendAMissOnAfterBothLookUps) {
  CachesBench bench;
  const Access miss = bench.access(base::Time(5'000), kA);
  ASSERT_EQ(bench.agent.seen.size(), 1u);
  EXPECT_EQ(bench.agent.seen[0].time, base::Time(5'000) + kL2);
  EXPECT_EQ(miss.time, base::Time(5'000) + kL2 + kBehind);
}

TEST(PrivateCaches, AnswerFromTheL1AfterFourCycles) {
  CachesBench bench;
  bench.have(kA);
  const base::Time now = bench.later();
  const Access hit = bench.access(now, kA);
  EXPECT_EQ(hit.time, now + kL1);
  EXPECT_EQ(hit.served_by, ServedBy::kL1);
}

TEST(PrivateCaches, AnswerFromTheL2AfterEighteenCycles) {
  CachesBench bench;
  for (std::uint64_t line : {kA, kB, kC}) bench.have(line);  // the L1 set holds two
  const base::Time now = bench.later();
  const Access hit = bench.access(now, kA);
  EXPECT_EQ(hit.time, now + kL2);
  EXPECT_EQ(hit.served_by, ServedBy::kL2);
}

TEST(PrivateCaches, MergeAnAccessWithALineOnItsWay) {
  CachesBench bench;
  const base::Time ready = bench.access(base::Time(0), kA).time;
  EXPECT_EQ(bench.access(base::Time(2'000), kA).time, ready);
  EXPECT_EQ(bench.access(ready - kL1 - kPicosecond, kA).time, ready);
  EXPECT_EQ(bench.access(ready - kL1, kA).time, ready);
  EXPECT_EQ(bench.access(ready - kL1 + kPicosecond, kA).time, ready + kPicosecond);
  EXPECT_EQ(bench.agent.seen.size(), 1u);
}

TEST(PrivateCaches, MergeInTheL2WithALineOnItsWay) {
  CachesBench bench;
  const base::Time ready = bench.access(base::Time(0), kA).time;
  bench.access(base::Time(1), kB);
  bench.access(base::Time(2), kC);  // kA has left the L1
  EXPECT_EQ(bench.access(base::Time(3), kA).time, ready);
  EXPECT_EQ(bench.agent.seen.size(), 3u);
}

TEST(PrivateCaches, LetAMissWaitForARegister) {
  CachesBench bench;
  const base::Time first = bench.access(base::Time(0), 1).time;
  bench.access(base::Time(1'000), 2);
  const Access third = bench.access(base::Time(2'000), 3);
  EXPECT_EQ(bench.agent.seen[2].time, first);
  EXPECT_EQ(third.mshr_queue, first - base::Time(2'000) - kL2);
  EXPECT_EQ(third.time, first + kBehind);
}

/// Each miss takes the register that is free first, whatever the order in which they are freed.
TEST(PrivateCaches, LetEachMissTakeTheRegisterThatIsFreeFirst) {
  CachesBench bench;
  std::vector<base::Time> free(2);
  for (std::uint64_t line = 1; line <= 12; ++line) {
    const base::Time start = base::Time(static_cast<std::int64_t>(line) * 1'000);
    const base::Time looked_up = start + kL2;
    base::Time& first = *std::min_element(free.begin(), free.end());
    const base::Time issued = std::max(looked_up, first);
    const Access miss = bench.access(start, line);
    EXPECT_EQ(miss.mshr_queue, issued - looked_up) << line;
    EXPECT_EQ(miss.time, issued + kBehind) << line;
    first = miss.time;
  }
}

TEST(PrivateCaches, GiveARegisterBackAtTheVeryTimeItsLineIsThere) {
  CachesBench bench;
  const base::Time first = bench.access(base::Time(0), 1).time;
  bench.access(base::Time(1'000), 2);
  EXPECT_EQ(bench.access(first - kL2 - kPicosecond, 3).mshr_queue, kPicosecond);
  // The registers now hold lines 2 and 3; line 2 arrives 1 ns after line 1.
  EXPECT_EQ(bench.access(first + base::Time(1'000) - kL2, 5).mshr_queue, base::Time(0));
}

TEST(PrivateCaches, AskForTheRightToWriteOnce) {
  CachesBench bench;
  bench.agent.writable = false;
  bench.have(kA);
  bench.agent.writable = true;
  const base::Time now = bench.later();
  const Access upgrade = bench.access(now, kA, AccessKind::kStore);
  ASSERT_EQ(bench.agent.seen.size(), 2u);
  EXPECT_EQ(bench.agent.seen[1].kind, AccessKind::kStore);
  EXPECT_EQ(upgrade.time, now + kL2 + kBehind);
  const base::Time then = bench.later();
  EXPECT_EQ(bench.access(then, kA, AccessKind::kStore).time, then + kL1);
  EXPECT_EQ(bench.agent.seen.size(), 2u);
}

TEST(PrivateCaches, AreDirtyAfterTheRightToWriteWasGiven) {
  CachesBench bench;
  bench.agent.writable = false;
  bench.have(kA);
  bench.agent.writable = true;
  bench.have(kA, AccessKind::kStore);
  EXPECT_TRUE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kInvalidate));
}

TEST(PrivateCaches, LetReadersWaitForTheRightToWriteThatIsOnItsWay) {
  CachesBench bench;
  bench.agent.writable = false;
  bench.have(kA);
  bench.agent.writable = true;
  const base::Time now = bench.later();
  const base::Time ready = bench.access(now, kA, AccessKind::kStore).time;
  EXPECT_EQ(bench.access(now + kL1, kA).time, ready);
}

TEST(PrivateCaches, TellTheAgentOfALineTheyGiveUp) {
  CachesBench bench;
  for (std::uint64_t line : {kA, kB, kC, kD}) bench.have(line);
  EXPECT_EQ(bench.agent.seen.size(), 4u);
  bench.have(kE);
  ASSERT_EQ(bench.agent.seen.size(), 6u);
  const Access& given_up = bench.agent.seen[5];
  EXPECT_EQ(given_up.kind, AccessKind::kWriteback);
  EXPECT_EQ(given_up.line.value, kA);
  EXPECT_FALSE(given_up.dirty);
  EXPECT_EQ(given_up.place, 1);  // the place that it was given
}

TEST(PrivateCaches, HoldNothingInTheL1ThatTheL2GaveUp) {
  CachesBench bench;
  // kA stays in the L1, where its hits do not make it younger in the L2.
  for (std::uint64_t line : {kA, kB, kA, kC, kA, kD, kA}) bench.have(line);
  EXPECT_EQ(bench.agent.seen.size(), 4u);
  bench.have(kE);
  EXPECT_EQ(bench.agent.seen.back().line.value, kA);
  EXPECT_FALSE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kInvalidate));
  const base::Time now = bench.later();
  EXPECT_EQ(bench.access(now, kA).time, now + kL2 + kBehind);
}

TEST(PrivateCaches, GiveUpALineDirtyThatOnlyTheL1KnowsDirty) {
  CachesBench bench;
  for (std::uint64_t line : {kA, kB}) bench.have(line);
  bench.have(kA, AccessKind::kStore);
  for (std::uint64_t line : {kC, kA, kD, kA, kE}) bench.have(line);
  EXPECT_EQ(bench.agent.seen.back().line.value, kA);
  EXPECT_TRUE(bench.agent.seen.back().dirty);
}

TEST(PrivateCaches, GiveUpALineDirtyThatTheL1HandedToTheL2) {
  CachesBench bench;
  bench.have(kA, AccessKind::kStore);
  for (std::uint64_t line : {kB, kC, kD, kE}) bench.have(line);
  // Writing the data back made kA young in the L2: kB was evicted first, kC is next, then kA.
  for (std::uint64_t line : {20, 24}) bench.have(line);
  EXPECT_EQ(bench.agent.seen.back().line.value, kA);
  EXPECT_TRUE(bench.agent.seen.back().dirty);
}

TEST(PrivateCaches, GiveEveryLineUpWhenTheyAreFlushed) {
  CachesBench bench;
  bench.have(kA);
  bench.have(kB, AccessKind::kStore);
  bench.agent.seen.clear();
  const base::Time start = bench.later();
  const auto flushed = bench.caches.flush(base::CoreId{3}, start);
  EXPECT_EQ(flushed.lines, 2);
  EXPECT_EQ(flushed.span, kL2 + kL2);
  ASSERT_EQ(bench.agent.seen.size(), 2u);
  for (const Access& given_up : bench.agent.seen) {
    EXPECT_EQ(given_up.kind, AccessKind::kWriteback);
    EXPECT_EQ(given_up.core, base::CoreId{3});
    EXPECT_EQ(given_up.dirty, given_up.line.value == kB);
  }
  EXPECT_EQ(bench.agent.seen[1].time, start + kL2 + kL2);
  EXPECT_EQ(bench.caches.flush(base::CoreId{3}, start).lines, 0);
  EXPECT_FALSE(bench.caches.snoop({kB}, PrivateSnoop::Demand::kInvalidate));
}

TEST(PrivateCaches, KeepNoCopyAfterAnInvalidation) {
  CachesBench bench;
  bench.have(kA, AccessKind::kStore);
  EXPECT_TRUE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kInvalidate));
  EXPECT_FALSE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kInvalidate));
  const base::Time now = bench.later();
  EXPECT_EQ(bench.access(now, kA).time, now + kL2 + kBehind);
}

TEST(PrivateCaches, KeepACleanReadableCopyAfterADowngrade) {
  CachesBench bench;
  bench.have(kA, AccessKind::kStore);
  EXPECT_TRUE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kDowngrade));
  EXPECT_FALSE(bench.caches.snoop({kA}, PrivateSnoop::Demand::kDowngrade));
  const base::Time now = bench.later();
  EXPECT_EQ(bench.access(now, kA).time, now + kL1);
  EXPECT_EQ(bench.agent.seen.size(), 1u);
  bench.have(kA, AccessKind::kStore);
  EXPECT_EQ(bench.agent.seen.size(), 2u);  // requests write permission again
}

TEST(PrivateCaches, ALookUpAnswersOnlyAHitAndChangesNoOtherAccess) {
  CachesBench bench;
  bench.agent.writable = false;
  bench.have(kA);
  const base::Time now = bench.later();
  const std::size_t sent = bench.agent.seen.size();
  const auto look_up = [&](std::uint64_t line, AccessKind kind) {
    Access access;
    access.line = {line};
    access.issued = access.time = now;
    access.kind = kind;
    const kernel::LookUp found = bench.caches.look_up(access);
    EXPECT_EQ(access.time, found == kernel::LookUp::kHit ? now + kL1 : now);
    return found;
  };
  EXPECT_EQ(look_up(kA, AccessKind::kLoad), kernel::LookUp::kHit);
  EXPECT_EQ(look_up(kB, AccessKind::kLoad), kernel::LookUp::kMiss);
  EXPECT_EQ(look_up(kB, AccessKind::kStore), kernel::LookUp::kMiss);
  EXPECT_EQ(look_up(kA, AccessKind::kStore), kernel::LookUp::kBlocked) << "no write permission";
  EXPECT_EQ(look_up(kA, AccessKind::kFlush), kernel::LookUp::kBlocked);
  EXPECT_EQ(look_up(kB, AccessKind::kFlush), kernel::LookUp::kBlocked);
  EXPECT_EQ(bench.agent.seen.size(), sent);
}

}  // namespace
}  // namespace starnuma::test
