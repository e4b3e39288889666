// SPDX-License-Identifier: Apache-2.0
// A link with bit errors, or with half of its lanes lost.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "models/transport/link.h"
#include "tests/support/elaborate.h"
#include "tests/support/kinds.h"
#include "tests/support/recorder.h"

namespace starnuma::transport::link_faults_test {
namespace {

using namespace base::literals;
using accounting::LatencyKind;
using base::Time;

/// 64 B take 16 ns and 8 B take 2 ns; flight 25 ns.
const LinkConfig kConfig{25_ns, 4000_MBps, timing::BandwidthIs::kPayload};
constexpr FaultPeriod kAlways{Time(0)};

struct Bench {
  explicit Bench(std::uint64_t seed = 1) : link("link", kConfig, test::kUpi) {
    left.out.bind(link.a_in);
    link.a_out.bind(left.in);
    right.out.bind(link.b_in);
    link.b_out.bind(right.in);
    faults = &link.make_faulty(kForward, seed);
    faults->set_round_trip(70_ns);
    test::elaborate();
  }
  kernel::Envelope send(Time at, bool data = true) {
    kernel::Envelope envelope;
    envelope.time = at;
    envelope.carries_data = data;
    left.out.send(envelope);
    return right.seen.back();
  }
  std::map<std::string, double> statistics() const {
    std::vector<accounting::Stat> all;
    accounting::StatWriter writer(all);
    link.report(writer);
    std::map<std::string, double> values;
    for (const accounting::Stat& stat : all) values[stat.path] = stat.value;
    return values;
  }
  /// Sends isolated messages until one fails; returns its number.
  int send_until_an_error() {
    int sent = 0;
    while (faults->counts().errors == 0) send(Time(++sent * 1'000'000));
    return sent;
  }

  test::Recorder left{"left"};
  test::Recorder right{"right"};
  Link link;
  LaneFaults* faults;
};

TEST(LinkFaults, WithoutAFaultInForceTheLinkIsAsAnyOther) {
  Bench bench;
  bench.faults->set_errors({1000_ns, 2000_ns}, 1e-4);
  bench.faults->set_narrow({1000_ns, 2000_ns}, 2);
  EXPECT_EQ(bench.send(100_ns).time, 125_ns);
  EXPECT_EQ(bench.send(100_ns).time, 141_ns);
  EXPECT_EQ(bench.send(2000_ns).time, 2025_ns);
  EXPECT_EQ(bench.faults->counts().half_width, 0);
}

TEST(LinkFaults, HalfTheLanesTakeTwiceTheTimeFromTheFirstPicosecondToTheLast) {
  Bench bench;
  bench.faults->set_narrow({200_ns, 400_ns}, 2);
  bench.send(200_ns - 1_ps);
  EXPECT_EQ(bench.send(200_ns - 1_ps).ledger.queue(), 16_ns);  // one picosecond early
  bench.send(300_ns);
  EXPECT_EQ(bench.send(300_ns).ledger.queue(), 32_ns);
  bench.send(400_ns);
  EXPECT_EQ(bench.send(400_ns).ledger.queue(), 16_ns);
  EXPECT_EQ(bench.statistics()["forward.half_width"], 2);
}

TEST(LinkFaults, AWrongBitCostsItsMessageItsServiceAndARoundTrip) {
  Bench bench;
  bench.faults->set_errors(kAlways, 1e-4);
  const Time at = Time(bench.send_until_an_error() * 1'000'000);
  const kernel::Envelope late = bench.right.seen.back();
  ASSERT_EQ(bench.faults->counts().errors, 1);
  EXPECT_EQ(late.time, at + 25_ns + 16_ns + 70_ns);
  EXPECT_EQ(late.ledger.queue(), 86_ns);
  EXPECT_EQ(late.ledger.total(), late.time - at);
}

TEST(LinkFaults, WhatFollowsWaitsForTheReplay) {
  Bench bench;
  bench.faults->set_errors(kAlways, 1e-4);
  const Time at = Time(bench.send_until_an_error() * 1'000'000);
  bench.faults->set_errors({}, 1e-4);
  EXPECT_EQ(bench.send(at).ledger.queue(), 16_ns + 86_ns);
}

TEST(LinkFaults, CountAsUseOfTheLinkUntilAReset) {
  Bench bench;
  bench.faults->set_narrow({500_ns, 600_ns}, 2);
  bench.send(500_ns);  // 32 ns
  bench.faults->set_errors(kAlways, 1e-4);
  bench.send_until_an_error();
  const auto late = static_cast<double>(bench.faults->counts().errors) * 86;
  test::let_pass(100'000'000_ns);
  auto values = bench.statistics();
  const double busy = values.at("forward.messages") * 16 + 16 + late;
  EXPECT_NEAR(values.at("forward.utilisation") * 1e8, busy, 1e-3);
  bench.link.reset_statistics();
  values = bench.statistics();
  EXPECT_EQ(values.at("forward.crc_errors"), 0);
  EXPECT_EQ(values.at("forward.half_width"), 0);
  EXPECT_EQ(values.at("forward.retry_time"), 0);
}

TEST(LinkFaults, ErrorsAreAsOftenAsTheirRateSays) {
  constexpr double kRate = 1e-5;
  constexpr int kMessages = 100'000;
  Bench bench;
  bench.faults->set_errors(kAlways, kRate);
  for (int i = 0; i < kMessages; ++i) bench.send(Time(std::int64_t{i} * 1'000'000));
  const double expected = kRate * 512 * kMessages;
  const auto errors = static_cast<double>(bench.faults->counts().errors);
  EXPECT_NEAR(errors, expected, 5 * std::sqrt(expected));
  const auto values = bench.statistics();
  EXPECT_EQ(values.at("forward.crc_errors"), errors);
  EXPECT_LE(values.at("forward.replayed"), errors);
  EXPECT_EQ(values.at("forward.retry_time"), 86 * errors);
  EXPECT_EQ(values.count("backward.crc_errors"), 0U);
}

TEST(LinkFaults, MessagesWithoutALineFailInProportionToTheirBits) {
  Bench bench;
  bench.faults->set_errors(kAlways, 1e-4);
  for (int i = 0; i < 100'000; ++i) bench.send(Time(std::int64_t{i} * 1'000'000), false);
  EXPECT_NEAR(static_cast<double>(bench.faults->counts().errors), 640, 5 * std::sqrt(640));
}

TEST(LinkFaults, TheSameSeedMakesTheSameErrorsAndAnotherMakesOthers) {
  const auto delays = [](std::uint64_t seed) {
    LaneFaults faults({64, 512}, seed);
    faults.set_round_trip(70_ns);
    faults.set_errors(kAlways, 1e-4);
    std::vector<std::int64_t> all;
    for (int i = 0; i < 1000; ++i) all.push_back(faults.send(Time(0), 16_ns, true).late.ps());
    return all;
  };
  EXPECT_EQ(delays(7), delays(7));
  EXPECT_NE(delays(7), delays(8));
}

}  // namespace
}  // namespace starnuma::transport::link_faults_test
