// SPDX-License-Identifier: Apache-2.0
// A link in queued delivery: credit loops of each class, direction and size in closed form, the
// efficiency of go-back-N, and the statistics of classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "models/kernel/queued_dispatcher.h"
#include "models/transport/queued_link.h"
#include "tests/support/kinds.h"

namespace starnuma::transport::queued_link_test {
namespace {

using namespace base::literals;
using base::Time;
using kernel::Envelope;

constexpr Time kFlight = 100_ns;
constexpr Time kLine = 16_ns;   // 64 B at 4 GB/s
constexpr Time kNoLine = 2_ns;  // 8 B
constexpr double kBits = 512;   // a line on the wires
const std::array<const char*, QueuedLink::kCreditClasses> kNames = {"response", "forward",
                                                                    "request"};

/// Stores when each message arrives, and returns its credit then.
class End : public sc_core::sc_module, public kernel::EventTarget {
 public:
  End(const sc_core::sc_module_name& name, kernel::QueuedDispatcher& dispatcher)
      : sc_module(name), dispatcher_(dispatcher) {}
  void due(int, Envelope* message) override {
    last = message->time;
    message->leave_buffer();
  }

 private:
  void enter(Envelope& envelope) { dispatcher_.call_at(envelope.time, *this, 0, &envelope); }
  kernel::QueuedDispatcher& dispatcher_;

 public:
  kernel::Target<&End::enter> in{"in", *this};
  kernel::Initiator<Envelope> out{"out"};
  Time last;
};

/// A message's class is its transaction number.
struct Bench {
  explicit Bench(std::optional<CreditConfig> credits)
      : link("link", config(std::move(credits)), test::kUpi, dispatcher,
             std::make_shared<const QueuedLink::CreditClasses>(QueuedLink::CreditClasses{
                 [](const Envelope& envelope) { return static_cast<int>(envelope.transaction); },
                 kNames})) {
    left.out.bind(link.a_in);
    link.a_out.bind(left.in);
    right.out.bind(link.b_in);
    link.b_out.bind(right.in);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static LinkConfig config(std::optional<CreditConfig> credits) {
    LinkConfig config{kFlight, 4000_MBps, timing::BandwidthIs::kPayload};
    config.credits = std::move(credits);
    return config;
  }
  Envelope& send(Direction direction, int credit_class, bool data, Time at = Time(0)) {
    Envelope& message = messages.emplace_back();
    message.transaction = static_cast<std::uint64_t>(credit_class);
    message.carries_data = data;
    message.time = at;
    (direction == kForward ? left : right).out.send(message);
    return message;
  }
  double statistic(const std::string& path) const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    link.report(writer);
    for (const accounting::Stat& stat : all) {
      if (stat.path == path) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << path;
    return 0;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  End left{"left", dispatcher};
  End right{"right", dispatcher};
  QueuedLink link;
  std::deque<Envelope> messages;
};

/// Arrival of the last of `messages` that are there at once, with `credits` of a loop.
Time closed_form(int messages, int credits, Time service) {
  const Time round_trip = kFlight * 2;
  if (service * credits >= round_trip) return service * (messages - 1) + kFlight;
  const int rounds = (messages - 1) / credits;
  return round_trip * rounds + service * ((messages - 1) % credits) + kFlight;
}

/// Direction, class, and whether a message carries a line.
class CreditLoop : public testing::TestWithParam<std::tuple<Direction, int, bool>> {};

TEST_P(CreditLoop, CarriesItsCreditsPerRoundTripOrAsMuchAsTheLinkCan) {
  constexpr int kMessages = 100;
  const auto [direction, credit_class, data] = GetParam();
  constexpr std::array<int, 3> kCredits = {3, 5, 13};  // 12.5 lines are in a round trip
  Bench bench(CreditConfig{kCredits[2], kCredits[1], kCredits[0]});
  for (int i = 0; i < kMessages; ++i) bench.send(direction, credit_class, data);
  sc_core::sc_start();
  const int credits = kCredits[static_cast<std::size_t>(credit_class)];
  EXPECT_EQ((direction == kForward ? bench.right : bench.left).last,
            closed_form(kMessages, credits, data ? kLine : kNoLine));
}

TEST_P(CreditLoop, KeepsTheLinkBusyWithLinesIfCreditsAreNotGiven) {
  const auto [direction, credit_class, data] = GetParam();
  Bench bench(std::nullopt);
  for (int i = 0; i < 100; ++i) bench.send(direction, credit_class, true);
  sc_core::sc_start();
  EXPECT_EQ((direction == kForward ? bench.right : bench.left).last, kLine * 99 + kFlight);
  EXPECT_EQ(bench.statistic(std::string(direction == kForward ? "forward." : "backward.") +
                            kNames[static_cast<std::size_t>(credit_class)] + ".no_credit"),
            0);
}

INSTANTIATE_TEST_SUITE_P(QueuedLink, CreditLoop,
                         testing::Combine(testing::Values(kForward, kBackward),
                                          testing::Range(0, QueuedLink::kCreditClasses),
                                          testing::Bool()));

TEST(QueuedLink, MeanWaitAndUseCoverAllClassesAndSizes) {
  Bench bench(CreditConfig{64, 64, 64});
  const std::array<Envelope*, 4> sent = {
      &bench.send(kForward, 0, true), &bench.send(kForward, 1, false),
      &bench.send(kForward, 2, true), &bench.send(kForward, 2, false)};
  sc_core::sc_start();
  Time waits;
  for (const Envelope* message : sent) waits += message->ledger.queue();
  EXPECT_EQ(waits, 16_ns + 18_ns + 34_ns);
  EXPECT_DOUBLE_EQ(bench.statistic("forward.mean_wait"), waits.ns() / 4);
  const double elapsed = kernel::now().ns();
  EXPECT_DOUBLE_EQ(bench.statistic("forward.utilisation") * elapsed, 2 * 16 + 2 * 2);
  EXPECT_DOUBLE_EQ(bench.statistic("forward.forward.mean_queue") * elapsed, 16);
  EXPECT_DOUBLE_EQ(bench.statistic("forward.request.mean_queue") * elapsed, 18 + 34);
  EXPECT_EQ(bench.statistic("backward.utilisation"), 0);
}

TEST(QueuedLink, CountsFromAResetOn) {
  Bench bench(CreditConfig{1, 1, 1});
  for (int i = 0; i < 4; ++i) bench.send(kForward, 1, true);
  sc_core::sc_start();
  bench.link.reset_statistics();
  for (const char* const name : {"forward.messages", "forward.mean_wait", "forward.utilisation",
                                 "forward.forward.mean_queue", "forward.forward.max_queue",
                                 "forward.forward.no_credit", "forward.bytes.control"}) {
    EXPECT_EQ(bench.statistic(name), 0) << name;
  }
}

TEST(QueuedLink, AReplayDelaysItsMessageAndIsNoWaitForTheLink) {
  Bench bench(std::nullopt);
  LaneFaults& faults = bench.link.make_faulty(kForward, 5);
  faults.set_round_trip(70_ns);
  faults.set_errors({Time(0)}, 5e-3);  // more than one error a line
  for (int i = 0; i < 50; ++i) bench.send(kForward, i % 3, true, Time(i * 10'000'000));
  sc_core::sc_start();
  std::int64_t replayed = 0;
  Time late;
  for (const Envelope& message : bench.messages) {
    const Time own = message.ledger.queue();
    EXPECT_EQ(own.ps() % (kLine + 70_ns).ps(), 0);
    replayed += own > Time(0);
    late += own;
  }
  ASSERT_GT(faults.counts().errors, replayed);  // some failed more than once
  ASSERT_LT(replayed, 50);
  EXPECT_EQ(late, (kLine + 70_ns) * faults.counts().errors);
  EXPECT_EQ(bench.statistic("forward.replayed"), static_cast<double>(replayed));
  EXPECT_EQ(bench.statistic("forward.crc_errors"), static_cast<double>(faults.counts().errors));
  EXPECT_DOUBLE_EQ(bench.statistic("forward.retry_time"), late.ns());
  EXPECT_EQ(bench.statistic("forward.mean_wait"), 0);
}

class GoBackN : public testing::TestWithParam<double> {};

TEST_P(GoBackN, CarriesTheShareThatItsErrorRateLeaves) {
  constexpr int kMessages = 20'000;
  constexpr Time kRoundTrip = 70_ns;
  const double rate = GetParam();
  Bench bench(CreditConfig{4096, 4096, 4096});
  LaneFaults& faults = bench.link.make_faulty(kForward, 11);
  faults.set_round_trip(kRoundTrip);
  faults.set_errors({Time(0)}, rate);
  for (int i = 0; i < kMessages; ++i) bench.send(kForward, i % 3, true);
  sc_core::sc_start();
  // Each transmission of a line fails with probability p, so there are p / (1 - p) replays a line.
  const double replays = std::expm1(rate * kBits);
  const double errors = replays * kMessages;  // each stops the link for its line and a round trip
  const double time = kLine.ns() * kMessages + (kLine + kRoundTrip).ns() * errors;
  EXPECT_NEAR(kernel::now().ns(), time + kFlight.ns(),
              5 * std::sqrt(errors * (1 + replays)) * (kLine + kRoundTrip).ns());
  EXPECT_NEAR(bench.statistic("forward.utilisation"), 1, 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Rates, GoBackN, testing::Values(1e-6, 1e-5, 1e-4, 1e-3));

}  // namespace
}  // namespace starnuma::transport::queued_link_test
