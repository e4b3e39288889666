// SPDX-License-Identifier: Apache-2.0
// Head of a multi-headed device: connects a socket's CXL link to the device's fabric.
//
// Contract: passes envelopes between link and device unopened and in call order.
// Timing: `fabric_latency` each way. In queued delivery the messages of a head wait at the device
// (home_agent/ingress.h), not here.
#pragma once

#include <array>
#include <systemc>

#include "models/accounting/stats.h"
#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"

namespace starnuma::pool {

class Head : public sc_core::sc_module, public accounting::StatSource {
  enum Way : int { kIn, kOut };

 public:
  /// `kind` is the kind of the link.
  Head(const sc_core::sc_module_name& name, base::Time fabric_latency, accounting::LinkKind kind)
      : sc_module(name), fabric_latency_(fabric_latency), wire_(accounting::wire_of(kind)) {}

 private:
  void ingress(kernel::Envelope& envelope) {
    pass<kIn>(envelope);
    device_out.send(envelope);
  }
  void egress(kernel::Envelope& envelope) {
    pass<kOut>(envelope);
    link_out.send(envelope);
  }

 public:
  kernel::Target<&Head::ingress> link_in{"link_in", *this};
  kernel::Initiator<kernel::Envelope> link_out{"link_out"};
  kernel::Target<&Head::egress> device_in{"device_in", *this};
  kernel::Initiator<kernel::Envelope> device_out{"device_out"};

  template <auto entered>
  void find_path(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path) {
    constexpr Way way = kernel::kSameHandler<entered, &Head::ingress> ? kIn : kOut;
    path.add({[](void* head, kernel::Envelope& envelope) {
                static_cast<Head*>(head)->pass<way>(envelope);
              },
              this});
    (way == kIn ? device_out : link_out).find_path(like, path);
  }
  void report(accounting::StatWriter& writer) const override {
    writer.write("received", messages_[kIn], "1", "messages from the socket");
    writer.write("sent", messages_[kOut], "1", "messages to the socket");
  }
  void reset_statistics() override { messages_ = {}; }

 private:
  template <Way way>
  void pass(kernel::Envelope& envelope) {
    ++messages_[way];
    envelope.advance(wire_, fabric_latency_);
  }

  base::Time fabric_latency_;
  accounting::LatencyKind wire_;
  std::array<std::int64_t, 2> messages_{};
};

}  // namespace starnuma::pool
