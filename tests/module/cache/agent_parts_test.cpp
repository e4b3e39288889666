// SPDX-License-Identifier: Apache-2.0
// Lines, evictions and snoops of a caching agent, each by itself.
#include "tests/module/cache/agent_parts.h"

namespace starnuma::test::agent_parts_test {
namespace {

TEST(SocketLines, ACoreMayWriteALineThatNoOtherCoreHolds) {
  Parts parts;
  SocketEntry& entry = parts.have(line_of(0), LineState::kExclusive);
  Access own = Parts::access(10_ns, line_of(0));
  parts.lines.serve(own, entry, 0);
  EXPECT_TRUE(own.writable);
  EXPECT_EQ(own.time, 10_ns);
  Access other = Parts::access(10_ns, line_of(0));
  parts.lines.serve(other, entry, 1);
  EXPECT_FALSE(other.writable);
  EXPECT_EQ(other.time, 17_ns);
  EXPECT_EQ(parts.cores[0].snoops, std::vector<Demand>{Demand::kDowngrade});
}

TEST(SocketLines, AWriteInvalidatesTheCopiesOfOtherCores) {
  Parts parts;
  SocketEntry& entry = parts.have(line_of(0), LineState::kExclusive);
  Access store = Parts::access(10_ns, line_of(0), AccessKind::kStore);
  parts.lines.serve(store, entry, 1);
  EXPECT_TRUE(store.writable);
  EXPECT_EQ(entry.state, LineState::kModified);
  EXPECT_EQ(parts.cores[0].snoops, std::vector<Demand>{Demand::kInvalidate});
  expect_invariant_error([&] { parts.lines.take_back(store, 0); },
                         {"agent: core 0 evicted line ", "that it did not hold"});
}

TEST(SocketLines, AReadForAPageMoveObtainsALineThatStaysClean) {
  Parts parts;
  SocketEntry& entry = parts.have(line_of(0), LineState::kExclusive);
  Access move = Parts::access(10_ns, line_of(0), AccessKind::kMoveRead);
  parts.lines.hand_over(move, entry, 1);
  EXPECT_TRUE(move.writable);
  EXPECT_EQ(entry.state, LineState::kExclusive);
  EXPECT_EQ(parts.cores[0].snoops, std::vector<Demand>{Demand::kInvalidate});
}

TEST(SocketLines, AHitWaitsForALineInFlight) {
  Parts parts;
  SocketEntry& entry = parts.have(line_of(0), LineState::kExclusive);
  entry.ready_at = 30_ns;
  Access early = Parts::access(10_ns, line_of(0));
  parts.lines.serve(early, entry, 0);
  EXPECT_EQ(early.time, 30_ns);
  EXPECT_EQ(early.queue, 20_ns);
}

TEST(SocketLines, AnEvictionByACoreOrItsFlushCanMakeALineDirty) {
  Parts parts;
  Access writeback = Parts::access(10_ns, line_of(0), AccessKind::kWriteback);
  writeback.dirty = true;
  parts.have(line_of(0), LineState::kExclusive);
  EXPECT_EQ(parts.lines.take_back(writeback, 0).state, LineState::kModified);
  Access flush = Parts::access(10_ns, line_of(1), AccessKind::kFlush);
  parts.have(line_of(1), LineState::kExclusive);
  EXPECT_EQ(parts.lines.start_flush(flush, 0)->state, LineState::kExclusive);
  EXPECT_EQ(parts.lines.start_flush(flush, 0)->cores, 0u);
  EXPECT_EQ(parts.lines.start_flush(Parts::access(10_ns, line_of(2)), 0), nullptr);
}

TEST(Evictions, AnOwnerNotifiesTheHomeOnceTheLineHasArrived) {
  Parts parts;
  SocketEntry& entry = parts.have(line_of(0), LineState::kModified);
  entry.ready_at = 30_ns;
  const auto& sent = parts.evict(10_ns, entry);
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kPutM, 4 + 2, 30_ns + kFabric);
  EXPECT_EQ(parts.context.counts.writebacks, 1);
  EXPECT_EQ(parts.lines.tags.find(line_of(0)), nullptr);
  EXPECT_FALSE(parts.lines.settled(line_of(0)));
}

TEST(Evictions, ASharerSendsNothing) {
  Parts parts;
  EXPECT_TRUE(parts.evict(10_ns, parts.have(line_of(0), LineState::kShared)).empty());
  EXPECT_TRUE(parts.lines.settled(line_of(0)));
}

TEST(Evictions, ADeviceIsNotifiedOfACleanLine) {
  Parts parts;
  const auto& sent = parts.evict(10_ns, parts.have(device_line(0), LineState::kExclusive));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kMemClnEvct, 10_ns + kFabric);
}

TEST(Evictions, OnlyCleanLinesOfDevicesMayBeDroppedSilently) {
  Parts parts(cache::CleanEvictionsAre::kSilent);
  EXPECT_TRUE(parts.evict(10_ns, parts.have(device_line(0), LineState::kExclusive)).empty());
  EXPECT_EQ(parts.evict(10_ns, parts.have(device_line(1), LineState::kModified)).size(), 1u);
  EXPECT_EQ(parts.evict(10_ns, parts.have(line_of(0), LineState::kExclusive)).size(), 1u);
}

TEST(Evictions, AnInsertionEvictsOnlyIfTheSetIsFull) {
  Parts parts;
  const auto insert = [&](std::uint64_t n) {
    return parts.run([&](Outbox& outbox) {
      SocketEntry& entry = parts.evictions.insert(line_of(n), 10_ns, outbox);
      entry.state = LineState::kExclusive;
      entry.cores = 1;
    });
  };
  for (const std::uint64_t n : {0, 1, 2}) EXPECT_TRUE(insert(n).empty());
  const auto sent = insert(3);
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kPutE, 4 + 2, 10_ns + kFabric);
}

TEST(Evictions, AnAcknowledgedWriteBackAnswersTheSnoopThatArrivedMeanwhile) {
  Parts parts;
  parts.evict(10_ns, parts.have(device_line(0), LineState::kModified));
  EXPECT_TRUE(parts.snoop(20_ns, Cxl::kBISnpInv, device_line(0)).empty());
  const auto& sent = parts.acknowledge(300_ns, Cxl::kCmp, device_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIRspI, 300_ns);
  EXPECT_TRUE(parts.lines.settled(device_line(0)));
}

TEST(Snoops, AForwardedOwnerSendsItsDataToTheRequester) {
  Parts parts;
  parts.have(line_of(0), LineState::kModified);
  const auto& sent = parts.snoop(100_ns, Coherence::kFwdX, line_of(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Coherence::kOwnerDataX, 3, 100_ns + kSnoop);
  EXPECT_TRUE(sent[0].message.via_owner);
  EXPECT_EQ(parts.lines.tags.find(line_of(0)), nullptr);
  EXPECT_EQ(parts.context.counts.snoops, 1);
  EXPECT_EQ(parts.context.counts.back_invalidations, 0);
}

TEST(Snoops, ASnoopWaitsForALineInFlightAndFindsDataThatOnlyACoreHasWritten) {
  Parts parts;
  parts.have(device_line(0), LineState::kExclusive).ready_at = 130_ns;
  parts.cores[0].dirty = true;
  const auto& sent = parts.snoop(100_ns, Cxl::kBISnpInv, device_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kMemWr, 130_ns + kSnoop);
  EXPECT_EQ(parts.context.counts.writebacks, 1);
  EXPECT_EQ(parts.context.counts.back_invalidations, 1);
}

TEST(Snoops, ASnoopOfALineWithARequestIsDeferredByAConflict) {
  Parts parts;
  protocol::RequesterLine reading;
  reading.state = protocol::RequesterState::kReading;
  const cache::MissRegister& pending = parts.lines.registers.take(device_line(0), reading);
  const auto& sent = parts.snoop(100_ns, Cxl::kBISnpInv, device_line(0));
  ASSERT_EQ(sent.size(), 1u);
  expect_sent(sent[0], Cxl::kBIConflict, 100_ns + kSnoop);
  EXPECT_EQ(pending.line.conflict, protocol::ConflictState::kAwaitAck);
}

}  // namespace
}  // namespace starnuma::test::agent_parts_test
