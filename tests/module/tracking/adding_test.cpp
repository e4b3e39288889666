// SPDX-License-Identifier: Apache-2.0
// Tracker update unit with its port to homes that add, above homes that answer after a fixed delay.
#include <gtest/gtest.h>

#include "models/base/random.h"
#include "models/tracking/add_port.h"
#include "models/tracking/tracker_update.h"
#include "tests/support/elaborate.h"
#include "tests/support/pages.h"

namespace starnuma::tracking {
namespace {

using namespace base::literals;
using base::Time;
using test::page;

constexpr Time kHome = 100_ns;
constexpr Time kRequest = 2_ns;
constexpr Time kUpdate = 3_ns;
constexpr Time kSend = kRequest + kUpdate;
constexpr std::uint64_t kRegions = 32;
constexpr int kWidth = 8;

std::vector<base::Frame> one_frame() { return {{base::LineAddress::of(base::NodeId{1}, 640)}}; }

class FixedHome : public sc_core::sc_module {
 public:
  FixedHome(const sc_core::sc_module_name& name, MetadataRegion& region)
      : sc_module(name), region_(region) {}

 private:
  void take(protocol::UncachedRequest& request) {
    seen.push_back(request);
    if (dispatcher != nullptr) dispatcher->wait_until(request.time + kHome);
    const int before = request.count;
    request.count =
        region_.add(request.line, request.entry, base::SocketId{3}, request.count).count;
    EXPECT_LE(request.count, before);
    request.time += kHome;
  }

 public:
  kernel::Target<&FixedHome::take> socket_side{"socket_side", *this};
  std::vector<protocol::UncachedRequest> seen;     ///< Requests in order of arrival.
  kernel::QueuedDispatcher* dispatcher = nullptr;  ///< Set: answers in SystemC time.

 private:
  MetadataRegion& region_;
};

struct Annex : sc_core::sc_module {
  explicit Annex(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<protocol::TrackerRequest> tracker_side{"tracker_side"};
};

TrackerUpdateFunction::Config update_config() {
  TrackerUpdateFunction::Config config;
  config.socket = base::SocketId{3};
  config.layout = {16, kWidth};
  config.queue_entries = 2;
  config.mode = protocol::TrackerUpdateMode::kAddAtHome;
  return config;
}

/// Regions of one page.
struct Bench {
  explicit Bench(int outstanding = 2) : port("port", outstanding, region) {
    annex.tracker_side.bind(tracker.annex_side);
    tracker.mem_side.bind(port.tracker_side);
    port.home_side.bind(home.socket_side);
    test::elaborate();
  }
  /// Hands over counts; returns the time that it took.
  Time hand_over(std::uint64_t number, std::uint32_t count, Time time) {
    protocol::TrackerRequest request{{page(number), count}, time};
    annex.tracker_side.send(request);
    return request.time - time;
  }
  std::uint32_t count(std::uint64_t number) const { return region.entry(page(number)).count; }

  MetadataRegion region{{16, kWidth}, {kRegions}, 0, one_frame()};
  Annex annex{"annex"};
  TrackerUpdate tracker{"tracker", {kRequest, kUpdate}, update_config()};
  AddPort port;
  FixedHome home{"home", region};
};

TEST(Adding, AnIdleUnitSendsBitAndCountToTheEntrysHome) {
  Bench bench;
  EXPECT_EQ(bench.hand_over(21, 7, 10_ns), 0_ns);
  ASSERT_EQ(bench.home.seen.size(), 1u);
  const protocol::UncachedRequest& add = bench.home.seen[0];
  EXPECT_EQ(add.op, protocol::uncached::Op::kAdd);
  EXPECT_EQ(add.purpose, protocol::Message::Purpose::kTracker);
  EXPECT_EQ(add.line, base::LineAddress::of(base::NodeId{1}, 640 + 21 * 4 / 64));
  EXPECT_EQ(add.entry, 21 % 16);
  EXPECT_EQ(add.count, 7);
  EXPECT_EQ(add.time, 10_ns + kSend);
  EXPECT_EQ(bench.count(21), 7u);
  EXPECT_EQ(bench.region.entry(page(21)).sharers, 1u << 3);
}

TEST(Adding, AnAdditionDoesNotWaitForTheAnswerToTheOneBefore) {
  Bench bench;
  bench.hand_over(1, 1, 10_ns);
  bench.hand_over(2, 1, 11_ns);
  test::let_pass(500_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, 10_ns + 2 * kSend);
}

TEST(Adding, WithAllOnTheirWayTheNextLeavesWhenTheFirstIsAnswered) {
  Bench bench;
  for (std::uint64_t p = 1; p <= 3; ++p) bench.hand_over(p, 1, 10_ns);
  const Time answered = 10_ns + kSend + kHome;
  test::let_pass(answered);  // up to then, exclusive
  EXPECT_EQ(bench.home.seen.size(), 2u);
  test::let_pass(Time(1));
  ASSERT_EQ(bench.home.seen.size(), 3u);
  EXPECT_EQ(bench.home.seen[2].time, answered + kSend);
  EXPECT_EQ(bench.port.settled(), answered + kSend + kHome);
}

TEST(Adding, AnAnswerInTheInstantOfTheNextAdditionMakesRoomForIt) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  const Time answered = kSend + kHome;
  EXPECT_EQ(bench.hand_over(2, 1, answered), 0_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, answered + kSend);
}

TEST(Adding, AnAdditionOnePicosecondEarlierWaitsForThatAnswer) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  const Time answered = kSend + kHome;
  bench.hand_over(2, 1, answered - Time(1));
  EXPECT_EQ(bench.home.seen.size(), 1u);
  test::let_pass(answered + 1_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].time, answered + kSend);
}

TEST(Adding, HandOversOfARegionThatWaitsForRoomAreAddedTogether) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);
  bench.hand_over(2, 1, 10_ns);
  bench.hand_over(2, 4, 20_ns);
  test::let_pass(500_ns);
  ASSERT_EQ(bench.home.seen.size(), 2u);
  EXPECT_EQ(bench.home.seen[1].count, 5);
}

TEST(Adding, AFullQueueMakesAHandOverWaitUntilTheOldestLeaves) {
  Bench bench(1);
  bench.hand_over(1, 1, 0_ns);  // in flight
  bench.hand_over(2, 1, 10_ns);
  bench.hand_over(3, 1, 10_ns);
  const Time answered = kSend + kHome;
  EXPECT_EQ(bench.hand_over(4, 1, 20_ns), answered + kRequest - 20_ns);
}

/// Random hand-overs: metadata and saturation losses add up to all counts.
TEST(Adding, NoLoadIsForgotten) {
  Bench bench(3);
  base::Random random(7);
  std::vector<std::uint32_t> sent(kRegions, 0);
  Time now = 1_ns;
  for (int step = 0; step < 5000; ++step) {
    now += Time(static_cast<std::int64_t>(random.below(60'000)));
    const std::uint64_t number = random.below(kRegions);
    const auto count = static_cast<std::uint32_t>(1 + random.below(3));
    now += bench.hand_over(number, count, now);
    sent[number] += count;
    if (step % 500 != 499) continue;  // before metadata saturate
    bench.tracker.drain();
    for (std::uint64_t region = 0; region < kRegions; ++region) {
      ASSERT_EQ(bench.count(region), std::min(sent[region], 255u)) << "region " << region;
    }
    bench.region.clear();
    sent.assign(kRegions, 0);
  }
}

TEST(Adding, LoadsCountWhenTheHomeHasAnsweredAndNotWhenTheyAreSent) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  Bench bench;
  bench.home.dispatcher = &dispatcher;
  bench.port.deliver_in(dispatcher);
  bench.tracker.deliver_in(dispatcher);
  bench.hand_over(9, 100, 10_ns);
  test::let_pass(10_ns + kSend + kHome);
  EXPECT_EQ(bench.port.loads(), 0);
  test::let_pass(Time(1));
  EXPECT_EQ(bench.port.loads(), 100);
}

TEST(Adding, AnEntryHoldsWhatFitsAndTheRestIsLost) {
  Bench bench;
  for (int i = 0; i < 3; ++i) bench.hand_over(9, 100, 1000_ns * i);
  EXPECT_EQ(bench.count(9), 255u);
  EXPECT_EQ(bench.port.loads(), 255);
}

}  // namespace
}  // namespace starnuma::tracking
