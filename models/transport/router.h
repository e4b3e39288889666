// SPDX-License-Identifier: Apache-2.0
// Router that forwards each envelope to the port of its destination. It represents the FLEX ASIC
// between chassis and, with zero latency, a socket's on-die fabric.
//
// Contract: `route[agent]` is the port for each destination agent. An envelope for an agent without
// a route is a fatal error.
// Timing: a fixed latency per message.
// Not modelled: switching conflicts inside the router.
#pragma once

#include <systemc>
#include <utility>
#include <vector>

#include "models/accounting/ledger.h"
#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"
#include "models/transport/link_config.h"

namespace starnuma::transport {

class Router : public sc_core::sc_module {
 public:
  static constexpr int kNoRoute = -1;

  /// `kind` is the latency kind of its latency.
  Router(const sc_core::sc_module_name& name, const DelayConfig& config, int ports,
         std::vector<int> route, accounting::LatencyKind kind);

 private:
  void enter(kernel::Envelope& envelope);

 public:
  using In = kernel::Target<&Router::enter>;
  using Out = kernel::Initiator<kernel::Envelope>;
  sc_core::sc_vector<In> in;
  sc_core::sc_vector<Out> out;

  /// Changes the ports of destinations; paths that were found through the router must be found
  /// again.
  void reroute(std::vector<int> route);

  template <auto entered>
  void find_path(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path) {
    find_path(like, path);
  }

 private:
  void end_of_elaboration() override;
  void resolve();
  void find_path(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path);

  base::Time latency_;
  accounting::LatencyKind kind_;
  std::vector<int> ports_;  ///< Port per destination agent.
  /// Target per destination agent, resolved after elaboration.
  std::vector<kernel::Destination<kernel::Envelope>> route_;
};

/// CXL switch between sockets and a pool device.
///
/// Contract: as for a Router, an envelope leaves through the port that leads to its destination.
/// Timing: a fixed latency per direction, including the ports; accounted as flight time on the CXL
/// path.
/// Not modelled: conflicts inside the switch, and its credits. The links account for their own
/// bandwidth.
class CxlSwitch : public Router {
 public:
  CxlSwitch(const sc_core::sc_module_name& name, const DelayConfig& config, int ports,
            std::vector<int> route, accounting::LinkKind kind)
      : Router(name, config, ports, std::move(route), accounting::wire_of(kind)) {}
};

}  // namespace starnuma::transport
