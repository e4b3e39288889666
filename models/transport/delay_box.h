// SPDX-License-Identifier: Apache-2.0
// Components of a CXL path that only add latency: the ports at both ends and the retimers.
//
// Contract: order and contents of messages are preserved.
// Timing: a fixed latency per direction.
// Not modelled: the link layer inside a port; the link accounts for its bandwidth.
#pragma once

#include "models/transport/link_config.h"
#include "models/transport/two_port.h"

namespace starnuma::transport {

template <class Derived>
class DelayBox : public TwoPort<Derived> {
 public:
  using Config = DelayConfig;

  /// `kind` is the kind of the link on whose path the component is.
  DelayBox(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind)
      : TwoPort<Derived>(name), latency_(config.latency), wire_(accounting::wire_of(kind)) {}

  void pass(kernel::Envelope& envelope, Direction) { envelope.advance(wire_, latency_); }
  template <Direction direction>
  bool add_to(kernel::Path<kernel::Envelope>& path) {
    path.add_delay(wire_, latency_);
    return true;
  }

 private:
  base::Time latency_;
  accounting::LatencyKind wire_;
};

/// CXL port of a socket or of a pool device: transaction and link layer.
class CxlPort : public DelayBox<CxlPort> {
  using DelayBox::DelayBox;
};

/// Signal conditioner on a long CXL link.
class Retimer : public DelayBox<Retimer> {
  using DelayBox::DelayBox;
};

}  // namespace starnuma::transport
