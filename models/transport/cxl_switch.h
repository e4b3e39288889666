// SPDX-License-Identifier: Apache-2.0
// CXL switch between sockets and a pool device.
//
// Contract: as for a Router, an envelope leaves through the port that leads to its destination.
// Timing: a fixed latency per direction, including the ports; accounted as flight time on the CXL
// path.
// Not modelled: conflicts inside the switch, and its credits. The links account for their own
// bandwidth.
#pragma once

#include <utility>

#include "models/transport/router.h"

namespace starnuma::transport {

class CxlSwitch : public Router {
 public:
  CxlSwitch(const sc_core::sc_module_name& name, const DelayConfig& config, int ports,
            std::vector<int> route, accounting::LinkKind kind)
      : Router(name, config, ports, std::move(route), accounting::wire_of(kind)) {}
};

}  // namespace starnuma::transport
