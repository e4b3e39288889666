// SPDX-License-Identifier: Apache-2.0
// All CXL paths of a machine under one name: ports, retimers, links, bundles and switches, so that
// object names read machine.cxl.socket3_pool.
//
// A path runs: socket fabric, CPU port, retimers, link, device port, head; or with switches: socket
// fabric, CPU port, retimers, link, switch, link, device port, head. Several links side by side
// have a bundle at each end that is no device.
#pragma once

#include "models/transport/cxl_switch.h"
#include "models/transport/delay_box.h"
#include "models/transport/link.h"
#include "platforms/assembly/pool_box.h"

namespace starnuma::assembly {

class CxlPaths : public sc_core::sc_module {
 public:
  explicit CxlPaths(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// The switch at each graph node of `wiring.switches[device]`, in that order.
  std::vector<transport::Router*> make_switches(const Shared& shared, int device);
  /// One edge between a socket and the device, a socket and a switch, or a switch and the device.
  /// `near` and `far` are the router ports at its ends; `far` has no plug where it is the device.
  void make_path(const Shared& shared, int edge, Plug near, const Plug& far, PoolBox& pool);

 private:
  /// `end` itself for one link, else the links of a bundle on it.
  std::vector<Plug> spread(const std::string& name, const Plug& end, int links,
                           base::Bytes interleave);
  template <class Box, class... Arguments>
  Box& make(std::vector<std::unique_ptr<Box>>& boxes, const std::string& name,
            const Arguments&... arguments) {
    boxes.push_back(std::make_unique<Box>(name.c_str(), arguments...));
    return *boxes.back();
  }

  std::vector<std::unique_ptr<transport::Link>> links_;
  std::vector<std::unique_ptr<transport::CxlPort>> ports_;
  std::vector<std::unique_ptr<transport::Retimer>> retimers_;
  std::vector<std::unique_ptr<transport::Bundle>> bundles_;
  std::vector<std::unique_ptr<transport::CxlSwitch>> switches_;
};

}  // namespace starnuma::assembly
