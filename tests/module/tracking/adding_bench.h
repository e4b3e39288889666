// SPDX-License-Identifier: Apache-2.0
// Tracker update unit with its port to homes that add, above homes that answer after a fixed delay.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/tracking/add_port.h"
#include "models/tracking/tracker_update.h"
#include "tests/support/elaborate.h"
#include "tests/support/pages.h"

namespace starnuma::tracking::adding {

using namespace base::literals;
using base::Time;
using test::page;

inline constexpr Time kHome = 100_ns;
inline constexpr Time kRequest = 2_ns;
inline constexpr Time kUpdate = 3_ns;
inline constexpr Time kSend = kRequest + kUpdate;
inline constexpr std::uint64_t kRegions = 32;
inline constexpr int kWidth = 8;

inline std::vector<base::Frame> one_frame() {
  return {{base::LineAddress::of(base::NodeId{1}, 640)}};
}

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

inline TrackerUpdateFunction::Config update_config() {
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
  /// Selects SystemC time. Precondition: nothing has been sent.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) {
    home.dispatcher = &dispatcher;
    port.deliver_in(dispatcher);
    tracker.deliver_in(dispatcher);
  }
  double statistic(const accounting::StatSource& box, const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    box.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    ADD_FAILURE() << "no statistic " << name;
    return -1;
  }

  MetadataRegion region{{16, kWidth}, {kRegions}, 0, one_frame()};
  Annex annex{"annex"};
  TrackerUpdate tracker{"tracker", {kRequest, kUpdate}, update_config()};
  AddPort port;
  FixedHome home{"home", region};
};

}  // namespace starnuma::tracking::adding
