// SPDX-License-Identifier: Apache-2.0
// Memory node: a home agent with memory channels, and the fabric that connects its links. No cores.
#pragma once

#include "platforms/assembly/boxes/shared.h"

namespace starnuma::assembly {

class MemoryNodeBox : public sc_core::sc_module {
 public:
  /// Router ports; links follow in the order of the topology's edges.
  enum Port : int { kHomePort = 0, kFirstLinkPort = 1 };

  MemoryNodeBox(const sc_core::sc_module_name& name, const Shared& shared, int index);

  transport::Router& fabric() { return fabric_; }
  home::SocketHome& home() { return home_.home(); }
  const DramChannels& channels() const { return home_.channels(); }

 private:
  transport::Router fabric_;
  HomeParts home_;
};

}  // namespace starnuma::assembly
