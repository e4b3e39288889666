// SPDX-License-Identifier: Apache-2.0
// A router: hands each envelope to the port that its destination is reached by. Used as FLEX ASIC
// between chassis and, with no latency of its own, as a socket's on-die fabric.
//
// Contract: `route[agent]` is the port for each destination agent; an envelope for an agent without
// a route is a fatal error. Timing: a fixed latency per message. Not modelled: switching conflicts
// inside the router.
#pragma once

#include <systemc>
#include <vector>

#include "models/accounting/ledger.h"
#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"
#include "models/transport/link_config.h"

namespace starnuma::transport {

class Router : public sc_core::sc_module {
 public:
  static constexpr int kNoRoute = -1;

  /// `kind` is what its latency is entered as.
  Router(const sc_core::sc_module_name& name, const DelayConfig& config, int ports,
         std::vector<int> route, accounting::LatencyKind kind);

 private:
  void enter(kernel::Envelope& envelope);

 public:
  using In = kernel::Target<&Router::enter>;
  using Out = kernel::Initiator<kernel::Envelope>;
  sc_core::sc_vector<In> in;
  sc_core::sc_vector<Out> out;

  /// Other ports for the destinations; paths that were traced through it are to be found anew.
  void reroute(std::vector<int> route);

  template <auto entered>
  void trace(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path) {
    trace(like, path);
  }

 private:
  void end_of_elaboration() override;
  void resolve();
  void trace(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path);

  base::Time latency_;
  accounting::LatencyKind kind_;
  std::vector<int> ports_;                                    ///< By destination agent.
  std::vector<kernel::Destination<kernel::Envelope>> route_;  ///< The same, after elaboration.
};

}  // namespace starnuma::transport
