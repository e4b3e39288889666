// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "models/kernel/sockets.h"
#include "models/observers/hop_recorder.h"
#include "tests/support/elaborate.h"

namespace starnuma::observers {
namespace {

using base::Time;
using protocol::TrackerRequest;

struct Annex : sc_core::sc_module {
  explicit Annex(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<TrackerRequest> tracker_side{"tracker_side"};
};

struct Tracker : sc_core::sc_module {
  explicit Tracker(const sc_core::sc_module_name& name) : sc_module(name) {}
  void take(TrackerRequest& request) { taken.push_back(request.hand_over.page.number()); }
  kernel::Target<&Tracker::take> annex_side{"annex_side", *this};
  std::vector<std::uint64_t> taken;
};

struct Top : sc_core::sc_module {
  explicit Top(const sc_core::sc_module_name& name) : sc_module(name) {
    annex.tracker_side.bind(tracker.annex_side);
  }
  Annex annex{"annex"};
  Tracker tracker{"tracker"};
};

TEST(HopRecorder, HandOversOfAnAnnexAreThereWithTimeAndValue) {
  kernel::Dispatcher dispatcher;
  Top top("machine");
  HopRecorder recorder{HopSelection{}};
  recorder.attach(top, dispatcher);
  test::elaborate();
  for (int i = 1; i <= 2; ++i) {
    TrackerRequest request;
    request.hand_over.page = {base::SpaceId{7}, 0x100U + static_cast<unsigned>(i)};
    request.hand_over.count = 5;
    request.time = Time(1000 * i);
    top.annex.tracker_side.send(request);
  }
  EXPECT_EQ(top.tracker.taken, (std::vector<std::uint64_t>{0x101, 0x102}));
  const HopLog log = recorder.buffer.take();
  ASSERT_EQ(log.signals.size(), 8u);  // sent by the annex, received by the unit
  EXPECT_EQ(log.signals[0].object, "machine.annex");
  EXPECT_EQ(log.signals[4].object, "machine.tracker");
  std::vector<std::array<std::uint64_t, 3>> seen;
  for (const Sample& sample : log.samples) {
    if (sample.signal > 3) continue;
    seen.push_back({static_cast<std::uint64_t>(sample.time.ps()), sample.signal, sample.value});
  }
  EXPECT_EQ(seen, (std::vector<std::array<std::uint64_t, 3>>{{1000, 0, 7},
                                                             {1000, 1, 0x101},
                                                             {1000, 2, 5},
                                                             {1000, 3, 1},
                                                             {2000, 0, 7},
                                                             {2000, 1, 0x102},
                                                             {2000, 2, 5},
                                                             {2000, 3, 2}}));
}

TEST(HopRecorder, HandOversAreCountedInOrderOfTimeOneAfterAnother) {
  kernel::Dispatcher dispatcher;
  Top top("machine");
  HopRecorder recorder{HopSelection{}};
  recorder.attach(top, dispatcher);
  test::elaborate();
  for (const int time : {1000, 2000, 1500, 2000}) {  // an out-of-order core
    TrackerRequest request;
    request.time = Time(time);
    top.annex.tracker_side.send(request);
  }
  const HopLog log = recorder.buffer.take();
  std::vector<std::pair<std::int64_t, std::uint64_t>> counted;
  for (const Sample& sample : log.samples) {
    if (sample.signal == 3) counted.emplace_back(sample.time.ps(), sample.value);
  }
  EXPECT_EQ(counted, (std::vector<std::pair<std::int64_t, std::uint64_t>>{
                         {1000, 1}, {1500, 2}, {2000, 3}, {2001, 4}}));
}

}  // namespace
}  // namespace starnuma::observers
