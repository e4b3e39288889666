// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/reroute_order.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "models/kernel/dispatcher.h"

namespace starnuma::kernel::changed_ways_test {
namespace {

using namespace base::literals;
using base::AgentId;
using base::Time;

struct Nobody : Agent {
  void handle(Envelope&, Outbox&) override {}
  void transmit(Envelope&) override {}
};

struct Hop : CreditHolder {
  void return_credit() override { ++given_back; }
  int given_back = 0;
};

constexpr std::uint16_t kLine = 7;

/// Messages with data may not pass each other; others may pass all messages.
class ChangedWaysTest : public testing::Test {
 protected:
  Envelope& send(std::uint16_t line = kLine, bool data = true, AgentId to = AgentId{2}) {
    Envelope& message = messages_.emplace_back();
    message.sequence = messages_.size();
    message.source = AgentId{1};
    message.destination = to;
    message.interleave_key = line;
    message.carries_data = data;
    return message;
  }
  void change(std::initializer_list<const Envelope*> under_way, Time now = 10_ns) {
    ways_.change(under_way, now);
  }
  void admit(Envelope& message, Time time) { admit(message, time, time); }
  /// Routes the message at `now` with arrival at `time`.
  void admit(Envelope& message, Time time, Time now) {
    message.time = time;
    ways_.admit(message, nobody_, now);
  }
  std::vector<std::uint64_t> taken() const { return taken_; }

  RerouteOrder ways_{[](const Envelope& later, const Envelope& earlier) {
                       return !later.carries_data || !earlier.carries_data;
                     },
                     [this](Envelope& message, Agent&) { taken_.push_back(message.sequence); }};

 private:
  Nobody nobody_;
  std::deque<Envelope> messages_;
  std::vector<std::uint64_t> taken_;
};

using Sequences = std::vector<std::uint64_t>;

TEST_F(ChangedWaysTest, WhoSetsOutOnTheNewWayComesAfterWhoIsOnTheOldOne) {
  Envelope& first = send();
  change({&first});
  Envelope& second = send();
  admit(second, 20_ns);
  EXPECT_EQ(taken(), Sequences{});
  EXPECT_EQ(ways_.waiting(), 1U);
  admit(first, 50_ns);
  EXPECT_EQ(taken(), (Sequences{1, 2}));
  EXPECT_EQ(second.time, 50_ns);
  EXPECT_EQ(second.ledger.queue(), 30_ns);
}

TEST_F(ChangedWaysTest, TwoOnTheirWayKeepTheirOrderWhereOneGoesOnByAnother) {
  Envelope& first = send();
  Envelope& second = send();
  change({&second, &first});
  admit(second, 20_ns);
  admit(first, 50_ns);
  EXPECT_EQ(taken(), (Sequences{1, 2}));
}

TEST_F(ChangedWaysTest, OnlyWhoMayNotPassWaits) {
  Envelope& first = send();
  change({&first});
  admit(send(kLine, false), 20_ns);
  admit(send(kLine + 1), 20_ns);
  admit(send(kLine, true, AgentId{3}), 20_ns);
  EXPECT_EQ(taken(), (Sequences{2, 3, 4}));
}

TEST_F(ChangedWaysTest, WhoWaitsIsPassedByNobodyWhoMayNot) {
  Envelope& first = send();
  change({&first});
  Envelope& second = send();
  Envelope& third = send();
  admit(third, 20_ns);
  admit(second, 30_ns);
  EXPECT_EQ(ways_.waiting(), 2U);
  admit(first, 50_ns);
  EXPECT_EQ(taken(), (Sequences{1, 2, 3}));
}

TEST_F(ChangedWaysTest, WhoWaitsGivesItsPlaceInTheBufferBack) {
  Envelope& first = send();
  change({&first});
  Envelope& second = send();
  Hop hop;
  second.credit = &hop;
  admit(second, 20_ns);
  EXPECT_EQ(hop.given_back, 1);
  EXPECT_EQ(second.credit, nullptr);
}

TEST_F(ChangedWaysTest, NobodyIsThereBeforeWhomItMayNotPass) {
  Envelope& first = send();
  change({&first});
  admit(first, 50_ns, 40_ns);
  Envelope& early = send();
  admit(early, 50_ns - Time(1), 41_ns);
  EXPECT_EQ(early.time, 50_ns);
  Envelope& in_time = send();
  admit(in_time, 50_ns, 41_ns);
  EXPECT_EQ(in_time.ledger.total(), Time(0));
}

TEST_F(ChangedWaysTest, NobodyWaitsForAMessageThatIsThereAlready) {
  Envelope& first = send();
  admit(first, 5_ns);
  change({&first});  // it has not been handled
  admit(send(), 20_ns);
  EXPECT_EQ(taken(), (Sequences{1, 2}));
}

TEST_F(ChangedWaysTest, WaysMayChangeAgainWhileSomebodyWaits) {
  Envelope& first = send();
  change({&first});
  Envelope& second = send();
  admit(second, 20_ns);
  change({&first, &second}, 30_ns);
  Envelope& third = send();
  admit(third, 40_ns);
  admit(first, 50_ns);
  EXPECT_EQ(taken(), (Sequences{1, 2, 3}));
}

/// The rule need not be transitive: here a message may pass all but its predecessor.
TEST(RerouteOrder, AMessageBehindADeferredOneArrivesNotBeforeIt) {
  Nobody nobody;
  std::vector<std::uint64_t> taken;
  RerouteOrder order{[](const Envelope& later, const Envelope& earlier) {
                       return later.sequence > earlier.sequence + 1;
                     },
                     [&](Envelope& message, Agent&) { taken.push_back(message.sequence); }};
  std::array<Envelope, 3> messages{};
  for (std::size_t i = 0; i < messages.size(); ++i) messages[i].sequence = i + 1;
  order.change({&messages[0]}, 10_ns);
  for (const std::size_t i : {1, 2}) {
    messages[i].time = 20_ns;
    order.admit(messages[i], nobody, 20_ns);
  }
  EXPECT_EQ(order.waiting(), 2U);
  messages[0].time = 50_ns;
  order.admit(messages[0], nobody, 50_ns);
  EXPECT_EQ(taken, (Sequences{1, 2, 3}));
  for (const Envelope& message : messages) EXPECT_EQ(message.time, 50_ns);
  EXPECT_EQ(messages[2].ledger.queue(), 30_ns);
}

}  // namespace
}  // namespace starnuma::kernel::changed_ways_test
