// SPDX-License-Identifier: Apache-2.0
#include "testbenches/delivery/round_trips.h"

#include <gtest/gtest.h>

#include <cmath>

namespace starnuma::delivery {
namespace {

using base::Time;

constexpr int kSockets = 16;

Time ns(double value) { return Time(std::llround(value * 1000)); }

/// A star: each socket has a link each way to the middle, shared by 8-byte requests and 64-byte
/// answers at 3 GB/s; with `apart`, requests have links of their own.
Network star(bool apart) {
  const Time small = ns(8 / 3.0);
  const Time large = ns(64 / 3.0);
  Network network;
  network.resources = 4 * kSockets;
  for (int from = 0; from < kSockets; ++from) {
    auto& homes = network.round_trips.emplace_back();
    for (int home = 0; home < kSockets; ++home) {
      if (home == from) continue;
      const int requests = apart ? 2 * kSockets : 0;
      homes.push_back({{requests + 2 * from, small, ns(25)},
                       {requests + 2 * home + 1, small, ns(90)},
                       {2 * home, large, ns(90)},
                       {2 * from + 1, large, ns(25)}});
    }
  }
  return network;
}

double percent_off(const Network& network, int outstanding, Time quantum) {
  const Traffic traffic{outstanding, Time(1'000), 20'000, 1};
  const double queued = deliver_queued(network, traffic).latency_ns;
  return 100 * std::abs(deliver_ahead(network, traffic, quantum).latency_ns / queued - 1);
}

TEST(RoundTrips, AloneTakesTheSumOfItsSteps) {
  Network network;
  network.resources = 2;
  network.round_trips = {{{{0, ns(10), ns(25)}, {1, ns(20), ns(30)}}}};
  const Traffic traffic{1, Time(1'000), 100, 1};
  EXPECT_DOUBLE_EQ(deliver_queued(network, traffic).latency_ns, 55);
  EXPECT_DOUBLE_EQ(deliver_ahead(network, traffic, ns(200)).latency_ns, 55);
}

TEST(RoundTrips, MoreInFlightThanAResourceServesTakeWhatItServes) {
  Network network;
  network.resources = 1;
  network.round_trips = {{{{0, ns(10), ns(25)}}}};
  const Traffic traffic{8, Time(1'000), 1000, 1};
  EXPECT_NEAR(deliver_queued(network, traffic).time_us, 10, 0.1);
  EXPECT_NEAR(deliver_ahead(network, traffic, ns(200)).time_us, 10, 0.1);
}

TEST(RoundTrips, BookedAheadTakeWhatQueuedDeliveryTakes) {
  for (const int outstanding : {1, 4, 8, 16}) {
    EXPECT_LT(percent_off(star(true), outstanding, ns(200)), 3) << outstanding << " in flight";
  }
}

TEST(RoundTrips, RequestsThatShareALinkWithLongerAnswersDoNotPayForTheirLength) {
  for (const int outstanding : {4, 8, 16}) {
    EXPECT_LT(percent_off(star(false), outstanding, ns(200)), 4) << outstanding << " in flight";
  }
}

}  // namespace
}  // namespace starnuma::delivery
