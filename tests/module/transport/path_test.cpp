// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/path.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "models/base/random.h"
#include "models/kernel/fabric_port.h"
#include "models/transport/delay_box.h"
#include "models/transport/link.h"
#include "models/transport/router.h"
#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"

namespace starnuma::transport {
namespace {

using namespace base::literals;
using kernel::Envelope;
using FromBoxToBox = kernel::Initiator<Envelope>;

template <class Out>
struct End : sc_core::sc_module {
  explicit End(const sc_core::sc_module_name& name) : sc_module(name) {}
  void take(Envelope& envelope) { seen.push_back(envelope); }

  kernel::Target<&End::take> in{"in", *this};
  Out out{"out"};
  std::vector<Envelope> seen;
};

/// Agent 0, a router, a link, retimers, a router, agent 1. There is a route to agent 2 from the
/// near router only.
template <class Out>
struct Row : sc_core::sc_module {
  Row(const sc_core::sc_module_name& name, std::size_t retimers_between)
      : sc_module(name), retimers(retimers_between) {
    join(left, near, 0);
    near.out[1].bind(link.a_in);
    link.a_out.bind(near.in[1]);
    for (std::size_t i = 0; i < retimers.size(); ++i) {
      retimers[i] =
          std::make_unique<Retimer>(("retimer" + std::to_string(i)).c_str(), DelayConfig{10_ns});
      i == 0 ? join(link, *retimers[i]) : join(*retimers[i - 1], *retimers[i]);
    }
    retimers.back()->b_out.bind(far.in[0]);
    far.out[0].bind(retimers.back()->b_in);
    join(right, far, 1);
  }

  void send(int to, base::Time at, bool data) {
    Envelope envelope;
    envelope.time = at;
    envelope.carries_data = data;
    envelope.destination = static_cast<base::AgentId>(to);
    (to == 0 ? right : left).out.send(envelope);
  }

  End<Out> left{"left"};
  End<Out> right{"right"};
  Router near{"near", {0_ns}, 2, {0, 1, 1}};
  Link link{"link",
            {25_ns, 4000_MBps, timing::BandwidthIs::kPayload},
            {base::LatencyKind::kUpiWire, base::LatencyKind::kUpiQueue}};
  std::vector<std::unique_ptr<Retimer>> retimers;
  Router far{"far", {20_ns}, 2, {0, 1, Router::kNoRoute}};

 private:
  static void join(End<Out>& end, Router& router, std::size_t port) {
    end.out.bind(router.in[port]);
    router.out[port].bind(end.in);
  }
  template <class Left>
  static void join(Left& a, Retimer& b) {
    a.b_out.bind(b.a_in);
    b.a_out.bind(a.b_in);
  }
};

template <class Out>
void expect_equal(const End<FromBoxToBox>& chain, const End<Out>& path) {
  ASSERT_EQ(chain.seen.size(), path.seen.size());
  for (std::size_t i = 0; i < chain.seen.size(); ++i) {
    EXPECT_EQ(chain.seen[i].time, path.seen[i].time);
    EXPECT_EQ(chain.seen[i].ledger.ps, path.seen[i].ledger.ps);
  }
}

/// The same messages by way of a path and from box to box.
void compare(std::size_t retimers) {
  Row<FromBoxToBox> chain("chain", retimers);
  Row<kernel::FabricPort> path("path", retimers);
  test::elaborate();
  constexpr std::uint64_t kSeed = 8;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const int to = static_cast<int>(random.below(2));
    const base::Time at(static_cast<std::int64_t>(random.below(5'000'000)));
    const bool data = random.below(2) == 1;
    path.left.out.expect(base::AgentId{1});  // changes nothing, whenever it is said
    path.right.out.expect_first(base::AgentId{0});
    chain.send(to, at, data);
    path.send(to, at, data);
  }
  expect_equal(chain.left, path.left);
  expect_equal(chain.right, path.right);
  EXPECT_FALSE(path.left.seen.empty() || path.right.seen.empty());
  EXPECT_GT(path.right.seen.back().ledger.queue(), 0_ns);
}

TEST(Path, DoesWhatTheBoxesOnItDo) { compare(1); }

TEST(Path, OfMoreBoxesThanItHasPlacesForGoesOnFromBoxToBox) { compare(20); }

TEST(Path, EndsAtATappedSocketWhichSeesEachMessageOnce) {
  struct Tap : kernel::Tapper<Envelope> {
    kernel::Destination<Envelope> tap(const sc_core::sc_object&, const sc_core::sc_object&,
                                      const kernel::Destination<Envelope>& direct) override {
      ++asked;
      to = direct;
      return {[](void* tap, Envelope& envelope) {
                auto& self = *static_cast<Tap*>(tap);
                ++self.seen;
                self.to.send(envelope);
              },
              this};
    }
    kernel::Destination<Envelope> to;
    int asked = 0;
    int seen = 0;
  };
  if (!kernel::kWaves) GTEST_SKIP() << "built without waves";
  Tap tap;
  Row<kernel::FabricPort> row("row", 2);
  row.retimers[0]->b_out.set_tapper(tap);
  test::elaborate();
  for (int i = 0; i < 3; ++i) row.send(1, 100_ns, false);
  EXPECT_EQ(tap.asked, 1);
  EXPECT_EQ(tap.seen, 3);
  ASSERT_EQ(row.right.seen.size(), 3u);
  EXPECT_EQ(row.right.seen[0].time, 165_ns);
}

TEST(Path, WithoutARouteTheRunStopsAtTheRouterThatHasNone) {
  Row<kernel::FabricPort> row("row", 1);
  test::elaborate();
  test::expect_invariant_error([&] { row.send(2, 100_ns, false); }, {"far", "agent 2"});
}

}  // namespace
}  // namespace starnuma::transport
