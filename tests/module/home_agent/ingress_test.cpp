// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/ingress.h"

#include <gtest/gtest.h>

#include <deque>

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

/// A home that works on each request for `work`.
class Home : public kernel::Agent {
 public:
  Home(int entries, Time its_work)
      : work(its_work),
        ingress(dispatcher, kHome, *this, shape(entries), [](const Envelope&) { return 0; }) {}

  void admit(Time time, protocol::coherence::Op op) {
    Envelope& envelope = storage.emplace_back();
    envelope.time = time;
    envelope.seal(base::AgentId{1}, kHome, Message::of(op, base::LineAddress{64}, {}));
    dispatcher.arrived(envelope, *this);
  }
  void handle(Envelope& envelope, kernel::Outbox&) override {
    taken.push_back(envelope);
    if (role_of(envelope.open<Message>()) != protocol::Role::kRequest) return;
    ingress.request_done(envelope.time + work);
  }
  void transmit(Envelope&) override {}

  static IngressShape shape(int entries) {
    IngressShape shape;
    shape.interval = kInterval;
    shape.request_entries = entries;
    return shape;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  std::deque<Envelope> storage;
  std::vector<Envelope> taken;
  Time work;
  Ingress ingress;
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

TEST(Ingress, LoadIsWhatTheHomeWorksOnAndWhatWaits) {
  Home home(2, 100_ns);
  for (int i = 0; i < 3; ++i) home.admit(0_ns, protocol::coherence::Op::kGetS);
  sc_core::sc_start(50, sc_core::SC_NS);
  EXPECT_EQ(home.ingress.load(), 1.5);
  sc_core::sc_start(200, sc_core::SC_NS);
  EXPECT_EQ(home.ingress.load(), 0);
}

}  // namespace
}  // namespace starnuma::home_agent::ingress_test
