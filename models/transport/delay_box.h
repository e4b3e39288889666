// SPDX-License-Identifier: Apache-2.0
// Boxes on a CXL path that add only latency: the ports at both ends and the retimers between.
//
// Contract: order and contents of messages are kept. Timing: a fixed time per direction.
// Not modelled: the link layer inside a port; its bandwidth is the link's.
#pragma once

#include "models/transport/link_config.h"
#include "models/transport/two_port.h"

namespace starnuma::transport {

template <class Derived>
class DelayBox : public TwoPort<Derived> {
 public:
  using Config = DelayConfig;

  /// `kind` is that of the link on whose path it lies.
  DelayBox(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind)
      : TwoPort<Derived>(name), latency_(config.latency), wire_(accounting::wire_of(kind)) {}

  void pass(kernel::Envelope& envelope, Direction) { envelope.advance(wire_, latency_); }
  template <Direction direction>
  void add_to(kernel::Path<kernel::Envelope>& path) {
    path.add_delay(wire_, latency_);
  }

 private:
  base::Time latency_;
  accounting::LatencyKind wire_;
};

/// The port of a socket or of the pool device: transaction and link layer of CXL.
class CxlPort : public DelayBox<CxlPort> {
  using DelayBox::DelayBox;
};

/// A signal conditioner on a long CXL link.
class Retimer : public DelayBox<Retimer> {
  using DelayBox::DelayBox;
};

}  // namespace starnuma::transport
