// SPDX-License-Identifier: Apache-2.0
// Requests, faults and statistics of a caching agent, each by itself.
#include "models/protocol/access.h"
#include "tests/module/cache/agent_parts.h"
#include "tests/support/invariant.h"

namespace starnuma::test::agent_parts_test {
namespace {

TEST(Requests, AMissIsCompleteOnceItsGrantHasPassedTheFabric) {
  Parts parts;
  parts.grant = Coherence::kDataE;
  Access miss = Parts::access(10_ns, line_of(0));
  parts.requests.send(miss, 0, nullptr);
  ASSERT_EQ(parts.sent.size(), 1u);
  expect_sent(parts.sent[0], Coherence::kGetS, 4 + 2, 10_ns + kFabric);
  EXPECT_EQ(miss.time, 10_ns + kFabric + kHomeTime + kFabric);
  EXPECT_TRUE(miss.writable);
  EXPECT_EQ(parts.lines.tags.find(line_of(0))->state, LineState::kExclusive);
  EXPECT_TRUE(parts.lines.settled(line_of(0)));
  EXPECT_EQ(parts.observed, std::vector<accounting::AccessClass>{test::kOneHop});
}

TEST(Requests, AnUpgradeKeepsItsEntry) {
  Parts parts;
  parts.grant = Coherence::kGrantX;
  SocketEntry& entry = parts.have(line_of(0), LineState::kShared);
  Access store = Parts::access(10_ns, line_of(0), AccessKind::kStore);
  parts.requests.send(store, 0, &entry);
  EXPECT_TRUE(parts.sent[0].message.holds_copy);
  EXPECT_EQ(entry.state, LineState::kModified);
  EXPECT_FALSE(parts.lines.tags.held(entry));
  EXPECT_EQ(parts.context.counts.upgrades, 1);
  EXPECT_TRUE(parts.observed.empty());
}

TEST(Requests, AHomeThatDoesNotAnswerOrAnswersUnaskedStopsTheRun) {
  Parts parts;
  Access miss = Parts::access(10_ns, line_of(0));
  expect_invariant_error([&] { parts.requests.send(miss, 0, nullptr); }, {"did not drain"});
  Envelope envelope;
  envelope.time = 20_ns;
  expect_invariant_error(
      [&] {
        parts.run([&](Outbox& outbox) {
          parts.requests.granted(envelope, Message::of(Coherence::kDataE, line_of(1), kSelf),
                                 outbox);
        });
      },
      {"agent: ", " without an outstanding request, at 20000 ps"});
}

TEST(AgentFaults, APoisonedLineIsAMachineCheckUnlessItIsOverwritten) {
  DamagedParts parts;
  const SocketEntry& entry = parts.have(line_of(0), LineState::kModified);
  Access access = Parts::access(10_ns, line_of(0));
  parts.faults.check_copy(access, entry);
  parts.damage.took_poison(kSelf, line_of(0));
  EXPECT_THROW(parts.faults.check_copy(access, entry), protocol::AccessError);
  access.kind = AccessKind::kStore;
  access.dirty = true;
  parts.faults.check_copy(access, entry);
  EXPECT_FALSE(parts.damage.copy_poisoned(kSelf, line_of(0)));
}

TEST(AgentFaults, TheFirstAccessToASilentHomeTimesOutAndTheSocketDropsItsLines) {
  DamagedParts parts;
  parts.have(line_of(0), LineState::kModified);
  parts.have(device_line(1), LineState::kModified);
  parts.damage.shut(kSelf, kHome, ras::Damage::Way::kSilent, 7, 1000_ns);
  Access access = Parts::access(10_ns, line_of(1));
  EXPECT_THROW(parts.faults.check_home(access), protocol::AccessError);
  EXPECT_EQ(access.time, 1010_ns);
  EXPECT_EQ(parts.lines.tags.find(line_of(0)), nullptr);
  EXPECT_NE(parts.lines.tags.find(device_line(1)), nullptr);
  EXPECT_EQ(parts.context.counts.lost, 1);
  EXPECT_EQ(parts.context.counts.refused, 1);
  EXPECT_EQ(parts.cores[0].snoops, std::vector<Demand>{Demand::kInvalidate});
}

TEST(AgentFaults, AnAccessWaitsUntilAPausedPathOpens) {
  DamagedParts parts;
  parts.damage.pause(kSelf, kHome, 7, 50_ns, false);
  Access access = Parts::access(10_ns, line_of(0));
  EXPECT_TRUE(parts.faults.waits_for_head(access));
  EXPECT_EQ(access.time, 50_ns);
  EXPECT_EQ(access.mshr_queue, 40_ns);
  EXPECT_FALSE(parts.faults.waits_for_head(access));
}

TEST(AgentFaults, AnEvictionToAnUnreachableHomeSendsNothing) {
  DamagedParts parts;
  parts.damage.shut(kSelf, kHome, ras::Damage::Way::kClosed, 7, 0_ns);
  EXPECT_TRUE(parts.evict(10_ns, parts.have(line_of(0), LineState::kModified)).empty());
  EXPECT_EQ(parts.context.counts.lost, 1);
  EXPECT_TRUE(parts.evict(10_ns, parts.have(line_of(0), LineState::kExclusive)).empty());
  EXPECT_EQ(parts.context.counts.lost, 1);
}

TEST(AgentFaults, ALineWithAnOutstandingTransactionIsNotAbandoned) {
  DamagedParts parts;
  parts.have(line_of(0), LineState::kExclusive);
  protocol::RequesterLine owning;
  owning.state = protocol::RequesterState::kOwning;
  cache::MissRegister& pending = parts.lines.registers.take(line_of(0), owning);
  EXPECT_FALSE(parts.faults.abandon(kHome, 7, 10_ns));
  EXPECT_NE(parts.lines.tags.find(line_of(0)), nullptr);
  parts.lines.registers.release(pending);
  EXPECT_TRUE(parts.faults.abandon(kHome, 7, 10_ns));
  EXPECT_EQ(parts.lines.tags.find(line_of(0)), nullptr);
}

TEST(MissBook, ARequestCountsInTheClassOfItsHomeOrOwner) {
  Parts parts;
  cache::MissBook book(parts.context);
  Access access = Parts::access(10_ns, line_of(0));
  cache::MissRegister pending = parts.lines.registers.take(line_of(0), {});
  pending.access = &access;
  book.book(pending);
  pending.via_owner = true;
  book.book(pending);
  book.book(pending);
  access.kind = AccessKind::kWalk;
  book.book(pending);
  const CachingAgentStats& counts = parts.context.counts;
  EXPECT_EQ(counts.misses[static_cast<std::size_t>(test::kOneHop)], 1);
  EXPECT_EQ(counts.misses[static_cast<std::size_t>(test::kBlockTransferSocket)], 2);
  EXPECT_EQ(counts.walk_misses, 1);
  access.time += 1_ns;
  expect_invariant_error([&] { book.book(pending); }, {"agent: ledger holds 0 ps"});
}

TEST(CachingAgentStats, CountersOfEventsThatCannotOccurAreNotReported) {
  Parts parts;
  const auto plain = parts.statistics({false, false, false});
  EXPECT_EQ(plain.front(), "hits");
  EXPECT_EQ(parts.statistics({true, false, false}).size(), plain.size() + 2);
  EXPECT_EQ(parts.statistics({false, true, false}).size(), plain.size() + 2);
  EXPECT_EQ(parts.statistics({false, false, true}).size(), plain.size() + 2);
  parts.context.counts.flushes = 1;
  EXPECT_EQ(parts.statistics({false, false, false}).size(), plain.size() + 1);
}

}  // namespace
}  // namespace starnuma::test::agent_parts_test
