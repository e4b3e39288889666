// SPDX-License-Identifier: Apache-2.0
// Parts of a caching agent, each with a context of its own and without sockets: lines, evictions,
// snoops, requests, faults and statistics.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "models/cache/requests.h"
#include "models/cache/snoops.h"
#include "models/protocol/access_error.h"
#include "tests/support/invariant.h"
#include "tests/support/kinds.h"
#include "tests/support/message_bench.h"

namespace starnuma::test::agent_parts_test {
namespace {

using namespace base::literals;
using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using cache::CachingAgentStats;
using cache::LineState;
using cache::PrivateSnoop;
using cache::SocketEntry;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;
using Demand = PrivateSnoop::Demand;

constexpr SocketId kSelf{1};
constexpr SocketId kRequester{3};
constexpr NodeId kHome{2};
constexpr NodeId kDevice{4};
constexpr protocol::AgentMap kAgents{4, 1};
constexpr Time kFabric = 5_ns;
constexpr Time kSnoop = 50_ns;
constexpr Time kHomeTime = 200_ns;

/// Returns a line of a socket or of the device; all are in one set of the LLC.
LineAddress line_of(std::uint64_t n) { return LineAddress::of(kHome, 4 * n); }
LineAddress device_line(std::uint64_t n) { return LineAddress::of(kDevice, 4 * n); }

cache::CachingAgentPlace place_of_agent() {
  cache::CachingAgentPlace place;
  place.socket = kSelf;
  place.cores = 2;
  place.frequency = base::Frequency(1'000'000'000);
  place.agents = kAgents;
  place.class_of_home = {test::kOneHop, test::kLocal, test::kOneHop, test::kTwoHop, test::kPool};
  return place;
}

/// LLC of four sets of two lines, and one more line a set that only cores hold.
cache::SocketCacheConfig config() {
  cache::SocketCacheConfig config;
  config.llc_size_per_core = 256_B;
  config.llc_ways = 2;
  config.private_tag_ways = 1;
  config.private_snoop_latency = base::Cycles(7);
  return config;
}

struct Core : PrivateSnoop {
  bool snoop(LineAddress, Demand demand) override {
    snoops.push_back(demand);
    return dirty;
  }
  std::vector<Demand> snoops;
  bool dirty = false;
};

/// Parts of the agent of socket 1. The homes grant its requests with `grant` after kHomeTime.
class Parts : public sc_core::sc_module, public kernel::Agent, private kernel::MissObserver {
 public:
  explicit Parts(cache::CleanEvictionsAre clean = cache::CleanEvictionsAre::kNotified,
                 const sc_core::sc_module_name& name = "parts")
      : sc_module(name), evictions(context, lines, faults, clean) {
    lines.connect({&cores[0], &cores[1]});
    requests.add_observer(*this);
  }

  void transmit(Envelope& envelope) override {
    const Message message = envelope.open<Message>();
    sent.push_back({message, envelope.time, base::index_of(envelope.source),
                    base::index_of(envelope.destination), envelope.ledger});
    if (!grant || protocol::role_of(message) != protocol::Role::kRequest) return;
    envelope.advance(accounting::LatencyKind::kDramArray, kHomeTime);
    envelope.seal(envelope.destination, envelope.source, message.next(*grant));
    dispatcher.arrived(envelope, *this);
  }
  void handle(Envelope& envelope, Outbox& outbox) override {
    requests.granted(envelope, envelope.open<Message>(), outbox);
  }

  /// Makes a line present in a state; core 0 holds it.
  SocketEntry& have(LineAddress line, LineState state) {
    SocketEntry& entry = lines.tags.insert(line);
    if (lines.tags.llc_victim(line) == nullptr) lines.tags.insert_in_llc(entry);
    entry.state = LineState::kExclusive;
    Access fill = access(0_ns, line);
    lines.hand_over(fill, entry, 0);
    entry.state = state;
    return entry;
  }
  static Access access(Time time, LineAddress line, AccessKind kind = AccessKind::kLoad) {
    Access access;
    access.line = line;
    access.issued = access.time = time;
    access.kind = kind;
    return access;
  }
  /// Runs `work(outbox)` and returns the messages that the agent sends.
  template <class Work>
  const std::vector<SentMessage>& run(const Work& work) {
    sent.clear();
    context.execute(work);
    return sent;
  }
  template <class Op>
  const std::vector<SentMessage>& snoop(Time time, Op op, LineAddress line) {
    return run([&](Outbox& outbox) {
      Envelope envelope;
      envelope.time = time;
      snoops.handle(envelope, Message::of(op, line, kRequester), outbox);
    });
  }
  const std::vector<SentMessage>& evict(Time time, SocketEntry& entry) {
    return run([&](Outbox& outbox) { evictions.evict(entry, time, outbox); });
  }
  const std::vector<SentMessage>& acknowledge(Time time, Cxl op, LineAddress line) {
    return run([&](Outbox& outbox) {
      Envelope envelope;
      envelope.time = time;
      envelope.source = kAgents.home_of(line.node());
      evictions.given_up(envelope, Message::of(op, line, kSelf), outbox);
    });
  }
  std::vector<std::string> statistics(const CachingAgentStats::Events& events) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    context.counts.report(writer, context.place, events);
    std::vector<std::string> names;
    for (const accounting::Stat& stat : stats) names.push_back(stat.path);
    return names;
  }

  kernel::Dispatcher dispatcher;
  kernel::FabricPort to_fabric{"to_fabric"};
  cache::AgentContext context{"agent", place_of_agent(), *this, dispatcher, to_fabric, kFabric};
  cache::SocketLines lines{context, config()};
  cache::DeviceWindows windows{context.place, context.execution};
  cache::AgentFaults faults{context, lines, windows};
  cache::Evictions evictions;
  cache::Requests requests{context, lines, evictions, windows, cache::LineStoresAre::kFetched};
  cache::Snoops snoops{context, lines, kSnoop};
  std::array<Core, 2> cores;
  std::vector<SentMessage> sent;
  std::optional<Coherence> grant;
  std::vector<accounting::AccessClass> observed;

 private:
  void on_miss(const kernel::Miss& miss) override { observed.push_back(miss.access_class); }
};

/// Parts in a machine with faults.
struct DamagedParts : Parts {
  DamagedParts() { dispatcher.keep_damage(&damage); }
  ras::Damage damage{4, 5};
};

void expect_sent(const SentMessage& sent, Coherence op, int to, Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.coherence);
  EXPECT_EQ(sent.to, to);
  EXPECT_EQ(sent.time, time);
}
void expect_sent(const SentMessage& sent, Cxl op, Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.cxl);
  EXPECT_EQ(sent.to, 4 + 4);
  EXPECT_EQ(sent.time, time);
}

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
  expect_invariant_error([&] { parts.acknowledge(300_ns, Cxl::kCmp, device_line(0)); },
                         {"agent: Cmp for line ", "without an outstanding write-back"});
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
  parts.damage.pause(kSelf, kHome, 7, 50_ns);
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
