// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/ingress.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <string>

#include "models/protocol/channel.h"
#include "models/protocol/message.h"

namespace starnuma::home_agent::ingress_test {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;
using kernel::Envelope;
using protocol::Message;

constexpr base::AgentId kHome{9};
constexpr Time kInterval{1'000};

/// A home that works on each request and each write for `work`. The port of a message is its
/// source.
class Home : public kernel::Agent {
 public:
  Home(int entries, Time its_work, int ports = 1, int slices = 1)
      : work(its_work),
        ingress(
            dispatcher, kHome, *this, shape(entries, ports, slices),
            [](const Envelope& envelope) { return base::index_of(envelope.source); },
            [](const Envelope& message) { return message.open<Message>().line.value % 4; }) {}

  template <class Op>
  void admit(Time time, Op op, int port = 0, std::uint64_t line = 64) {
    Envelope& envelope = storage.emplace_back();
    envelope.time = time;
    envelope.seal(static_cast<base::AgentId>(port), kHome,
                  Message::of(op, base::LineAddress{line}, {}));
    dispatcher.arrived(envelope, *this);
  }
  std::map<std::string, double> statistics(Time measured) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    ingress.report(writer, measured);
    std::map<std::string, double> values;
    for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
    return values;
  }
  void handle(Envelope& envelope, kernel::Outbox&) override {
    taken.push_back(envelope);
    const Message message = envelope.open<Message>();
    if (credit_class_of(message) == protocol::CreditClass::kForward) {
      ingress.write_done(envelope.time + work);
    }
    if (role_of(message) == protocol::Role::kRequest) ingress.request_done(envelope.time + work);
  }
  void transmit(Envelope&) override {}

  static IngressShape shape(int entries, int ports, int slices) {
    IngressShape shape;
    shape.ports = ports;
    shape.write_entries = 1;
    shape.interval = kInterval;
    shape.slices = slices;
    shape.request_entries = entries;
    return shape;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  std::deque<Envelope> storage;
  std::vector<Envelope> taken;
  Time work;
  QueuedIngress ingress;
};

Time waited(const Envelope& envelope) {
  return Time(envelope.ledger.ps[static_cast<std::size_t>(LatencyKind::kLineQueue)]);
}

TEST(Ingress, TakesNoTimeWhereNobodyElseIsThere) {
  Home home(1, 100_ns);
  home.admit(5_ns, protocol::coherence::Op::kGetS);
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 1u);
  EXPECT_EQ(home.taken[0].time, 5_ns);
  EXPECT_EQ(home.taken[0].ledger.total(), 0_ns);
}

TEST(Ingress, ARequestOnePicosecondEarlyWaitsForTheEntryAsAtItsHome) {
  Home home(1, 100_ns);
  home.admit(0_ns, protocol::coherence::Op::kGetS);
  home.admit(100_ns - Time(1), protocol::coherence::Op::kGetS);
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 2u);
  EXPECT_EQ(home.taken[1].time, 100_ns);
  EXPECT_EQ(waited(home.taken[1]), Time(1));
  EXPECT_EQ(home.taken[1].ledger.total(), Time(1));
}

TEST(Ingress, ARequestOnTimeWaitsForNothing) {
  Home home(1, 100_ns);
  home.admit(0_ns, protocol::coherence::Op::kGetS);
  home.admit(100_ns, protocol::coherence::Op::kGetS);
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 2u);
  EXPECT_EQ(home.taken[1].ledger.total(), 0_ns);
}

TEST(Ingress, AResponseNeedsNoEntry) {
  Home home(1, 100_ns);
  home.admit(0_ns, protocol::coherence::Op::kGetS);
  home.admit(10_ns, protocol::coherence::Op::kGetS);
  home.admit(20_ns, protocol::coherence::Op::kUnblock);
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 3u);
  EXPECT_EQ(home.taken[1].time, 20_ns);
  EXPECT_EQ(home.taken[2].time, 100_ns);
}

TEST(Ingress, EachSliceLooksUpOneMessagePerInterval) {
  Home home(8, 100_ns, 1, 4);
  for (const std::uint64_t line : {0, 4, 1, 8}) {
    home.admit(10_ns, protocol::coherence::Op::kGetS, 0, line);
  }
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 4u);
  // Slice 0 has three messages; slice 1 has one, which was admitted third.
  const std::vector<std::pair<std::uint64_t, Time>> expected{
      {0, 10_ns}, {1, 10_ns + kInterval / 2}, {4, 10_ns + kInterval}, {8, 10_ns + kInterval * 2}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(home.taken[i].open<Message>().line.value, expected[i].first) << i;
    EXPECT_EQ(home.taken[i].time, expected[i].second) << i;
    EXPECT_EQ(waited(home.taken[i]), expected[i].second - 10_ns) << i;
  }
}

TEST(Ingress, LoadIsWhatTheHomeWorksOnAndWhatWaits) {
  Home home(2, 100_ns);
  for (int i = 0; i < 3; ++i) home.admit(0_ns, protocol::coherence::Op::kGetS);
  sc_core::sc_start(50, sc_core::SC_NS);
  EXPECT_EQ(home.ingress.load(), 1.5);
  sc_core::sc_start(200, sc_core::SC_NS);
  EXPECT_EQ(home.ingress.load(), 0);
}

TEST(Ingress, AWriteWaitsForAnEntryOfTheWritesAndARequestForOneOfItsOwn) {
  Home home(1, 100_ns);
  home.admit(0_ns, protocol::cxl::Op::kMemWr);
  home.admit(10_ns, protocol::cxl::Op::kMemWr);
  home.admit(20_ns, protocol::coherence::Op::kGetS);
  sc_core::sc_start();
  ASSERT_EQ(home.taken.size(), 3u);
  EXPECT_EQ(home.taken[1].time, 20_ns);
  EXPECT_EQ(home.taken[2].time, 100_ns);
}

TEST(Ingress, ClassesTakeTurnsHoweverManyPortsHaveMessagesOfOne) {
  Home home(8, 0_ns, 2);
  using protocol::coherence::Op;
  home.admit(0_ns, Op::kUnblock);
  for (int i = 0; i < 2; ++i) home.admit(0_ns, Op::kUnblock);
  for (const int port : {0, 0, 1, 1}) home.admit(0_ns, Op::kGetS, port);
  sc_core::sc_start();
  std::vector<bool> requests;
  for (const Envelope& envelope : home.taken) {
    requests.push_back(role_of(envelope.open<Message>()) == protocol::Role::kRequest);
  }
  EXPECT_EQ(requests, (std::vector<bool>{false, true, false, true, false, true, true}));
}

TEST(Ingress, ReportsItsLongestQueueAndTheMeanShareOfItsPortsWithoutAnEntry) {
  Home home(1, 100_ns, 2);
  for (int i = 0; i < 3; ++i) home.admit(0_ns, protocol::coherence::Op::kGetS, 0);
  home.admit(150_ns, protocol::coherence::Op::kGetS, 1);
  sc_core::sc_start(150, sc_core::SC_NS);
  const std::map<std::string, double> values = home.statistics(100_ns);
  EXPECT_EQ(values.at("requests.max_queue"), 2);
  EXPECT_NEAR(values.at("requests.no_entry"), 0.99 / 2, 1e-9);  // port 0 from 1 to 100 ns
}

TEST(Ingress, OfImmediateDeliveryReportsNothing) {
  Ingress ingress;
  ingress.request_done(1_ns);
  ingress.handled(Message{}, false, false, 1_ns);
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  ingress.report(writer, 1_ns);
  EXPECT_TRUE(stats.empty());
  EXPECT_EQ(ingress.queues(), nullptr);
}

}  // namespace
}  // namespace starnuma::home_agent::ingress_test
