// SPDX-License-Identifier: Apache-2.0
// Fields of the switch that connects servers, and of its links.
#pragma once

#include "models/base/fields.h"
#include "models/transport/link_config.h"

namespace starnuma::assembly {

struct FabricSwitchConfig {
  transport::DelayConfig box;
  transport::LinkConfig link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("box", box, "the switch, its ports included");
    v.group("link", link, "link from a socket to the switch");
  }
};

}  // namespace starnuma::assembly
