// SPDX-License-Identifier: Apache-2.0
// A point-to-point link of any kind: flight time, and bandwidth per direction.
//
// Contract: messages pass in call order; time may go back between calls.
// Timing: latency from the config; waits from one BusyWindow per direction (mean exact, single
// waits not). A message's own serialisation is not part of its latency: receivers cut through. Not
// modelled: flow-control credits, link-layer retry.
#pragma once

#include <array>

#include "models/accounting/stats.h"
#include "models/timing/busy_window.h"
#include "models/transport/link_config.h"
#include "models/transport/two_port.h"

namespace starnuma::transport {

class Link : public TwoPort<Link>, public accounting::StatSource {
 public:
  using Config = LinkConfig;

  Link(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind);

  void pass(kernel::Envelope& envelope, Direction direction) { lanes_[direction].pass(envelope); }
  template <Direction direction>
  void add_to(kernel::Path<kernel::Envelope>& path) {
    Lane& lane = lanes_[direction];
    path.add({[](void* to, kernel::Envelope& envelope) { static_cast<Lane*>(to)->pass(envelope); },
              &lane},
             {lane.window.newest(), &lane.messages});
  }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  /// One direction: what a message needs, in one host cache line, then what is counted.
  struct alignas(64) Lane {
    void pass(kernel::Envelope& envelope);
    [[gnu::noinline]] void make_room_and_pass(kernel::Envelope& envelope);

    timing::BusyWindow window;
    base::Time latency;
    std::array<base::Time, 2> service;  ///< Indexed by carries_data.
    accounting::LatencyKind wire;
    accounting::LatencyKind queue;
    base::Time wait;
    /// Messages by kind of traffic, without and with data.
    alignas(64) std::array<std::array<std::int64_t, 2>, accounting::kTrafficKinds> messages{};
  };

  LinkRate rate_;
  std::array<Lane, 2> lanes_;  ///< Indexed by direction.
  base::Time window_start_;
};

}  // namespace starnuma::transport
