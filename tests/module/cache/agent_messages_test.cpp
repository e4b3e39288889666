// SPDX-License-Identifier: Apache-2.0
// Responses of a caching agent to homes: invalidations, forwards, Back-Invalidate snoops.
#include "models/base/address_text.h"
#include "tests/module/cache/agent_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr base::Time kWhen{900'000'000};
constexpr base::Time kAnswered = kWhen + kSnoop;

void expect_sent(const SentMessage& sent, Coherence op, int to, base::Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.coherence);
  EXPECT_EQ(sent.to, to);
  EXPECT_EQ(sent.time, time);
}
void expect_sent(const SentMessage& sent, Cxl op, base::Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.cxl);
  EXPECT_EQ(sent.to, 4 + 4);
  EXPECT_EQ(sent.time, time);
}

TEST(AgentMessages, AnInvalidationTakesAllCopiesAndIsAcknowledgedToTheRequester) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;
  bench.have(line_of(0));
  bench.have(line_of(0), AccessKind::kLoad, 1);
  const auto sent = bench.from_home(kWhen, Coherence::kInv, line_of(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kInvAck, 3, kAnswered);
  EXPECT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[1]->snoops.size(), 1u);
  bench.have(line_of(0));
  EXPECT_TRUE(bench.fabric.sent[0].is(Coherence::kGetS));
}

TEST(AgentMessages, AnInvalidationOfALineLongGoneIsAcknowledgedAllTheSame) {
  AgentBench bench;
  const auto sent = bench.from_home(kWhen, Coherence::kInv, line_of(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kInvAck, 3, kAnswered);
}

TEST(AgentMessages, AForwardToShareGivesDataToTheRequesterAndDirtyOnesToTheHome) {
  AgentBench bench;
  bench.have(line_of(0), AccessKind::kStore);
  const auto sent = bench.from_home(kWhen, Coherence::kFwdS, line_of(0));
  ASSERT_EQ(sent.size(), 2u);
  expect_sent(sent[0], Coherence::kOwnerDataS, 3, kAnswered);
  EXPECT_TRUE(sent[0].message.via_owner);
  expect_sent(sent[1], Coherence::kCopyBack, 4 + 2, kAnswered);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kDowngrade);
  // A shared copy remains, so a write needs an ownership request.
  bench.socket_grant = Coherence::kGrantX;
  bench.access(kWhen * 2, line_of(0), AccessKind::kStore);
  EXPECT_TRUE(bench.fabric.sent[0].message.holds_copy);
}

TEST(AgentMessages, AForwardToShareOfACleanLineTellsTheHomeWithoutData) {
  AgentBench bench;
  bench.have(line_of(0));
  const auto sent = bench.from_home(kWhen, Coherence::kFwdS, line_of(0));
  ASSERT_EQ(sent.size(), 2u);
  expect_sent(sent[1], Coherence::kCopyBackClean, 4 + 2, kAnswered);
}

TEST(AgentMessages, AForwardFindsDataThatOnlyACoreKnowsDirty) {
  AgentBench bench;
  bench.have(line_of(0));  // exclusive: the core may have written silently
  bench.cores[0]->dirty = true;
  const auto sent = bench.from_home(kWhen, Coherence::kFwdS, line_of(0));
  ASSERT_EQ(sent.size(), 2u);
  expect_sent(sent[1], Coherence::kCopyBack, 4 + 2, kAnswered);
}

TEST(AgentMessages, AForwardToOwnGivesTheLineAway) {
  AgentBench bench;
  bench.have(line_of(0), AccessKind::kStore);
  const auto sent = bench.from_home(kWhen, Coherence::kFwdX, line_of(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kOwnerDataX, 3, kAnswered);
  bench.access(kWhen * 2, line_of(0), AccessKind::kStore);
  EXPECT_TRUE(bench.fabric.sent[0].is(Coherence::kGetX));
  EXPECT_FALSE(bench.fabric.sent[0].message.holds_copy);
}

TEST(AgentMessages, AnOwnerBesideItsHomeCountsAsNoThirdParty) {
  AgentBench bench;
  const auto own = base::LineAddress::of(base::NodeId{kSelf}, 0);
  bench.have(own);
  EXPECT_FALSE(bench.from_home(kWhen, Coherence::kFwdX, own)[0].message.via_owner);
}

TEST(AgentMessages, ASnoopWaitsForALineOnItsWay) {
  AgentBench bench;
  const base::Time ready = bench.access(kWhen, line_of(0)).time;
  const auto sent = bench.from_home(ready - kPicosecond, Coherence::kFwdX, line_of(0));
  EXPECT_EQ(sent.at(0).time, ready + kSnoop);
  EXPECT_EQ(sent[0].ledger.queue(), kPicosecond);
}

TEST(AgentMessages, ASnoopOfALineThatIsThereDoesNotWait) {
  AgentBench bench;
  const base::Time ready = bench.access(kWhen, line_of(0)).time;
  const auto sent = bench.from_home(ready, Coherence::kFwdX, line_of(0));
  EXPECT_EQ(sent.at(0).time, ready + kSnoop);
  EXPECT_EQ(sent[0].ledger.queue(), base::Time(0));
}

TEST(AgentMessages, ABackInvalidateOfACleanLineIsAnsweredAtOnce) {
  AgentBench bench;
  bench.have(pool_line(0));
  const auto sent = bench.from_home(kWhen, Cxl::kBISnpInv, pool_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIRspI, kAnswered);
  EXPECT_EQ(bench.stat("back_invalidations"), 1);
}

TEST(AgentMessages, ABackInvalidateOfADirtyLineIsAnsweredAfterTheWriteBackIsComplete) {
  AgentBench bench;
  bench.have(pool_line(0), AccessKind::kStore);
  const auto sent = bench.from_home(kWhen, Cxl::kBISnpInv, pool_line(0));
  ASSERT_EQ(sent.size(), 2u);
  expect_sent(sent[0], Cxl::kMemWr, kAnswered);
  EXPECT_TRUE(sent[0].message.answers_snoop);
  expect_sent(sent[1], Cxl::kBIRspI, kAnswered + kHomeTime);
  EXPECT_EQ(bench.stat("writebacks"), 1);
}

/// Sends a block snoop of the first two lines of the pool.
std::vector<SentMessage> snoop_block(AgentBench& bench) {
  Message snoop = Message::of(Cxl::kBISnpInv, pool_line(0), base::SocketId{3});
  snoop.block_lines = 2;
  return bench.fabric.send(kWhen, base::index_of(kAgents.home_of(pool_line(0).node())), kSelf,
                           snoop);
}

TEST(AgentMessages, ABlockSnoopOfCleanLinesHasOneResponse) {
  AgentBench bench;
  bench.have(pool_line(0));
  bench.have(pool_line(1));
  const auto sent = snoop_block(bench);
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIRspI, kAnswered);
  EXPECT_EQ(sent[0].message.line, pool_line(0));
  EXPECT_EQ(protocol::block_lines_of(sent[0].message), 2);
  EXPECT_EQ(bench.stat("back_invalidations"), 1);
}

TEST(AgentMessages, ABlockSnoopOfADirtyLineHasAResponsePerLine) {
  AgentBench bench;
  bench.have(pool_line(0));
  bench.have(pool_line(1), AccessKind::kStore);
  const auto sent = snoop_block(bench);
  ASSERT_EQ(sent.size(), 3u);
  expect_sent(sent[0], Cxl::kMemWr, kAnswered);
  expect_sent(sent[1], Cxl::kBIRspI, kAnswered);
  EXPECT_EQ(sent[1].message.line, pool_line(0));
  expect_sent(sent[2], Cxl::kBIRspI, kAnswered + kHomeTime);
  EXPECT_EQ(sent[2].message.line, pool_line(1));
  for (const SentMessage& message : sent) EXPECT_EQ(protocol::block_lines_of(message.message), 0);
}

TEST(AgentMessages, ADataSnoopLeavesACleanLineShared) {
  AgentBench bench;
  bench.have(pool_line(0));
  const auto sent = bench.from_home(kWhen, Cxl::kBISnpData, pool_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIRspS, kAnswered);
  bench.access(kWhen * 2, pool_line(0), AccessKind::kStore);
  EXPECT_TRUE(bench.fabric.sent.at(0).message.holds_copy);
}

TEST(AgentMessages, ADataSnoopOfADirtyLineLeavesNoCopy) {
  AgentBench bench;
  bench.have(pool_line(0), AccessKind::kStore);
  const auto sent = bench.from_home(kWhen, Cxl::kBISnpData, pool_line(0));
  ASSERT_EQ(sent.size(), 2u);
  expect_sent(sent[1], Cxl::kBIRspI, kAnswered + kHomeTime);
  EXPECT_EQ(bench.cores[0]->snoops.back().demand, PrivateSnoop::Demand::kInvalidate);
  bench.access(kWhen * 2, pool_line(0));
  EXPECT_TRUE(bench.fabric.sent.at(0).is(Cxl::kMemRdShared));
}

TEST(AgentMessages, ASnoopOfALineLongGoneIsAnsweredInvalid) {
  AgentBench bench;
  const auto sent = bench.from_home(kWhen, Cxl::kBISnpData, pool_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIRspI, kAnswered);
}

/// Returns the required parts of an error about `message`, with the line as `explain --line` takes
/// it.
std::vector<std::string> all_of_it(const std::string& message, base::LineAddress line) {
  return {"bench.agent: " + message + " for line " + base::address_text(line),
          std::to_string(kWhen.ps()) + " ps"};
}

TEST(LateForward, OfALineThatTheAgentHasGivenUpIsAnsweredWithNoCopy) {
  AgentBench bench;
  const auto sent = bench.from_home(kWhen, Coherence::kFwdS, line_of(5));
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_TRUE(sent[0].is(Coherence::kNoCopy));
  EXPECT_EQ(sent[0].to, base::index_of(kAgents.home_of(line_of(5).node())));
}

TEST(IllegalAgentMessage, GrantNobodyWaitsFor) {
  AgentBench bench;
  expect_invariant_error([&] { bench.from_home(kWhen, Cxl::kMemDataE, pool_line(5)); },
                         all_of_it("MemDataE", pool_line(5)));
}

TEST(IllegalAgentMessage, ForwardOfALineThatTheAgentOnlyShares) {
  AgentBench bench;
  bench.socket_grant = Coherence::kDataS;
  bench.have(line_of(5));
  expect_invariant_error(
      [&] { bench.from_home(kWhen, Coherence::kFwdX, line_of(5)); },
      {"bench.agent: no row for FwdX in state S, line " + base::address_text(line_of(5)) + " at "});
}

TEST(IllegalAgentMessage, MessageThatOnlyHomesReceive) {
  AgentBench bench;
  expect_invariant_error([&] { bench.from_home(kWhen, Coherence::kUnblock, line_of(5)); },
                         all_of_it("Unblock", line_of(5)));
}

}  // namespace
}  // namespace starnuma::test
