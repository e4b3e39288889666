// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/elaborate.h"
#include "tests/support/kinds.h"
#include "tests/support/recorder.h"

namespace starnuma::transport::link_test {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using accounting::Traffic;
using base::Time;

/// 64 B take 16 ns and 8 B take 2 ns; flight 25 ns.
const LinkConfig kConfig{25_ns, 4000_MBps, timing::BandwidthIs::kPayload};

struct Bench {
  explicit Bench(const LinkConfig& config = kConfig) : link("link", config, test::kUpi) {
    left.out.bind(link.a_in);
    link.a_out.bind(left.in);
    right.out.bind(link.b_in);
    link.b_out.bind(right.in);
    test::elaborate();
  }

  /// Sends one message at `at` towards the right; returns it as it arrives.
  kernel::Envelope send(Time at, bool data, Traffic traffic = Traffic::kData) {
    send_from(left, at, data, traffic);
    return right.seen.back();
  }
  kernel::Envelope send_back(Time at, bool data) {
    send_from(right, at, data, Traffic::kData);
    return left.seen.back();
  }

  std::map<std::string, double> statistics() const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    link.report(writer);
    std::map<std::string, double> values;
    for (const accounting::Stat& stat : all) values[stat.path] = stat.value;
    return values;
  }

  test::Recorder left{"left"};
  test::Recorder right{"right"};
  Link link;

 private:
  static void send_from(test::Recorder& end, Time at, bool data, Traffic traffic) {
    kernel::Envelope envelope;
    envelope.time = at;
    envelope.carries_data = data;
    envelope.traffic = traffic;
    end.out.send(envelope);
  }
};

TEST(Link, AnIdleLinkAddsItsFlightTimeAndNoMore) {
  Bench bench;
  const kernel::Envelope arrived = bench.send(100_ns, true);
  EXPECT_EQ(arrived.time, 125_ns);
  EXPECT_EQ(arrived.ledger.ps[static_cast<int>(accounting::wire_of(test::kUpi))], 25'000u);
  EXPECT_EQ(arrived.ledger.queue(), 0_ns);
}

TEST(Link, TheNextMessageWaitsUntilTheLastIsOnTheWire) {
  Bench bench;
  bench.send(100_ns, true);
  EXPECT_EQ(bench.send(116_ns - 1_ps, true).time, 116_ns + 25_ns);  // one picosecond early
  bench.send(500_ns, true);
  EXPECT_EQ(bench.send(516_ns, true).time, 541_ns);  // on time
}

TEST(Link, AWaitGoesIntoTheLedgerAsAQueue) {
  Bench bench;
  bench.send(100_ns, true);
  const kernel::Envelope second = bench.send(100_ns, true);
  EXPECT_EQ(second.ledger.ps[static_cast<int>(accounting::queue_of(test::kUpi))], 16'000u);
  EXPECT_EQ(second.ledger.queue(), 16_ns);
  EXPECT_EQ(second.ledger.total(), second.time - 100_ns);
}

TEST(Link, ControlMessagesChargeEightBytes) {
  Bench bench;
  bench.send(100_ns, false, Traffic::kControl);
  EXPECT_EQ(bench.send(100_ns, true).time, 127_ns);
}

TEST(Link, RawLinksChargeHeadersToo) {
  Bench bench({25_ns, 4000_MBps, timing::BandwidthIs::kRaw});
  bench.send(100_ns, true);
  EXPECT_EQ(bench.send(100_ns, true).ledger.queue(), 20_ns);  // 80 B
}

TEST(Link, DirectionsDoNotDisturbEachOther) {
  Bench bench;
  bench.send(100_ns, true);
  EXPECT_EQ(bench.send_back(100_ns, true).time, 125_ns);
}

TEST(Link, AMessageFromThePastFillsTheGapBefore) {
  Bench bench;
  bench.send(100_ns, true);
  EXPECT_EQ(bench.send(50_ns, true).time, 75_ns);
  EXPECT_EQ(bench.send(90_ns, true).ledger.queue(), 6_ns);  // the wait that it causes
}

TEST(Link, ADirectionNeverCarriesMoreThanItsBandwidth) {
  Bench bench;
  constexpr int kMessages = 1000;
  Time last;
  for (int i = 0; i < kMessages; ++i) last = bench.send(0_ns, true).time;
  EXPECT_EQ(last, 25_ns + (kMessages - 1) * 16_ns);
}

TEST(Link, TheSealedPartArrivesAsItWasSent) {
  Bench bench;
  kernel::Envelope envelope;
  envelope.sealed.fill(std::byte{0x5A});
  envelope.source = base::AgentId{7};
  envelope.destination = base::AgentId{9};
  bench.left.out.send(envelope);
  EXPECT_EQ(bench.right.seen.back().sealed, envelope.sealed);
  EXPECT_EQ(bench.right.seen.back().source, base::AgentId{7});
  EXPECT_EQ(bench.right.seen.back().destination, base::AgentId{9});
}

TEST(Link, BytesAreAccountedByWhatTheyAreFor) {
  Bench bench;
  bench.send(0_ns, true, Traffic::kData);
  bench.send(100_ns, false, Traffic::kControl);
  bench.send(200_ns, true, Traffic::kWriteback);
  bench.send(300_ns, true, Traffic::kWalk);
  bench.send(400_ns, false, Traffic::kWalk);
  bench.send_back(0_ns, false);
  const auto stats = bench.statistics();
  EXPECT_EQ(stats.at("forward.bytes.data"), 64);
  EXPECT_EQ(stats.at("forward.bytes.control"), 8);
  EXPECT_EQ(stats.at("forward.bytes.writeback"), 64);
  EXPECT_EQ(stats.at("forward.bytes.walk"), 72);
  EXPECT_EQ(stats.at("forward.messages"), 5);
  EXPECT_EQ(stats.at("backward.bytes.data"), 8);
  EXPECT_EQ(stats.at("backward.messages"), 1);
}

TEST(Link, UtilisationIsTheBusyShareOfTheMeasuredTime) {
  Bench bench;
  bench.send(0_ns, true);
  test::let_pass(100_ns);
  bench.link.reset_statistics();
  bench.send(100_ns, true);
  bench.send(100_ns, true);
  test::let_pass(64_ns);
  const auto stats = bench.statistics();
  EXPECT_DOUBLE_EQ(stats.at("forward.utilisation"), 0.5);
  EXPECT_DOUBLE_EQ(stats.at("forward.mean_wait"), 8);
  EXPECT_DOUBLE_EQ(stats.at("backward.utilisation"), 0);
}

TEST(Link, WaitsBeforeTheMeasuredTimeDoNotCount) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.send(0_ns, true);
  EXPECT_DOUBLE_EQ(bench.statistics().at("forward.mean_wait"), 16);  // 0, 16 and 32 ns
  test::let_pass(100_ns);
  bench.link.reset_statistics();
  bench.send(100_ns, true);
  EXPECT_DOUBLE_EQ(bench.statistics().at("forward.mean_wait"), 0);
}

TEST(Link, DefaultCreditsCoverTheRoundTripAnd100Nanoseconds) {
  EXPECT_EQ(kConfig.credits_of(0, 10_ns), (25 + 25 + 100) / 10 + 1);
  EXPECT_EQ(kConfig.credits_of(2, 151_ns), 1);
  EXPECT_EQ(kConfig.credits_of(2, 150_ns), 2);
}

}  // namespace
}  // namespace starnuma::transport::link_test
