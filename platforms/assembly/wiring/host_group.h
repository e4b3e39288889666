// SPDX-License-Identifier: Apache-2.0
// Group of the modules of one host, so that object names read machine.host_left.socket0. A machine
// with one host has no group.
#pragma once

#include <systemc>

#include "models/kernel/hierarchy_scope.h"

namespace starnuma::assembly {

class HostGroup : public sc_core::sc_module {
 public:
  explicit HostGroup(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// Calls `make` inside the group, or in the current hierarchy if `group` is null.
  template <class Make>
  static auto make_in(HostGroup* group, const Make& make) {
    if (group == nullptr) return make();
    const kernel::HierarchyScope scope(*group);
    return make();
  }
};

}  // namespace starnuma::assembly
