// SPDX-License-Identifier: Apache-2.0
// Accesses of a caching agent's own cores: hits, misses, upgrades, neighbours.
#include "tests/module/cache/agent_bench.h"
#include "tests/support/kinds.h"

namespace starnuma::test {
namespace {

constexpr base::Time kStart{1'000'000};
constexpr base::Time kWholeMiss = kLlc + kFabric + kHomeTime + kFabric;

TEST(CachingAgent, AsksTheHomeAfterItsLookUpAndTheWayToTheFabric) {
  AgentBench bench;
  const Access miss = bench.access(kStart, line_of(0));
  ASSERT_EQ(bench.fabric.sent.size(), 1u);
  const SentMessage& request = bench.fabric.sent[0];
  EXPECT_TRUE(request.is(Coherence::kGetS));
  EXPECT_EQ(request.to, 4 + 2);
  EXPECT_EQ(request.time, kStart + kLlc + kFabric);
  EXPECT_EQ(request.ledger.total(), kLlc + kFabric);
  EXPECT_EQ(miss.time, kStart + kWholeMiss);
  EXPECT_EQ(miss.served_by, ServedBy::kMemory);
  EXPECT_EQ(bench.observed, (std::vector<accounting::AccessClass>{test::kOneHop}));
}

TEST(CachingAgent, AnswersALineOfTheLlcAfterThirtyCycles) {
  AgentBench bench;
  bench.have(line_of(0));
  bench.relinquish(line_of(0), false);
  const base::Time now = bench.later();
  const Access hit = bench.access(now, line_of(0));
  EXPECT_EQ(hit.time, now + kLlc);
  EXPECT_EQ(hit.served_by, ServedBy::kSocket);
  EXPECT_TRUE(bench.fabric.sent.empty());
  EXPECT_EQ(bench.observed.size(), 1u);
}

TEST(CachingAgent, MergesAnAccessWithALineOnItsWay) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;  // so that the neighbour needs no snoop
  const base::Time ready = bench.access(kStart, line_of(0)).time;
  EXPECT_EQ(bench.access(ready - kLlc - kPicosecond, line_of(0), AccessKind::kLoad, 1).time, ready);
  EXPECT_EQ(bench.access(ready - kLlc + kPicosecond, line_of(0), AccessKind::kLoad, 1).time,
            ready + kPicosecond);
}

TEST(CachingAgent, TakesTheRightToWriteFromANeighbourThatMightHaveWritten) {
  AgentBench bench;
  bench.have(line_of(0));  // granted exclusively: core 0 may write
  const base::Time now = bench.later();
  const Access hit = bench.access(now, line_of(0), AccessKind::kLoad, 1);
  EXPECT_EQ(hit.time, now + kLlc + kPrivateSnoop);
  EXPECT_FALSE(hit.writable);
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kDowngrade);
}

TEST(CachingAgent, InvalidatesTheNeighbourOfAWriter) {
  AgentBench bench;
  bench.have(line_of(0));
  bench.have(line_of(0), AccessKind::kLoad, 1);
  bench.cores[0]->snoops.clear();
  const base::Time now = bench.later();
  const Access store = bench.access(now, line_of(0), AccessKind::kStore, 1);
  EXPECT_EQ(store.time, now + kLlc + kPrivateSnoop);
  EXPECT_TRUE(store.writable);
  EXPECT_TRUE(bench.fabric.sent.empty());
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kInvalidate);
  EXPECT_TRUE(bench.cores[1]->snoops.empty());
}

/// Returns the first message of a store to a line that is absent, or that the socket holds shared.
SentMessage first_of_store(AgentBench& bench, base::LineAddress line, bool whole, bool shared) {
  bench.pool_grant = Cxl::kMemDataS;
  if (shared) bench.have(line);
  bench.pool_grant = Cxl::kMemDataE;
  const Access store = bench.access(bench.later(), line, AccessKind::kStore, 0, whole);
  EXPECT_TRUE(store.writable);
  EXPECT_EQ(store.served_by, ServedBy::kMemory);
  EXPECT_EQ(bench.fabric.sent.size(), 1u);
  return bench.fabric.sent[0];
}

TEST(CachingAgent, StoresOfWholeLinesOfThePoolNeedNoDataIfTheyAreUnfetched) {
  AgentBench bench(cache::LineStoresAre::kUnfetched);
  EXPECT_TRUE(first_of_store(bench, pool_line(0), true, false).is(Cxl::kMemInv));
  EXPECT_TRUE(first_of_store(bench, pool_line(1), true, true).is(Cxl::kMemInv));
  EXPECT_TRUE(first_of_store(bench, pool_line(2), false, false).is(Cxl::kMemRdOwn));
  EXPECT_TRUE(first_of_store(bench, line_of(3), true, false).is(Coherence::kGetX));
  bench.relinquish(pool_line(0), false);
  const auto sent = bench.from_home(bench.later(), Cxl::kBISnpInv, pool_line(0));
  ASSERT_FALSE(sent.empty());
  EXPECT_TRUE(sent[0].is(Cxl::kMemWr)) << "the line is dirty";
}

TEST(CachingAgent, StoresOfWholeLinesFetchThemByDefault) {
  AgentBench bench;
  EXPECT_TRUE(first_of_store(bench, pool_line(0), true, false).is(Cxl::kMemRdOwn));
}

/// Sends MemSpecRd, and obtains ownership of whole lines without data.
struct SpeculativeAgent : AgentBench {
  SpeculativeAgent()
      : AgentBench(cache::LineStoresAre::kUnfetched, cache::SpeculativeReadsAre::kSent) {}
  bool speculates() const { return !fabric.sent.empty() && fabric.sent[0].is(Cxl::kMemSpecRd); }
};

TEST(CachingAgent, AMemSpecRdLeavesWhenTheLookUpBegins) {
  SpeculativeAgent bench;
  const base::Time start = bench.later();
  const Access load = bench.access(start, pool_line(0));
  ASSERT_EQ(bench.fabric.sent.size(), 2u);
  EXPECT_TRUE(bench.fabric.sent[0].is(Cxl::kMemSpecRd));
  EXPECT_EQ(bench.fabric.sent[0].time, start + kFabric);
  EXPECT_TRUE(bench.fabric.sent[1].is(Cxl::kMemRdShared));
  EXPECT_EQ(bench.fabric.sent[1].time, start + kLlc + kFabric);
  EXPECT_EQ(load.time, start + kLlc + kFabric * 2 + kHomeTime);
  // The socket cannot know that a look-up for another core will hit.
  bench.access(bench.later(), pool_line(0), AccessKind::kLoad, 1);
  ASSERT_EQ(bench.fabric.sent.size(), 1u);
  EXPECT_TRUE(bench.speculates());
  EXPECT_EQ(bench.stat("speculative_reads"), 2);
}

TEST(CachingAgent, AMemSpecRdIsSentOnlyForDataOfAPool) {
  SpeculativeAgent bench;
  bench.access(bench.later(), pool_line(1), AccessKind::kStore);
  EXPECT_TRUE(bench.speculates());
  bench.access(bench.later(), line_of(0));
  EXPECT_FALSE(bench.speculates()) << "another socket's memory";
  bench.access(bench.later(), pool_line(2), AccessKind::kStore, 0, true);
  EXPECT_FALSE(bench.speculates()) << "a whole line needs no data";
  bench.pool_grant = Cxl::kMemDataS;
  bench.have(pool_line(3));
  bench.pool_grant = Cxl::kMemDataE;
  bench.access(bench.later(), pool_line(3), AccessKind::kStore);
  EXPECT_FALSE(bench.speculates()) << "the core holds the line";
  bench.access(bench.later(), pool_line(4), AccessKind::kMoveRead);
  EXPECT_FALSE(bench.speculates()) << "a page move";
  bench.access(bench.later(), pool_line(5), AccessKind::kFlush);
  EXPECT_FALSE(bench.speculates()) << "a flush";
}

TEST(CachingAgent, ACurrentLoadOfThePoolLeavesNoCopy) {
  AgentBench bench;
  for (int i = 0; i < 2; ++i) {
    const Access load = bench.access(bench.later(), pool_line(0), AccessKind::kCurrentLoad);
    ASSERT_EQ(bench.fabric.sent.size(), 1u);
    EXPECT_TRUE(bench.fabric.sent[0].is(Cxl::kMemRdCurrent));
    EXPECT_EQ(load.kind, AccessKind::kCurrentLoad);
    EXPECT_EQ(load.served_by, ServedBy::kMemory);
  }
  EXPECT_EQ(bench.stat("current_reads"), 2);
}

TEST(CachingAgent, ACurrentLoadIsALoadIfTheSocketHoldsTheLineOrIsNotAPoolsReader) {
  AgentBench bench;
  bench.have(pool_line(0));
  EXPECT_EQ(bench.access(bench.later(), pool_line(0), AccessKind::kCurrentLoad).kind,
            AccessKind::kLoad);
  EXPECT_TRUE(bench.fabric.sent.empty());
  EXPECT_EQ(bench.access(bench.later(), line_of(3), AccessKind::kCurrentLoad).kind,
            AccessKind::kLoad);
  EXPECT_TRUE(bench.fabric.sent[0].is(Coherence::kGetS));
}

TEST(CachingAgent, KeepsADirtyLineForABISnpCur) {
  AgentBench bench;
  bench.have(pool_line(0), AccessKind::kStore);
  const auto sent = bench.from_home(bench.later(), Cxl::kBISnpCur, pool_line(0));
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].is(Cxl::kMemWrOwn));
  EXPECT_TRUE(sent[1].is(Cxl::kBIRspE));
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kDowngrade);
  const Access store = bench.access(bench.later(), pool_line(0), AccessKind::kStore);
  EXPECT_TRUE(store.writable);
  EXPECT_TRUE(bench.fabric.sent.empty()) << "the socket still owns the line";
  EXPECT_TRUE(bench.from_home(bench.later(), Cxl::kBISnpCur, pool_line(0))[0].is(Cxl::kMemWrOwn));
}

TEST(CachingAgent, AsksForOwnershipOfALineItHoldsShared) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;
  EXPECT_FALSE(bench.access(kStart, line_of(0)).writable);
  bench.socket_grant = Coherence::kGrantX;
  const base::Time now = bench.later();
  const Access store = bench.access(now, line_of(0), AccessKind::kStore);
  ASSERT_EQ(bench.fabric.sent.size(), 1u);
  EXPECT_TRUE(bench.fabric.sent[0].is(Coherence::kGetX));
  EXPECT_TRUE(bench.fabric.sent[0].message.holds_copy);
  EXPECT_TRUE(store.writable);
  EXPECT_EQ(store.time, now + kWholeMiss);
  EXPECT_EQ(bench.stat("upgrades"), 1);
  EXPECT_EQ(bench.observed.size(), 1u);  // the line itself was not a miss
}

TEST(CachingAgent, InvalidatesItsOtherCoresWhenAnUpgradeIsGranted) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;
  bench.have(line_of(0));
  bench.have(line_of(0), AccessKind::kLoad, 1);
  bench.socket_grant = Coherence::kGrantX;
  bench.have(line_of(0), AccessKind::kStore, 1);
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kInvalidate);
}

TEST(CachingAgent, WaitsForEveryAcknowledgementAndThenUnblocksTheHome) {
  AgentBench bench;
  bench.acks = 3;
  const Access store = bench.access(kStart, line_of(0), AccessKind::kStore);
  const base::Time done = kStart + kWholeMiss + base::Time(3'000);
  EXPECT_EQ(store.time, done);
  ASSERT_EQ(bench.fabric.sent.size(), 2u);
  EXPECT_TRUE(bench.fabric.sent[0].is(Coherence::kGetX));
  EXPECT_TRUE(bench.fabric.sent[1].is(Coherence::kUnblock));
  EXPECT_EQ(bench.fabric.sent[1].to, 4 + 2);
  EXPECT_EQ(bench.fabric.sent[1].time, done + kFabric);
}

TEST(CachingAgent, SendsNoUnblockWhereTheHomeDidNotWait) {
  AgentBench bench;
  bench.access(kStart, line_of(0), AccessKind::kStore);
  EXPECT_EQ(bench.fabric.sent.size(), 1u);
}

TEST(CachingAgent, UnblocksTheHomeAfterDataOfAnOwner) {
  AgentBench bench;
  bench.socket_grant = Coherence::kOwnerDataS;
  EXPECT_FALSE(bench.access(kStart, line_of(0)).writable);
  ASSERT_EQ(bench.fabric.sent.size(), 2u);
  EXPECT_TRUE(bench.fabric.sent[1].is(Coherence::kUnblock));
  EXPECT_EQ(bench.observed, (std::vector<accounting::AccessClass>{test::kBlockTransferSocket}));
}

TEST(CachingAgent, AsksThePoolByCxl) {
  AgentBench bench;
  const Access load = bench.access(kStart, pool_line(0));
  ASSERT_EQ(bench.fabric.sent.size(), 1u);
  EXPECT_TRUE(bench.fabric.sent[0].is(Cxl::kMemRdShared));
  EXPECT_EQ(bench.fabric.sent[0].to, 4 + 4);
  EXPECT_TRUE(load.writable);
  bench.access(bench.later(), pool_line(1), AccessKind::kAtomic);
  EXPECT_TRUE(bench.fabric.sent[0].is(Cxl::kMemRdOwn));
  EXPECT_EQ(bench.observed, (std::vector<accounting::AccessClass>(2, test::kPool)));
}

TEST(CachingAgent, KeepsAWalkOutOfTheDemandMisses) {
  AgentBench bench;
  bench.access(kStart, line_of(0), AccessKind::kWalk);
  EXPECT_TRUE(bench.observed.empty());
  EXPECT_EQ(bench.stat("walk_misses"), 1);
  EXPECT_EQ(bench.fabric.sent[0].message.purpose, protocol::Message::Purpose::kWalk);
}

}  // namespace
}  // namespace starnuma::test
