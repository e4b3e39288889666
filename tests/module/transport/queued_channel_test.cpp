// SPDX-License-Identifier: Apache-2.0
#include "models/transport/queued_channel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "models/kernel/now.h"
#include "testbenches/queueing/queued_shares.h"

namespace starnuma::transport::queued_channel_test {
namespace {

using namespace base::literals;
using base::Time;
using kernel::Envelope;
using timing::Arbitration;

/// A channel whose deliveries are recorded; messages are numbered in the order of offering.
class Bench {
 public:
  explicit Bench(QueuedChannel::Config config)
      : channel(dispatcher, with_service(std::move(config)), [this](int, Envelope& envelope) {
          EXPECT_GE(envelope.time, kernel::now());
          arrived.emplace_back(envelope.sequence, envelope.time);
        }) {}

  void offer(int input, Time time) {
    Envelope& envelope = storage.emplace_back();
    envelope.sequence = storage.size() - 1;
    envelope.time = time;
    channel.offer(input, envelope);
  }
  /// Returns the order of arrivals.
  std::vector<std::uint64_t> order() const {
    auto by_time = arrived;
    std::stable_sort(by_time.begin(), by_time.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<std::uint64_t> all;
    for (const auto& [number, time] : by_time) all.push_back(number);
    return all;
  }

  static QueuedChannel::Config with_service(QueuedChannel::Config config) {
    config.service = {10_ns, 10_ns};
    config.latency = 5_ns;
    return config;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  std::deque<Envelope> storage;
  std::vector<std::pair<std::uint64_t, Time>> arrived;
  QueuedChannel channel;
};

QueuedChannel::Config two_inputs() {
  QueuedChannel::Config config;
  config.inputs = {{}, {}};
  return config;
}

TEST(QueuedChannel, AnIdleOneAddsItsLatencyOnly) {
  Bench bench(two_inputs());
  bench.offer(0, 7_ns);
  sc_core::sc_start();
  ASSERT_EQ(bench.arrived.size(), 1u);
  EXPECT_EQ(bench.arrived[0].second, 12_ns);
  EXPECT_EQ(bench.storage[0].ledger.total(), 5_ns);
}

TEST(QueuedChannel, ServesOneAtATimeAndEntersTheWait) {
  Bench bench(two_inputs());
  bench.offer(0, 0_ns);
  bench.offer(0, 1_ns);
  sc_core::sc_start();
  EXPECT_EQ(bench.arrived[1].second, 15_ns);
  EXPECT_EQ(bench.storage[1].ledger.queue(), 9_ns);
}

TEST(QueuedChannel, RemembersTheLongestQueue) {
  Bench bench(two_inputs());
  for (const Time time : {0_ns, 1_ns, 2_ns, 100_ns}) bench.offer(0, time);
  sc_core::sc_start();
  EXPECT_EQ(bench.channel.counts(0).most_waiting, 2u);
}

TEST(QueuedChannel, TakesTurnsBetweenInputs) {
  Bench bench(two_inputs());
  for (int i = 0; i < 3; ++i) bench.offer(0, 0_ns);
  for (int i = 0; i < 3; ++i) bench.offer(1, 0_ns);
  sc_core::sc_start();
  EXPECT_EQ(bench.order(), (std::vector<std::uint64_t>{0, 3, 1, 4, 2, 5}));
}

TEST(QueuedChannel, AnInputWithoutCreditsBlocksNoOther) {
  QueuedChannel::Config config = two_inputs();
  config.inputs[0].credits = 0;
  config.credits = {1};
  Bench bench(config);
  for (int i = 0; i < 2; ++i) bench.offer(0, 0_ns);
  for (int i = 0; i < 2; ++i) bench.offer(1, 0_ns);
  sc_core::sc_start();
  EXPECT_EQ(bench.order(), (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(bench.channel.waiting(0), 1u);
  bench.channel.return_credit(0, kernel::now());
  sc_core::sc_start();
  EXPECT_EQ(bench.order().back(), 1u);
}

/// Returns two inputs. The first has one credit, which returns after 30 ns.
QueuedChannel::Config one_credit() {
  QueuedChannel::Config config = two_inputs();
  config.inputs[0].credits = 0;
  config.credits = {1};
  config.credit_latency = 30_ns;
  return config;
}

TEST(QueuedChannel, ACreditTravelsWithItsMessageUntilSomebodyTakesThat) {
  Bench bench(one_credit());
  bench.offer(0, 0_ns);
  bench.offer(0, 0_ns);
  sc_core::sc_start(100, sc_core::SC_NS);
  ASSERT_EQ(bench.arrived.size(), 1u);
  bench.storage[0].leave_buffer();
  EXPECT_EQ(bench.storage[0].credit, nullptr);
  sc_core::sc_start();
  ASSERT_EQ(bench.arrived.size(), 2u);
  EXPECT_EQ(bench.arrived[1].second, 135_ns);                 // the credit returns at 130
  EXPECT_EQ(bench.channel.counts(0).without_credit, 120_ns);  // since the resource became free
  EXPECT_EQ(bench.channel.credits(0), 0);
}

TEST(QueuedChannel, AWaitForACreditExcludesTheServiceOfOtherMessages) {
  Bench bench(one_credit());
  bench.offer(0, 0_ns);
  bench.offer(0, 0_ns);
  bench.offer(1, 50_ns);
  sc_core::sc_start(100, sc_core::SC_NS);
  bench.storage[0].leave_buffer();
  sc_core::sc_start();
  ASSERT_EQ(bench.arrived.size(), 3u);
  EXPECT_EQ(bench.channel.counts(0).without_credit, 110_ns);  // less its service of 10 ns
}

/// Returns the credit of each message at the time at which it arrives.
struct CreditLoop {
  struct Receiver : kernel::EventTarget {
    void due(int, Envelope* message) override { message->leave_buffer(); }
  };
  CreditLoop(QueuedChannel::Config config, int messages)
      : channel(dispatcher, Bench::with_service(std::move(config)),
                [this](int, Envelope& envelope) {
                  last = envelope.time;
                  dispatcher.call_at(envelope.time, receiver, 0, &envelope);
                }),
        storage(static_cast<std::size_t>(messages)) {
    for (Envelope& message : storage) channel.offer(0, message);
    sc_core::sc_start();
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  Receiver receiver;
  Time last;
  QueuedChannel channel;
  std::deque<Envelope> storage;
};

class CreditLoops : public testing::TestWithParam<int> {};

TEST_P(CreditLoops, CarryAsManyMessagesPerRoundTripAsTheyHaveCredits) {
  constexpr int kMessages = 120;
  QueuedChannel::Config config = one_credit();
  config.credits = {GetParam()};
  const CreditLoop loop(config, kMessages);
  const Time round_trip = 5_ns + 30_ns;
  const int rounds = (kMessages - 1) / GetParam();
  const int rest = (kMessages - 1) % GetParam();
  const bool enough = 10_ns * GetParam() >= round_trip;
  const Time sent = enough ? 10_ns * (kMessages - 1) : round_trip * rounds + 10_ns * rest;
  EXPECT_EQ(loop.last, sent + 5_ns);
}

INSTANTIATE_TEST_SUITE_P(Credits, CreditLoops, testing::Values(1, 2, 3, 4, 5));

TEST(QueuedChannel, CreditsArriveInTheOrderOfTheirTimes) {
  Bench bench(one_credit());
  bench.channel.return_credit(0, 100_ns);
  bench.channel.return_credit(0, 50_ns);
  sc_core::sc_start(50, sc_core::SC_NS);
  EXPECT_EQ(bench.channel.credits(0), 2);
}

TEST(QueuedChannel, AResetCountsAStallFromItOnAndWithoutTheServiceBeforeIt) {
  Bench bench(one_credit());
  bench.offer(0, 0_ns);
  bench.offer(0, 0_ns);
  bench.offer(1, 50_ns);
  sc_core::sc_start(55, sc_core::SC_NS);
  bench.channel.reset_statistics();
  sc_core::sc_start(45, sc_core::SC_NS);
  bench.storage[0].leave_buffer();
  sc_core::sc_start();
  ASSERT_EQ(bench.arrived.size(), 3u);
  EXPECT_EQ(bench.channel.counts(0).without_credit,
            70_ns);  // from the end of a service at 60 to 130
}

/// Offers a message to input 0 of an idle channel, and during its service one to each input.
std::vector<std::uint64_t> order_after_one_alone(int class_of_second) {
  QueuedChannel::Config config = two_inputs();
  config.inputs[1].message_class = class_of_second;
  Bench bench(config);
  bench.offer(0, 0_ns);
  bench.offer(0, 5_ns);
  bench.offer(1, 5_ns);
  sc_core::sc_start();
  return bench.order();
}

TEST(QueuedChannel, AMessageThatIsAloneUsesTheTurnOfItsInput) {
  EXPECT_EQ(order_after_one_alone(0), (std::vector<std::uint64_t>{0, 2, 1}));
}

TEST(QueuedChannel, AMessageThatIsAloneUsesTheTurnOfItsClass) {
  EXPECT_EQ(order_after_one_alone(1), (std::vector<std::uint64_t>{0, 2, 1}));
}

TEST(QueuedChannel, AMessageThatWaitsHereKeepsThePlaceThatItCameFrom) {
  QueuedChannel::Config config = two_inputs();
  config.inputs[0].credits = 0;
  config.credits = {1};
  Bench before(config);
  QueuedChannel after(before.dispatcher, Bench::with_service(config), [](int, Envelope&) {});
  QueuedChannel first(before.dispatcher, Bench::with_service(config),
                      [&](int, Envelope& envelope) { after.offer(0, envelope); });
  std::deque<Envelope> messages(3);
  for (Envelope& message : messages) first.offer(0, message);
  sc_core::sc_start();
  // The first has left permanently, the second waits for its credit behind it, the third before it.
  EXPECT_EQ(after.waiting(0), 1u);
  EXPECT_EQ(first.waiting(0), 1u);
}

TEST(QueuedChannel, KeepsTheOrderOfMessagesThatAreThereAtOneTime) {
  struct Late : kernel::EventTarget {
    explicit Late(Bench& its_bench) : bench(its_bench) {}
    void due(int, Envelope*) override { bench.offer(0, 20_ns); }
    Bench& bench;
  };
  Bench bench(two_inputs());
  Late late(bench);
  bench.dispatcher.call_at(20_ns, late, 0);  // precedes calls scheduled at the current time
  bench.offer(0, 20_ns);
  sc_core::sc_start();
  EXPECT_EQ(bench.order(), (std::vector<std::uint64_t>{0, 1}));
}

TEST(QueuedChannel, ServesAMessageThatIsThereFirstAlsoAfterAnAnnouncedOneOfItsInput) {
  struct Both : kernel::EventTarget {
    explicit Both(Bench& its_bench) : bench(its_bench) {}
    void due(int, Envelope*) override {
      bench.offer(0, 100_ns);
      bench.offer(1, 100_ns);
    }
    Bench& bench;
  };
  Bench bench(two_inputs());
  Both both(bench);
  bench.offer(0, 10_ns);  // announced
  bench.dispatcher.call_at(100_ns, both, 0);
  sc_core::sc_start();
  EXPECT_EQ(bench.order(), (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(bench.arrived[1].second, 105_ns);
}

TEST(QueuedChannel, OnlyInputsThatMayOvertakeDoWhenDelaysAreRandom) {
  QueuedChannel::Config config = two_inputs();
  config.inputs[1].may_overtake = true;
  config.longest_delay = 200_ns;
  config.seed = 7;
  Bench bench(config);
  for (int i = 0; i < 50; ++i) bench.offer(0, 0_ns);
  for (int i = 0; i < 50; ++i) bench.offer(1, 0_ns);
  sc_core::sc_start();
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  for (const std::uint64_t n : bench.order()) (n < 50 ? first : second).push_back(n);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  EXPECT_FALSE(std::is_sorted(second.begin(), second.end()));
}

TEST(QueuedShares, AreEqualForTwoHeadsWithinOnePercent) {
  const auto share = queueing::shares(Arbitration::kRoundRobin, {1, 1}, true, 20'000);
  EXPECT_NEAR(share[0] / share[1], 1, 0.01);
}

TEST(QueuedShares, FollowWeightsWithinOnePercentWhateverTheSizes) {
  const auto share = queueing::shares(Arbitration::kWeighted, {3, 1}, false, 20'000);
  EXPECT_NEAR(share[0] / share[1], 3, 0.03);
}

}  // namespace
}  // namespace starnuma::transport::queued_channel_test
