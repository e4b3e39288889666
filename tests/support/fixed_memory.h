// SPDX-License-Identifier: Apache-2.0
// Mock of the memory below a core or its MMU: answers every access after a fixed delay.
#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::test {

class FixedMemory : public sc_core::sc_module {
 public:
  FixedMemory(const sc_core::sc_module_name& name, base::Time delay)
      : sc_module(name), delay_(delay) {}

 private:
  void access(protocol::Access& access) {
    seen.push_back(access);
    if (watch) watch(access);
    access.queue = queue;
    access.time += delay_ + queue;
  }

 public:
  kernel::Target<&FixedMemory::access> cpu_side{"cpu_side", *this};

  std::vector<protocol::Access> seen;  ///< Received accesses in call order.
  std::function<void(const protocol::Access&)> watch;
  base::Time queue;  ///< Contention in addition to the delay.

 private:
  base::Time delay_;
};

}  // namespace starnuma::test
