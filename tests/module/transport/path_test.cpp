// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/path.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "models/base/random.h"
#include "models/kernel/sockets.h"
#include "models/transport/delay_box.h"
#include "models/transport/link.h"
#include "models/transport/router.h"
#include "tests/support/elaborate.h"
#include "tests/support/invariant.h"
#include "tests/support/kinds.h"

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

const LinkConfig kLink{25_ns, 4000_MBps, timing::BandwidthIs::kPayload};
constexpr accounting::LinkKind kKind = test::kUpi;

template <class Box>
std::unique_ptr<Box> make(const std::string& name) {
  if constexpr (std::is_same_v<Box, Link>) {
    return std::make_unique<Link>(name.c_str(), kLink, kKind);
  } else {
    return std::make_unique<Box>(name.c_str(), DelayConfig{10_ns}, test::kCxl);
  }
}

/// Agent 0, a router, a link, some boxes, a router, agent 1. Only the near router has a route to
/// agent 2.
template <class Out, class Box = Retimer>
struct Row : sc_core::sc_module {
  Row(const sc_core::sc_module_name& name, std::size_t boxes_between)
      : sc_module(name), boxes(boxes_between) {
    join(left, near, 0);
    near.out[1].bind(link.a_in);
    link.a_out.bind(near.in[1]);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      boxes[i] = make<Box>("box" + std::to_string(i));
      i == 0 ? join(link, *boxes[i]) : join(*boxes[i - 1], *boxes[i]);
    }
    boxes.back()->b_out.bind(far.in[0]);
    far.out[0].bind(boxes.back()->b_in);
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
  Router near{"near", {0_ns}, 2, {0, 1, 1}, accounting::LatencyKind::kCache};
  Link link{"link", kLink, kKind};
  std::vector<std::unique_ptr<Box>> boxes;
  Router far{"far", {20_ns}, 2, {0, 1, Router::kNoRoute}, accounting::wire_of(test::kNumalink)};

 private:
  static void join(End<Out>& end, Router& router, std::size_t port) {
    end.out.bind(router.in[port]);
    router.out[port].bind(end.in);
  }
  template <class Left>
  static void join(Left& a, Box& b) {
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

/// Compares the same messages over a path and from box to box.
template <class Box>
void compare(std::size_t boxes) {
  Row<FromBoxToBox, Box> chain("chain", boxes);
  Row<kernel::FabricPort, Box> path("path", boxes);
  test::elaborate();
  constexpr std::uint64_t kSeed = 8;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  base::Random random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const int to = static_cast<int>(random.below(2));
    const base::Time at(static_cast<std::int64_t>(random.below(5'000'000)));
    const bool data = random.below(2) == 1;
    path.left.out.prefetch_steps(base::AgentId{1});  // changes nothing, whenever it is called
    chain.send(to, at, data);
    path.send(to, at, data);
  }
  expect_equal(chain.left, path.left);
  expect_equal(chain.right, path.right);
  EXPECT_FALSE(path.left.seen.empty() || path.right.seen.empty());
  EXPECT_GT(path.right.seen.back().ledger.queue(), 0_ns);
}

TEST(Path, DoesWhatTheBoxesOnItDo) { compare<Link>(1); }

TEST(Path, LetsTimePassForBoxesThatOnlyDelay) { compare<Retimer>(20); }

TEST(Path, OfMoreBoxesThanItHasPlacesForGoesOnFromBoxToBox) { compare<Link>(20); }

TEST(Path, LetsDelaysOfEachKindPassBeforeTheStepBehindThem) {
  constexpr base::Time kHours(std::int64_t{9} * 3600 * 1'000'000'000'000);
  kernel::Path<Envelope> path;
  const auto part = [](const Envelope& envelope, accounting::LatencyKind kind) {
    return envelope.ledger.ps[static_cast<std::size_t>(kind)];
  };
  base::Time arrival;
  const kernel::Destination<Envelope> note{
      [](void* time, Envelope& envelope) { *static_cast<base::Time*>(time) = envelope.time; },
      &arrival};
  path.add_delay(accounting::wire_of(test::kCxl), 10_ns);
  path.add_delay(accounting::wire_of(test::kUpi), 0_ns);
  path.add_delay(accounting::wire_of(test::kCxl), 1_ps);
  path.add_delay(accounting::wire_of(test::kUpi), 2_ps);
  path.prefetch_steps();
  EXPECT_TRUE(path.has_room());
  path.add(note);
  path.add_delay(accounting::wire_of(test::kCxl),
                 5_ns);  // before the next step, which does not exist
  Envelope envelope;
  path.send(envelope);
  EXPECT_EQ(arrival, 10_ns + 3_ps);
  EXPECT_EQ(part(envelope, accounting::wire_of(test::kCxl)), 10'001u);
  EXPECT_EQ(part(envelope, accounting::wire_of(test::kUpi)), 2u);

  kernel::Path<Envelope> slow;
  slow.add_delay(accounting::wire_of(test::kCxl), kHours - 1_ps);
  slow.add_delay(accounting::wire_of(test::kCxl), 1_ps);
  slow.add(note);
  Envelope late;
  slow.send(late);
  EXPECT_EQ(arrival, kHours);
}

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
  row.boxes[0]->b_out.set_tapper(tap);
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
