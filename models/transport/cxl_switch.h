// SPDX-License-Identifier: Apache-2.0
// A CXL switch between sockets and a pool device.
//
// Contract: as a Router: an envelope leaves by the port that leads to its destination.
// Timing: a fixed latency per direction, ports included, entered as flight on the CXL path.
// Not modelled: conflicts inside the switch, credits; its links' bandwidth is the links' own.
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
