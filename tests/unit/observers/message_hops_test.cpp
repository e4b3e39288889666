// SPDX-License-Identifier: Apache-2.0
#include "models/observers/message_hops.h"

#include <gtest/gtest.h>

#include "models/observers/state_signals.h"
#include "models/protocol/message.h"

namespace starnuma::observers {
namespace {

using base::Time;
using kernel::Envelope;
using protocol::Message;

struct Home : kernel::Agent {
  void handle(Envelope&, kernel::Outbox&) override {}
  void transmit(Envelope&) override {}
};

/// A request on line 7 that has waited for `queue`.
Envelope request(std::int64_t time) {
  Envelope message;
  message.time = Time(time);
  message.transaction = 5;
  message.seal(base::AgentId{1}, base::AgentId{2},
               Message::of(protocol::coherence::Op::kGetS, {7}, base::SocketId{1}));
  return message;
}

class MessageHopsTest : public testing::Test {
 protected:
  explicit MessageHopsTest(const HopSelection& selection = {}) : buffer(selection) {
    hops.name_agent(home, "home");
  }
  void wait(std::int64_t span) { message.advance(accounting::LatencyKind::kMshrQueue, Time(span)); }
  void move(std::int64_t span) { message.time += Time(span); }

  HopBuffer buffer;
  MessageHops hops{buffer};
  Home home;
  Envelope message = request(1000);
};

void expect_hop(const Hop& hop, const HopLog& log, HopKind kind, const std::string& object,
                std::int64_t begin, std::int64_t end, std::int64_t wait) {
  EXPECT_EQ(hop.kind, kind);
  EXPECT_EQ(log.tracks[hop.track].object, object);
  EXPECT_EQ(hop.begin, Time(begin));
  EXPECT_EQ(hop.end, Time(end));
  EXPECT_EQ(hop.wait, Time(wait));
  EXPECT_EQ(hop.transaction, 5u);
  EXPECT_STREQ(hop.name, "GetS");
}

TEST_F(MessageHopsTest, AMessageHasAHopPerComponentOneBetweenItsAgentsAndOneAtItsReceiver) {
  const std::uint32_t link = hops.add_place("link", "forward", "socket");
  const std::uint32_t port = hops.add_place("port", "ingress");
  hops.entered(link, message);
  wait(30);
  move(100);
  hops.entered(port, message);
  move(20);
  hops.handling(message, home);
  EXPECT_EQ(hops.handled_hop()->begin, Time(1150));
  wait(5);
  hops.handled(message);
  EXPECT_EQ(hops.handled_hop(), nullptr);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 4u);
  expect_hop(log.hops[0], log, HopKind::kPass, "link", 1000, 1130, 30);
  expect_hop(log.hops[1], log, HopKind::kMessage, "socket", 1000, 1150, 30);
  expect_hop(log.hops[2], log, HopKind::kPass, "port", 1130, 1150, 0);
  expect_hop(log.hops[3], log, HopKind::kHandle, "home", 1150, 1155, 5);
  EXPECT_EQ(log.agents.at(2), "home");
}

TEST_F(MessageHopsTest, AComponentThatAddsNoTimeHasNoHopAndAnAgentHasOne) {
  hops.entered(hops.add_place("link", "forward"), message);
  hops.handling(message, home);
  hops.handled(message);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 1u);
  EXPECT_EQ(log.hops[0].kind, HopKind::kHandle);
}

TEST_F(MessageHopsTest, ANextMessageAtTheSameAddressHasHopsOfItsOwn) {
  const std::uint32_t link = hops.add_place("link", "forward");
  for (const std::int64_t time : {1000, 5000}) {
    message = request(time);
    hops.entered(link, message);
    move(100);
    hops.handling(message, home);
    hops.handled(message);
  }
  const HopLog log = buffer.take();
  ASSERT_EQ(log.hops.size(), 4u);
  expect_hop(log.hops[2], log, HopKind::kPass, "link", 5000, 5100, 0);
}

struct OneLine : MessageHopsTest {
  static HopSelection selection() {
    HopSelection one;
    one.line = base::LineAddress{8};
    return one;
  }
  OneLine() : MessageHopsTest(selection()) {}
};

TEST_F(OneLine, AMessageOnAnotherLineIsNotRecorded) {
  hops.entered(hops.add_place("link", "forward"), message);
  move(100);
  hops.handling(message, home);
  EXPECT_EQ(hops.handled_hop(), nullptr);
  hops.handled(message);
  EXPECT_TRUE(buffer.take().hops.empty());
}

TEST_F(MessageHopsTest, AProbeIsSampledWhenItsAgentHasHandledAMessageAndItsValueChanged) {
  StateSignals state(buffer);
  std::uint64_t entries = 0;
  state.add_probe(home, {{"home", "entries", 8, {}}}, [&](auto& values) { values = {entries}; });
  state.handled(Time(10), home);
  entries = 3;
  const Home other;
  state.handled(Time(20), other);
  state.handled(Time(30), home);
  state.handled(Time(40), home);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.samples.size(), 1u);
  EXPECT_EQ(log.samples[0].time, Time(30));
  EXPECT_EQ(log.samples[0].value, 3u);
}

TEST_F(MessageHopsTest, AQueueHasItsOccupancyAndItsCredits) {
  StateSignals state(buffer);
  state.changed(state.add_queue("home", "ingress"), Time(10), 4, -1);
  state.changed(StateSignals::kNobody, Time(20), 5, 6);
  const HopLog log = buffer.take();
  ASSERT_EQ(log.samples.size(), 2u);
  EXPECT_EQ(log.signals[1].name, "ingress_credits");
  EXPECT_EQ(log.samples[0].value, 4u);
  EXPECT_EQ(log.samples[1].value, 0u);
}

}  // namespace
}  // namespace starnuma::observers
