// SPDX-License-Identifier: Apache-2.0
// A caching agent whose message crosses one of a home.
#include "models/base/address_text.h"
#include "tests/module/cache/agent_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test::messages_cross {
namespace {

constexpr base::Time kWhen{900'000'000};
constexpr base::Time kStep{10'000};  ///< Response time of a home.
const base::LineAddress kLine = pool_line(5);
const base::LineAddress kSocketLine = line_of(5);

/// Sends a home's response to a message of the agent.
template <class Op>
void respond(const SentMessage& sent, const kernel::Envelope& cause, kernel::Outbox& outbox, Op op,
             base::Time after = kStep) {
  AgentParts::reply(cause, outbox, sent.message.next(op), after);
}

base::Time line_queue(const SentMessage& sent) {
  return base::Time(sent.ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kLineQueue)]);
}

/// The home of a pool line: it snoops the requester of the line. It grants the line when the snoop
/// is answered, or before it is notified of the conflict.
class ConflictBench : public AgentBench {
 public:
  explicit ConflictBench(bool late) {
    fabric.answer = [late](const SentMessage& sent, kernel::Envelope& cause,
                           kernel::Outbox& outbox) {
      if (sent.is(Cxl::kMemRdOwn)) respond(sent, cause, outbox, Cxl::kBISnpInv);
      if (sent.is(Cxl::kMemRdOwn) && late) respond(sent, cause, outbox, Cxl::kMemDataE, 2 * kStep);
      if (sent.is(Cxl::kBIConflict)) respond(sent, cause, outbox, Cxl::kBIConflictAck);
      if (sent.is(Cxl::kMemWr)) respond(sent, cause, outbox, Cxl::kCmp);
      if (sent.is(Cxl::kBIRspI) && !late) respond(sent, cause, outbox, Cxl::kMemDataE);
    };
  }
};

TEST(EarlyConflict, TheSnoopIsAnsweredBeforeTheRequestIsServed) {
  ConflictBench bench(false);
  const Access store = bench.access(kWhen, kLine, AccessKind::kStore);
  const auto& sent = bench.fabric.sent;
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_TRUE(sent[0].is(Cxl::kMemRdOwn));
  EXPECT_TRUE(sent[1].is(Cxl::kBIConflict));
  EXPECT_EQ(sent[1].time, sent[0].time + kStep + kSnoop);
  EXPECT_TRUE(sent[2].is(Cxl::kBIRspI));
  EXPECT_EQ(sent[2].time, sent[1].time + kStep);
  EXPECT_EQ(store.time, sent[2].time + kStep + kFabric);
  bench.have(kLine, AccessKind::kStore);
  EXPECT_TRUE(bench.fabric.sent.empty());
}

TEST(EarlyConflict, OfAnUpgradeTakesTheCopy) {
  ConflictBench bench(false);
  bench.fabric.answer = [usual = bench.fabric.answer](const SentMessage& sent,
                                                      kernel::Envelope& cause,
                                                      kernel::Outbox& outbox) {
    if (sent.is(Cxl::kMemRdShared)) return respond(sent, cause, outbox, Cxl::kMemDataS);
    usual(sent, cause, outbox);
  };
  bench.have(kLine);
  const Access store = bench.access(kWhen, kLine, AccessKind::kStore);
  ASSERT_EQ(bench.fabric.sent.size(), 3u);
  EXPECT_TRUE(bench.fabric.sent[0].message.holds_copy);
  EXPECT_TRUE(bench.fabric.sent[2].is(Cxl::kBIRspI));
  ASSERT_EQ(bench.cores[0]->snoops.size(), 1u);
  EXPECT_EQ(bench.cores[0]->snoops[0].demand, PrivateSnoop::Demand::kInvalidate);
  EXPECT_TRUE(store.writable);
}

TEST(LateConflict, TheSnoopIsAnsweredWithTheGrantedLine) {
  ConflictBench bench(true);
  const Access store = bench.access(kWhen, kLine, AccessKind::kStore);
  const auto sent = bench.fabric.sent;
  ASSERT_EQ(sent.size(), 4u);
  EXPECT_EQ(store.time, sent[0].time + 2 * kStep + kFabric);
  EXPECT_TRUE(sent[1].is(Cxl::kBIConflict));
  EXPECT_TRUE(sent[2].is(Cxl::kMemWr));
  EXPECT_TRUE(sent[2].message.answers_snoop);
  EXPECT_EQ(sent[2].time, sent[1].time + kStep);
  EXPECT_TRUE(sent[3].is(Cxl::kBIRspI));
  EXPECT_EQ(sent[3].time, sent[2].time + kStep);
  // The line is invalid.
  bench.access(2 * kWhen, kLine, AccessKind::kStore);
  EXPECT_TRUE(bench.fabric.sent[0].is(Cxl::kMemRdOwn));
  EXPECT_FALSE(bench.fabric.sent[0].message.holds_copy);
}

TEST(CrossingWriteBack, AnswersTheSnoopWhenItIsComplete) {
  AgentBench bench;
  bench.have(kLine, AccessKind::kStore);
  bench.fabric.answer = [](const SentMessage& sent, kernel::Envelope& cause,
                           kernel::Outbox& outbox) {
    if (!sent.is(Cxl::kMemWr)) return;
    respond(sent, cause, outbox, Cxl::kBISnpInv);
    respond(sent, cause, outbox, Cxl::kCmp, kHomeTime);
  };
  const Access flush = bench.access(kWhen, kLine, AccessKind::kFlush);
  const auto& sent = bench.fabric.sent;
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].is(Cxl::kMemWr));
  EXPECT_TRUE(sent[1].is(Cxl::kBIRspI));
  EXPECT_EQ(sent[1].time, sent[0].time + kHomeTime);
  EXPECT_EQ(line_queue(sent[1]), kHomeTime - kStep - kSnoop);
  EXPECT_EQ(sent[1].ledger.total() - sent[0].ledger.total(), kHomeTime);
  EXPECT_EQ(flush.time, sent[0].time + kHomeTime + kFabric);
}

TEST(CrossingPut, GivesItsDataToTheForward) {
  AgentBench bench;
  bench.have(kSocketLine, AccessKind::kStore);
  bench.fabric.answer = [](const SentMessage& sent, kernel::Envelope& cause,
                           kernel::Outbox& outbox) {
    if (!sent.is(Coherence::kPutM)) return;
    respond(sent, cause, outbox, Coherence::kFwdX);
    respond(sent, cause, outbox, Coherence::kPutAck, kHomeTime);
  };
  bench.access(kWhen, kSocketLine, AccessKind::kFlush);
  const auto& sent = bench.fabric.sent;
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[1].is(Coherence::kOwnerDataX));
  EXPECT_EQ(sent[1].time, sent[0].time + kStep + kSnoop);
}

TEST(IllegalAgentMessage, AcknowledgementOfNoConflict) {
  AgentBench bench;
  expect_invariant_error(
      [&] { bench.from_home(kWhen, Cxl::kBIConflictAck, kLine); },
      {"bench.agent: no row for BI-ConflictAck in state I, line " + base::address_text(kLine)});
}

TEST(IllegalAgentMessage, AcknowledgementOfNoPut) {
  AgentBench bench;
  expect_invariant_error([&] { bench.from_home(kWhen, Coherence::kPutAck, kSocketLine); },
                         {"bench.agent: PutAck for line " + base::address_text(kSocketLine) +
                          " without an outstanding write-back, at "});
}

}  // namespace
}  // namespace starnuma::test::messages_cross
