// SPDX-License-Identifier: Apache-2.0
#include "models/transport/router.h"

#include <gtest/gtest.h>

#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"
#include "tests/support/kinds.h"
#include "tests/support/recorder.h"

namespace starnuma::transport::router_test {
namespace {

using namespace base::literals;

struct Bench {
  /// Agents 0 to 3: by port 0, 1 and 2, and one that is unreachable.
  Bench()
      : router("router", {20_ns}, 3, {0, 1, 2, Router::kNoRoute},
               accounting::wire_of(test::kNumalink)) {
    for (std::size_t port = 0; port < 3; ++port) {
      neighbours[port].out.bind(router.in[port]);
      router.out[port].bind(neighbours[port].in);
    }
    test::elaborate();
  }
  void send(std::size_t from, int agent) {
    kernel::Envelope envelope;
    envelope.time = 100_ns;
    envelope.destination = static_cast<base::AgentId>(agent);
    neighbours[from].out.send(envelope);
  }

  sc_core::sc_vector<test::Recorder> neighbours{"neighbour", 3};
  Router router;
};

TEST(Router, HandsAMessageToThePortOfItsDestination) {
  Bench bench;
  for (std::size_t from = 0; from < 3; ++from) {
    for (int agent = 0; agent < 3; ++agent) bench.send(from, agent);
  }
  for (std::size_t port = 0; port < 3; ++port) {
    ASSERT_EQ(bench.neighbours[port].seen.size(), 3u);
    for (const kernel::Envelope& envelope : bench.neighbours[port].seen) {
      EXPECT_EQ(envelope.destination, static_cast<base::AgentId>(port));
    }
  }
}

TEST(Router, AddsItsLatencyToEveryMessageAlike) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.send(0, 1);
  for (const kernel::Envelope& envelope : bench.neighbours[1].seen) {
    EXPECT_EQ(envelope.time, 120_ns);
    EXPECT_EQ(envelope.ledger.ps[static_cast<int>(accounting::wire_of(test::kNumalink))], 20'000u);
    EXPECT_EQ(envelope.ledger.total(), 20_ns);
  }
}

TEST(CxlSwitch, RoutesLikeARouterAndEntersItsLatencyAsFlightOnTheCxlPath) {
  test::Recorder sender("sender");
  test::Recorder receiver("receiver");
  CxlSwitch cxl_switch("switch", {45_ns}, 2, {0, 1}, test::kCxl);
  sender.out.bind(cxl_switch.in[0]);
  cxl_switch.out[0].bind(sender.in);
  receiver.out.bind(cxl_switch.in[1]);
  cxl_switch.out[1].bind(receiver.in);
  test::elaborate();
  kernel::Envelope envelope;
  envelope.time = 100_ns;
  envelope.destination = base::AgentId{1};
  sender.out.send(envelope);
  ASSERT_EQ(receiver.seen.size(), 1u);
  EXPECT_EQ(receiver.seen[0].time, 145_ns);
  EXPECT_EQ(receiver.seen[0].ledger.ps[static_cast<int>(accounting::wire_of(test::kCxl))], 45'000u);
}

TEST(Router, WithoutARouteTheRunStopsNamingRouterAgentAndTime) {
  Bench bench;
  test::expect_invariant_error([&] { bench.send(0, 3); }, {"router", "agent 3", "100000 ps"});
}

}  // namespace
}  // namespace starnuma::transport::router_test
