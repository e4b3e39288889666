// SPDX-License-Identifier: Apache-2.0
// Evictions of a caching agent: four lines of a set have their data in the LLC, two more are only
// tracked for the cores that hold them.
#include "tests/module/cache/agent_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr std::uint64_t kSets = 4;

/// Returns the n-th line of set 0.
base::LineAddress nth(std::uint64_t n) { return line_of(n * kSets); }

bool has_sent(const AgentBench& bench, Coherence op, base::LineAddress line) {
  for (const SentMessage& sent : bench.fabric.sent) {
    if (sent.is(op) && sent.message.line == line) return true;
  }
  return false;
}

TEST(Eviction, OfADirtyLineWritesItBackToItsHome) {
  AgentBench bench;
  bench.have(nth(0), AccessKind::kStore);
  bench.relinquish(nth(0), true);
  for (std::uint64_t n = 1; n <= 3; ++n) bench.have(nth(n));
  const base::Time now = bench.later();
  const base::Time done = bench.access(now, nth(4)).time;
  ASSERT_TRUE(has_sent(bench, Coherence::kPutM, nth(0)));
  EXPECT_EQ(bench.fabric.sent[1].time, done + kFabric);
  EXPECT_EQ(bench.fabric.sent[1].to, 4 + 2);
  EXPECT_EQ(bench.stat("writebacks"), 1);
}

TEST(Eviction, OfACleanOwnedLineTellsItsHome) {
  AgentBench bench;
  bench.have(nth(0));
  bench.relinquish(nth(0), false);
  for (std::uint64_t n = 1; n <= 4; ++n) bench.have(nth(n));
  EXPECT_TRUE(has_sent(bench, Coherence::kPutE, nth(0)));
  EXPECT_EQ(bench.stat("writebacks"), 0);
}

TEST(Eviction, OfASharedLineIsSilent) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;
  bench.have(nth(0));
  bench.relinquish(nth(0), false);
  for (std::uint64_t n = 1; n <= 4; ++n) bench.have(nth(n));
  EXPECT_EQ(bench.fabric.sent.size(), 1u);
  bench.have(nth(0));
  EXPECT_TRUE(has_sent(bench, Coherence::kGetS, nth(0)));
}

TEST(Eviction, OfAPoolLineGoesByCxl) {
  AgentBench bench;
  bench.have(pool_line(0), AccessKind::kStore);
  bench.relinquish(pool_line(0), true);
  bench.have(pool_line(4));
  bench.relinquish(pool_line(4), false);
  for (std::uint64_t n = 2; n <= 3; ++n) bench.have(pool_line(n * kSets));
  bench.have(pool_line(16));
  ASSERT_EQ(bench.fabric.sent.size(), 2u);
  EXPECT_TRUE(bench.fabric.sent[1].is(Cxl::kMemWr));
  bench.have(pool_line(20));
  ASSERT_EQ(bench.fabric.sent.size(), 2u);
  EXPECT_TRUE(bench.fabric.sent[1].is(Cxl::kMemClnEvct));
}

TEST(Eviction, FromTheLlcLeavesTheCoresTheirCopies) {
  AgentBench bench;
  for (std::uint64_t n = 0; n <= 4; ++n) bench.have(nth(n));  // core 0 keeps all five
  EXPECT_EQ(bench.fabric.sent.size(), 1u);
  EXPECT_TRUE(bench.cores[0]->snoops.empty());
  // The first line is in core 0 only, so the neighbour's access must fetch it from there.
  const base::Time now = bench.later();
  EXPECT_EQ(bench.access(now, nth(0), AccessKind::kLoad, 1).time, now + kLlc + kPrivateSnoop);
}

TEST(Eviction, OfATrackedLineTakesItFromItsCores) {
  AgentBench bench;
  for (std::uint64_t n = 0; n <= 5; ++n) bench.have(nth(n));  // two lines are only tracked now
  EXPECT_TRUE(bench.cores[0]->snoops.empty());
  bench.cores[0]->dirty = true;
  bench.have(nth(6));
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].line, nth(0));
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kInvalidate);
  EXPECT_TRUE(has_sent(bench, Coherence::kPutM, nth(0)));
}

TEST(PrivateVictim, ThatIsDirtyGoesToTheLlc) {
  AgentBench bench;
  for (std::uint64_t n = 0; n <= 4; ++n) bench.have(nth(n));  // the first is only tracked
  bench.relinquish(nth(0), true);
  EXPECT_FALSE(has_sent(bench, Coherence::kPutM, nth(0)));
  const base::Time now = bench.later();
  const Access hit = bench.access(now, nth(0), AccessKind::kLoad, 1);
  EXPECT_EQ(hit.time, now + kLlc);
  EXPECT_TRUE(bench.fabric.sent.empty());
}

TEST(PrivateVictim, ThatIsDirtyStaysDirtyInTheLlc) {
  AgentBench bench;
  bench.have(nth(0), AccessKind::kStore);
  bench.relinquish(nth(0), true);
  const auto sent = bench.from_home(bench.later(), Coherence::kFwdS, nth(0));
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[1].is(Coherence::kCopyBack));
}

TEST(PrivateVictim, ThatIsCleanAndNotInTheLlcLeavesTheSocket) {
  AgentBench bench;
  for (std::uint64_t n = 0; n <= 4; ++n) bench.have(nth(n));  // the first is only tracked
  bench.relinquish(nth(0), false);
  EXPECT_TRUE(has_sent(bench, Coherence::kPutE, nth(0)));
  bench.have(nth(0));
  EXPECT_TRUE(has_sent(bench, Coherence::kGetS, nth(0)));
}

TEST(PrivateVictim, ThatANeighbourHoldsTooStaysWithTheNeighbour) {
  AgentBench bench;
  bench.have(nth(0));
  bench.have(nth(0), AccessKind::kLoad, 1);
  for (std::uint64_t n = 1; n <= 4; ++n) bench.have(nth(n));
  bench.relinquish(nth(0), false);
  EXPECT_TRUE(bench.fabric.sent.empty());
  EXPECT_FALSE(has_sent(bench, Coherence::kPutE, nth(0)));
}

TEST(PrivateVictim, OfACoreThatDoesNotHoldTheLineIsFatal) {
  AgentBench bench;
  bench.have(nth(0));
  expect_invariant_error([&] { bench.relinquish(nth(0), false, 1); },
                         {"bench.agent", "0x20000000000", "20000000"});
}

}  // namespace
}  // namespace starnuma::test
