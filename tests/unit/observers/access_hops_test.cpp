// SPDX-License-Identifier: Apache-2.0
// Hops between modules: at a core, at its page walker, in a memory channel and at an annex.
#include "models/observers/access_hops.h"

#include <gtest/gtest.h>

#include "models/observers/memory_hops.h"
#include "models/observers/tracker_signals.h"
#include "models/protocol/message.h"
#include "tests/support/kinds.h"

namespace starnuma::observers {
namespace {

using base::Time;
using protocol::Access;
using protocol::AccessKind;
using protocol::MemoryRequest;
using protocol::ServedBy;

struct Module : sc_core::sc_module {
  explicit Module(const sc_core::sc_module_name& name) : sc_module(name) {}
};
struct Box : Module {
  using Module::Module;
  Module port{"port"};
};
struct AgentBox : Box, kernel::Agent {
  using Box::Box;
  void handle(kernel::Envelope&, kernel::Outbox&) override {}
  void transmit(kernel::Envelope&) override {}
};
struct Socket : Module {
  using Module::Module;
  Box mmu{"mmu1"};
  Box caches{"private_caches1"};
  AgentBox agent{"agent"};
  Box memory{"memory0"};
};

/// Destination that lets 200 pass, 50 of it in queues.
void serve(void*, Access& access) {
  access.time += Time(200);
  access.queue = Time(50);
}
void serve_memory(void*, MemoryRequest& request) {
  request.time += Time(200);
  request.ledger->add(accounting::LatencyKind::kMshrQueue, Time(50));
}

class AccessHopsTest : public testing::Test {
 protected:
  Access access(AccessKind kind, ServedBy served_by = ServedBy::kMemory) const {
    Access made;
    made.issued = made.time = Time(1000);
    made.line = {7};
    made.transaction = 5;
    made.kind = kind;
    made.served_by = served_by;
    return made;
  }
  kernel::Destination<Access> tapped(const Box& initiator, const Box& target) {
    return hops.tap(initiator.port, target.port, {&serve, nullptr});
  }
  /// Reports a miss that began at 1000.
  static void miss(AccessHops& hops, std::int64_t latency) {
    accounting::Ledger ledger;
    ledger.add(accounting::wire_of(test::kUpi), Time(latency));
    kernel::Miss missed{{}, {}, {}, test::kPool, Time(1000 + latency), ledger.total(), ledger};
    missed.transaction = 5;
    missed.line = {7};
    hops.on_miss(missed);
  }

  Socket socket{"socket"};
  HopBuffer buffer{HopSelection{}};
  AccessHops hops{buffer};
};

TEST_F(AccessHopsTest, AnAccessToMemoryIsAHopOfItsCoreWithTheClassOfItsMiss) {
  const auto destination = tapped(socket.caches, socket.agent);
  miss(hops, 200);
  Access load = access(AccessKind::kLoad);
  destination.send(load);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 1u);
  const Hop& hop = log.hops[0];
  EXPECT_EQ(log.tracks[hop.track].object, "socket.core1");
  EXPECT_EQ(hop.begin, Time(1000));
  EXPECT_EQ(hop.end, Time(1200));
  EXPECT_EQ(hop.wait, Time(50));
  EXPECT_EQ(hop.hop_class, hop_class(test::kPool));
  EXPECT_STREQ(hop.name, "load");
}

TEST_F(AccessHopsTest, AWriteWithoutAMissOfItsTransactionIsAnUpgrade) {
  const auto destination = tapped(socket.caches, socket.agent);
  for (const AccessKind kind : {AccessKind::kStore, AccessKind::kUncachedLoad}) {
    Access sent = access(kind);
    destination.send(sent);
  }
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 2u);
  EXPECT_EQ(log.hops[0].hop_class, HopClass::kUpgrade);
  EXPECT_EQ(log.hops[1].hop_class, HopClass::kOther);
}

TEST_F(AccessHopsTest, HitsAndEvictionsAreNoHops) {
  const auto destination = tapped(socket.caches, socket.agent);
  Access hit = access(AccessKind::kLoad, ServedBy::kSocket);
  Access eviction = access(AccessKind::kWriteback);
  destination.send(hit);
  destination.send(eviction);
  EXPECT_TRUE(buffer.take().hops.empty());
}

TEST_F(AccessHopsTest, ALevelOfAWalkIsAHopAlsoIfACacheServesIt) {
  const auto destination = tapped(socket.mmu, socket.caches);
  Access walk = access(AccessKind::kWalk, ServedBy::kL2);
  walk.place = 2;
  walk.mshr_queue = Time(7);
  destination.send(walk);
  Access missed = access(AccessKind::kWalk);
  destination.send(missed);
  Access load = access(AccessKind::kLoad);
  destination.send(load);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 2u);
  EXPECT_EQ(log.tracks[log.hops[0].track].part, "walker");
  EXPECT_STREQ(log.hops[0].name, "walk_level_3");
  EXPECT_EQ(log.hops[0].transaction, 0u);
  EXPECT_EQ(log.hops[0].wait, Time(57));
  EXPECT_EQ(log.hops[1].transaction, 5u);
  EXPECT_EQ(log.hops[1].wait, Time(50));
}

TEST_F(AccessHopsTest, OtherModulesAreNotTapped) {
  Access load = access(AccessKind::kLoad);
  tapped(socket.mmu, socket.memory).send(load);
  EXPECT_EQ(load.time, Time(1200));
  EXPECT_TRUE(buffer.take().tracks.empty());
}

struct SlowAccesses : AccessHopsTest {
  static HopSelection slow_ones() {
    HopSelection selected;
    selected.trigger.kind = HopTriggerKind::kLatency;
    selected.trigger.latency = Time(300);
    selected.misses = true;
    return selected;
  }
  HopBuffer armed{slow_ones()};
  AccessHops slow{armed};
};

TEST_F(SlowAccesses, AMissIsRecordedAndASlowAccessFires) {
  miss(slow, 300);
  EXPECT_TRUE(armed.window().armed());
  Hop hop;
  hop.begin = Time(1000);
  hop.end = Time(1301);
  hop.track = slow.add_core("host0");
  slow.on_access(hop);
  EXPECT_FALSE(armed.window().armed());
  const HopLog log = armed.take();
  EXPECT_EQ(log.misses.size(), 1u);
  EXPECT_EQ(log.hops.size(), 1u);
}

TEST_F(AccessHopsTest, ADramAccessBelongsToTheMessageThatIsHandled) {
  MessageHops messages(buffer);
  MemoryHops memory(buffer, messages);
  const auto destination =
      memory.tap(socket.agent.port, socket.memory.port, {&serve_memory, nullptr});
  kernel::Envelope message;
  message.time = Time(900);
  message.transaction = 5;
  message.seal({}, {}, protocol::Message::of(protocol::coherence::Op::kGetS, {7}, {}));
  MemoryRequest request;
  request.time = Time(1000);
  request.ledger = &message.ledger;
  destination.send(request);  // no message is handled
  messages.handling(message, socket.agent);
  destination.send(request);
  messages.handled(message);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 2u);
  const Hop& hop = log.hops[1];
  EXPECT_EQ(hop.kind, HopKind::kMemory);
  EXPECT_EQ(log.tracks[hop.track].object, "socket.memory0");
  EXPECT_EQ(hop.begin, Time(1200));
  EXPECT_EQ(hop.end, Time(1400));
  EXPECT_EQ(hop.wait, Time(50));
  EXPECT_EQ(hop.transaction, 5u);
  EXPECT_EQ(hop.hop_class, HopClass::kRead);
}

TEST_F(AccessHopsTest, AMetadataAccessIsSampledWithItsKindAndWord) {
  TrackerSignals signals(buffer);
  const kernel::Destination<protocol::MetadataAccess> memory(
      [](void*, protocol::MetadataAccess& sent) { sent.word = 99; }, nullptr);
  const auto destination = signals.tap(socket.mmu.port, socket.memory.port, memory);
  protocol::MetadataAccess request;
  request.time = Time(10);
  request.kind = protocol::MetadataAccessKind::kAdd;
  request.address = 64;
  request.word = 3;
  destination.send(request);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.samples.size(), 4u);
  const std::uint64_t expected[] = {3, 64, 3, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(log.samples[i].value, expected[i]) << i;
  EXPECT_EQ(log.signals[0].values.at(3), "Add");
}

}  // namespace
}  // namespace starnuma::observers
